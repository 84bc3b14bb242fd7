// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.DataTypeQueryable;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/** What a stream that comes from a table says of its fields. Loaded only where the Table API is. */
record TableFields(RowType type, List<String> names, List<Class<?>> classes, List<String> types) {
  /** @throws HoratioException if the stream's records are no rows */
  static TableFields of(TypeInformation<?> stream) {
    DataType data = ((DataTypeQueryable) stream).getDataType();
    LogicalType logical = data.getLogicalType();
    if (!(logical instanceof RowType row)) {
      throw new HoratioException(
          "the records of the stream are " + logical.asSummaryString() + ", not rows: attach"
              + " tableEnv.toDataStream(table), or use an EventEncoder");
    }
    List<Class<?>> classes = new ArrayList<>();
    data.getChildren().forEach(field -> classes.add(field.getConversionClass()));
    List<String> types = row.getChildren().stream().map(LogicalType::asSummaryString).toList();
    return new TableFields(row, row.getFieldNames(), classes, types);
  }
}
