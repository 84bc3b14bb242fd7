// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;

/** Events that are Avro records; the job's class path has Avro. */
public final class AvroEvents {
  private AvroEvents() {}

  /**
   * Attributes are the fields of their names. The event type is the value of a field of text or of an enum (see
   * {@link HoratioAttachment#typeField}); without one it is the only type of the schema, or the name of the record.
   */
  public static <T extends IndexedRecord> EventMapping<T> of(Schema schema) {
    if (schema.getType() != Schema.Type.RECORD) {
      throw new HoratioException("the schema is a " + schema.getType() + ", not a record");
    }
    return EventMapping.ofFields(new AvroFields<>(schema), schema.getName());
  }
}
