// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;

/** Events that are rows of the Table API in its own form; the job's class path has flink-table-common. */
public final class RowDataEvents {
  private RowDataEvents() {}

  /** Attributes are the fields of their names; the event type is as with classes. */
  public static EventMapping<RowData> of(RowType type) {
    return EventMapping.ofFields(new RowDataFields(type), null);
  }
}
