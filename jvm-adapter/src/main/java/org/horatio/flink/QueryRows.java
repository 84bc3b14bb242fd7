// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.types.Row;
import org.apache.flink.util.Collector;

/** The rows of one query as Flink rows with named and typed fields. */
final class QueryRows implements FlatMapFunction<TrendResult, Row> {
  private static final long serialVersionUID = 1L;

  private final WorkloadDescription.Query query;

  private QueryRows(WorkloadDescription.Query query) {
    this.query = query;
  }

  static QueryRows rowsOf(WorkloadDescription.Query query) {
    return new QueryRows(query);
  }

  static DataStream<Row> of(DataStream<TrendResult> results, WorkloadDescription.Query query) {
    return results.flatMap(rowsOf(query)).returns(typeInfo(query)).name("rows of " + query.name());
  }

  /** What the fields of a row are. */
  static List<WorkloadDescription.Column> columns(WorkloadDescription.Query query) {
    List<WorkloadDescription.Column> columns = new ArrayList<>();
    columns.add(new WorkloadDescription.Column("window_start", WorkloadDescription.Kind.INT, 0, false));
    columns.add(new WorkloadDescription.Column("window_end", WorkloadDescription.Kind.INT, 0, false));
    columns.addAll(query.groups());
    columns.addAll(query.aggregates());
    columns.add(new WorkloadDescription.Column("status", WorkloadDescription.Kind.STRING, 0, false));
    return columns;
  }

  List<String> names() {
    return columns(query).stream().map(WorkloadDescription.Column::name).toList();
  }

  static TypeInformation<Row> typeInfo(WorkloadDescription.Query query) {
    List<WorkloadDescription.Column> columns = columns(query);
    return Types.ROW_NAMED(
        columns.stream().map(WorkloadDescription.Column::name).toArray(String[]::new),
        columns.stream().map(column -> typeInfo(column.kind())).toArray(TypeInformation<?>[]::new));
  }

  private static TypeInformation<?> typeInfo(WorkloadDescription.Kind kind) {
    return switch (kind) {
      case INT, TIMESTAMP -> Types.LONG;
      case FLOAT -> Types.DOUBLE;
      case DECIMAL -> Types.BIG_DEC;
      case STRING -> Types.STRING;
      case BOOL -> Types.BOOLEAN;
      case COUNT, INTEGER -> Types.BIG_INT;
    };
  }

  @Override
  public void flatMap(TrendResult result, Collector<Row> out) {
    Row row = rowOf(result);
    if (row != null) {
      out.collect(row);
    }
  }

  /** The result as a row; null if it is one of another query. */
  Row rowOf(TrendResult result) {
    if (!result.query().equals(query.name())) {
      return null;
    }
    int groups = result.groupCount();
    Row row = new Row(3 + groups + result.aggregateCount());
    row.setField(0, result.windowStart());
    row.setField(1, result.windowEnd());
    for (int i = 0; i < groups; i++) {
      row.setField(2 + i, result.group(i));
    }
    for (int i = 0; i < result.aggregateCount(); i++) {
      row.setField(2 + groups + i, typed(result.aggregate(i), query.aggregates().get(i).kind()));
    }
    row.setField(2 + groups + result.aggregateCount(), result.status());
    return row;
  }

  // A FLOAT beyond the range of a double is infinite here; TrendResult has the value.
  private static Object typed(Object value, WorkloadDescription.Kind kind) {
    return switch (kind) {
      case COUNT, INTEGER -> value instanceof Long integer ? BigInteger.valueOf(integer) : value;
      case FLOAT -> value instanceof Number real ? (Object) real.doubleValue() : value;
      default -> value;
    };
  }
}
