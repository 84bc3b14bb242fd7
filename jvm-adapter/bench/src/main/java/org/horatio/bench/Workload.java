// SPDX-License-Identifier: Apache-2.0
package org.horatio.bench;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Queries over {@link Shape}, all on the Kleene type B: as text for Horatio, and what they come to, worked out from the
 * definition of COUNT(*) with one number per window and key.
 */
record Workload(List<Query> queries, long windowMs, String numbers, boolean text) {
  /** SEQ(A{@code start}, B+) or SEQ(A, B), where A.c >= {@code minC}; {@code also} is returned after COUNT(*). */
  record Query(int start, boolean kleene, int minC, String also) {}

  private static final String[] ALSO = {"", ", SUM(B.c)", ", AVG(B.d)", ", MAX(B.a)", ", MIN(B.e)"};

  static Workload one(long windowMs, String numbers, boolean text, String also) {
    return new Workload(List.of(new Query(0, true, 0, also)), windowMs, numbers, text);
  }

  static Workload pairs(long windowMs) {
    return new Workload(List.of(new Query(0, false, 0, "")), windowMs, "EXACT", false);
  }

  /** Queries with {@code starts} starts; from there on with other aggregates, and then with conditions on the start. */
  static Workload many(int count, int starts, long windowMs, String numbers) {
    List<Query> queries =
        IntStream.range(0, count)
            .mapToObj(i -> new Query(i % starts, true, i / (starts * ALSO.length) * 9, ALSO[i / starts % ALSO.length]))
            .toList();
    return new Workload(queries, windowMs, numbers, false);
  }

  String schemaAndQueries(int starts) {
    String attributes = " (key INT, " + (text ? "name STRING, note STRING, " : "") + "a FLOAT, b FLOAT, c INT, d FLOAT, e INT)";
    String types =
        IntStream.range(0, starts).mapToObj(i -> "  TYPE A" + i + attributes).collect(Collectors.joining(",\n"));
    StringBuilder out = new StringBuilder("STREAM bench (\n" + types + ",\n  TYPE B" + attributes + "\n);\n");
    for (int i = 0; i < queries.size(); i++) {
      out.append(statement(i, queries.get(i)));
    }
    return out.toString();
  }

  private String statement(int index, Query query) {
    List<String> where = new ArrayList<>();
    if (query.minC() > 0) {
      where.add("A%d.c >= %d".formatted(query.start(), query.minC()));
    }
    if (text) {
      where.add("B.note <> 'note-32'");
    }
    return "QUERY q%d RETURN COUNT(*)%s PATTERN SEQ(A%d, B%s)%s GROUP BY %s WITHIN %d MILLISECONDS NUMBERS %s;\n"
        .formatted(
            index, query.also(), query.start(), query.kleene() ? "+" : "",
            where.isEmpty() ? "" : " WHERE " + String.join(" AND ", where), text ? "name" : "key", windowMs, numbers);
  }

  /** What {@code events} of {@code shape} come to: rows, and the sum of their COUNT(*). */
  Answer answer(Shape shape, long events) {
    Answer all = new Answer(0, BigDecimal.ZERO);
    for (Query query : queries) {
      for (int key = 0; key < shape.keys(); key++) {
        all = all.plus(ofKey(query, shape, events, key));
      }
    }
    return all;
  }

  private Answer ofKey(Query query, Shape shape, long events, int key) {
    Answer sum = new Answer(0, BigDecimal.ZERO);
    BigInteger starts = BigInteger.ZERO;
    BigInteger trends = BigInteger.ZERO;
    long window = Long.MIN_VALUE;
    for (long i = key; i < events; i += shape.keys()) {
      if (shape.time(i) / windowMs != window) {
        sum = sum.plus(Answer.row(trends));
        window = shape.time(i) / windowMs;
        starts = trends = BigInteger.ZERO;
      }
      if (shape.kind(i) == BenchEvent.Kind.B) {
        trends = (query.kleene() ? trends.shiftLeft(1) : trends).add(starts);
      } else if (shape.kind(i).ordinal() == query.start() + 1 && i % 97 >= query.minC()) {
        starts = starts.add(BigInteger.ONE);
      }
    }
    return sum.plus(Answer.row(trends));
  }

  record Answer(long rows, BigDecimal sum) {
    private static Answer row(BigInteger trends) {
      return new Answer(trends.signum(), new BigDecimal(trends));
    }

    private Answer plus(Answer other) {
      return new Answer(rows + other.rows, sum.add(other.sum));
    }
  }
}
