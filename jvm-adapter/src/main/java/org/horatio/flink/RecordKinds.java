// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.types.Row;

/**
 * Which mapping a class of records asks for. The Table API and Avro are looked for by name: a job that uses neither
 * needs neither on its class path.
 */
final class RecordKinds {
  private static final String ROW_DATA = "org.apache.flink.table.data.RowData";
  private static final String TABLE_TYPE = "org.apache.flink.table.types.DataTypeQueryable";
  private static final String AVRO_RECORD = "org.apache.avro.generic.GenericRecord";

  private RecordKinds() {}

  /** @throws HoratioException if the class alone, with the type of the stream, says too little */
  @SuppressWarnings("unchecked")
  static <T> EventMapping<T> mapping(Class<? extends T> root, List<Class<?>> subclasses, TypeInformation<T> stream) {
    if (root == Row.class) {
      return (EventMapping<T>) EventMapping.ofFields(RowFields.of(stream), null);
    }
    if (isA(root, ROW_DATA)) {
      if (!isTableType(stream)) {
        throw new HoratioException(
            "the type of the stream, " + stream + ", does not name the fields of its rows: call"
                + " .event(RowDataEvents.of(rowType))");
      }
      return (EventMapping<T>) RowDataEvents.of(TableFields.of(stream).type());
    }
    if (root.isInterface() && isA(root, AVRO_RECORD)) {
      throw new HoratioException(
          root.getSimpleName() + " does not say which fields a record has: call .event(AvroEvents.of(schema))");
    }
    return EventMapping.ofClasses(root, subclasses);
  }

  /** Whether a type of records is one of the Table API, which knows their fields. */
  static boolean isTableType(TypeInformation<?> type) {
    return isA(type.getClass(), TABLE_TYPE);
  }

  private static boolean isA(Class<?> type, String name) {
    if (type == null) {
      return false;
    }
    boolean is = type.getName().equals(name) || isA(type.getSuperclass(), name);
    for (Class<?> parent : type.getInterfaces()) {
      is |= isA(parent, name);
    }
    return is;
  }
}
