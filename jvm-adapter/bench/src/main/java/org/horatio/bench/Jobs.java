// SPDX-License-Identifier: Apache-2.0
package org.horatio.bench;

import java.time.Duration;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.cep.CEP;
import org.apache.flink.cep.pattern.Pattern;
import org.apache.flink.cep.pattern.conditions.SimpleCondition;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.horatio.flink.Horatio;
import org.horatio.flink.HoratioOptions;
import org.horatio.flink.TrendResult;

/** The job of a variant: the same source and key in all of them, with one operator and a sink chained to it. */
@SuppressWarnings("deprecation") // addSource and addSink.
final class Jobs {
  private Jobs() {}

  static void build(StreamExecutionEnvironment env, Variant variant, long events, long rate) {
    TypeInformation<?> type = TypeInformation.of(variant.shape().blank().getClass());
    @SuppressWarnings("unchecked")
    TypeInformation<BenchEvent> eventType = (TypeInformation<BenchEvent>) type;
    var source = env.addSource(new EventSource(variant.shape(), events, rate), "source", eventType).setParallelism(1);
    KeyedStream<BenchEvent, ?> keyed =
        variant.shape().text()
            ? source.keyBy((KeySelector<BenchEvent, String>) event -> ((TextEvent) event).name)
            : source.keyBy((KeySelector<BenchEvent, Integer>) event -> event.key);
    operator(keyed, variant);
  }

  private static <K> void operator(KeyedStream<BenchEvent, K> keyed, Variant variant) {
    switch (variant.operator()) {
      case NO_OP -> noOp(keyed);
      case HORATIO -> horatio(keyed, variant);
      case CEP -> cep(keyed, variant.workload().windowMs());
      case WINDOW -> window(keyed, variant.workload().windowMs());
    }
  }

  private static void noOp(KeyedStream<BenchEvent, ?> keyed) {
    keyed.transform("no-op", Types.LONG, new NoOpOperator())
        .addSink(new RunSink<>(count -> count, count -> Long.MAX_VALUE));
  }

  private static void horatio(KeyedStream<BenchEvent, ?> keyed, Variant variant) {
    Horatio.attach(keyed)
        .name("bench")
        .keyedBy(variant.shape().text() ? "name" : "key")
        .workload(variant.workload().schemaAndQueries(variant.shape().starts()))
        .event(eventClass(variant.shape()))
        .options(HoratioOptions.defaults())
        .run()
        .results()
        .addSink(new RunSink<TrendResult>(Jobs::count, row -> row.windowEnd() - 1));
  }

  private static Class<? extends BenchEvent> eventClass(Shape shape) {
    return shape.text() ? TextEvent.class : BenchEvent.class;
  }

  private static Number count(TrendResult row) {
    return (Number) row.aggregate(0);
  }

  private static void cep(KeyedStream<BenchEvent, ?> keyed, long windowMs) {
    Pattern<BenchEvent, BenchEvent> pattern =
        Pattern.<BenchEvent>begin("a")
            .where(SimpleCondition.of(event -> event.type == BenchEvent.Kind.A0))
            .followedByAny("b")
            .where(SimpleCondition.of(event -> event.type == BenchEvent.Kind.B))
            .oneOrMore()
            .allowCombinations()
            .within(Duration.ofMillis(windowMs));
    CEP.pattern(keyed, pattern)
        .select(match -> match.get("b").get(match.get("b").size() - 1).ts, Types.LONG)
        .addSink(new RunSink<Long>(last -> 1L, last -> last));
  }

  private static <K> void window(KeyedStream<BenchEvent, K> keyed, long windowMs) {
    keyed.window(TumblingEventTimeWindows.of(Duration.ofMillis(windowMs)))
        .aggregate(new PairsAggregate(), new PairsRow<>())
        .addSink(new RunSink<PairsRow.Row>(row -> row.pairs, row -> row.lastMs));
  }
}
