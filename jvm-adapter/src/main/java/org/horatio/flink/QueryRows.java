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

  static TypeInformation<Row> typeInfo(WorkloadDescription.Query query) {
    List<String> names = new ArrayList<>(List.of("window_start", "window_end"));
    List<TypeInformation<?>> types = new ArrayList<>(List.of(Types.LONG, Types.LONG));
    for (WorkloadDescription.Column column : query.groups()) {
      names.add(column.name());
      types.add(typeInfo(column.kind()));
    }
    for (WorkloadDescription.Column column : query.aggregates()) {
      names.add(column.name());
      types.add(typeInfo(column.kind()));
    }
    names.add("status");
    types.add(Types.STRING);
    return Types.ROW_NAMED(names.toArray(String[]::new), types.toArray(TypeInformation<?>[]::new));
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
    if (!result.query().equals(query.name())) {
      return;
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
    out.collect(row);
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
