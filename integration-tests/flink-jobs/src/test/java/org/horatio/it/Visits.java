// SPDX-License-Identifier: Apache-2.0
package org.horatio.it;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongPredicate;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.connector.datagen.source.GeneratorFunction;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.horatio.flink.Horatio;
import org.horatio.flink.HoratioAttachment;
import org.horatio.flink.TrendResult;

/**
 * A plain stream whose results can be told without an engine: visit number i comes at {@code i / perMs} milliseconds to
 * place {@code i % places}, and the query counts the trends of one visit per place and window.
 */
record Visits(long visits, long perMs, long places, long windowMs) {
  /** A Flink POJO. */
  public static class Visit {
    public String type = "Visit";
    public long ts;
    public long place;

    static Visit at(long ts, long place) {
      Visit visit = new Visit();
      visit.ts = ts;
      visit.place = place;
      return visit;
    }
  }

  /** A watermark with every new time: it does not depend on timers, so a test can stop the stream anywhere. */
  private static final class EveryTime implements WatermarkGenerator<Visit> {
    private long newest = Long.MIN_VALUE;

    @Override
    public void onEvent(Visit visit, long timestamp, WatermarkOutput output) {
      if (timestamp > newest) {
        newest = timestamp;
        output.emitWatermark(new Watermark(timestamp - 1));
      }
    }

    @Override
    public void onPeriodicEmit(WatermarkOutput output) {}
  }

  String workload(String query) {
    return "STREAM visits (TYPE Visit (place INT)); QUERY " + query
        + " RETURN COUNT(*) PATTERN Visit GROUP BY place WITHIN " + windowMs + " MILLISECONDS;";
  }

  static WatermarkStrategy<Visit> times() {
    return WatermarkStrategy.<Visit>forGenerator(context -> new EveryTime())
        .withTimestampAssigner((visit, before) -> visit.ts);
  }

  DataStream<Visit> stream(StreamExecutionEnvironment env) {
    return stream(env, new DataGeneratorSource<>(generator(), visits, TypeInformation.of(Visit.class)));
  }

  /** So many visits a second. */
  DataStream<Visit> stream(StreamExecutionEnvironment env, double perSecond) {
    return stream(env, limited(RateLimiterStrategy.perSecond(perSecond)), times());
  }

  /** With a silence, in which the source is idle if the watermarks say so. */
  DataStream<Visit> stream(StreamExecutionEnvironment env, Silence silence, WatermarkStrategy<Visit> watermarks) {
    return stream(env, limited(silence), watermarks);
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private DataGeneratorSource<Visit> limited(RateLimiterStrategy rate) {
    return new DataGeneratorSource<Visit>(generator(), visits, rate, TypeInformation.of(Visit.class));
  }

  /** Every 97th visit is told of some windows too late. */
  DataStream<Visit> streamWithLate(StreamExecutionEnvironment env) {
    long perMs = this.perMs;
    long places = this.places;
    long delay = lateBy();
    GeneratorFunction<Long, Visit> visit =
        i -> Visit.at(isLate(i) ? i / perMs - delay : i / perMs, i % places);
    return stream(env, new DataGeneratorSource<>(visit, visits, TypeInformation.of(Visit.class)));
  }

  // More than is under way in the network: what an unaligned checkpoint has kept of it comes back at another parallelism
  // with the watermark of its slowest channel, and what that has not passed is not late.
  private long lateBy() {
    return 30 * windowMs;
  }

  private static boolean isLate(long visit) {
    return visit % 97 == 96;
  }

  private GeneratorFunction<Long, Visit> generator() {
    long perMs = this.perMs;
    long places = this.places;
    return i -> Visit.at(i / perMs, i % places);
  }

  private static DataStream<Visit> stream(StreamExecutionEnvironment env, DataGeneratorSource<Visit> source) {
    return stream(env, source, times());
  }

  private static DataStream<Visit> stream(
      StreamExecutionEnvironment env, DataGeneratorSource<Visit> source, WatermarkStrategy<Visit> watermarks) {
    return env.fromSource(source, watermarks, "visits").setParallelism(1);
  }

  /** All but the options and {@code run()}. */
  HoratioAttachment<Visit> attach(DataStream<Visit> stream, String query) {
    return Horatio.attach(stream.keyBy(visit -> visit.place))
        .name(query)
        .keyedBy("place")
        .workload(workload(query))
        .event(Visit.class)
        .options(Products.options());
  }

  /** What the query must give, as {@link #text} writes rows, in order. */
  List<String> expected(String query) {
    return expected(query, i -> false);
  }

  /** The same of {@link #streamWithLate}, and the late ones as {@link #lateText} writes them. */
  List<String> expectedWithLate(String query) {
    List<String> all = expected(query, Visits::isLate);
    for (long i = 0; i < visits; i++) {
      if (isLate(i)) {
        all.add(lateText(Visit.at(i / perMs - lateBy(), i % places)));
      }
    }
    Collections.sort(all);
    return all;
  }

  private List<String> expected(String query, LongPredicate without) {
    Map<List<Long>, Long> counts = new TreeMap<>((a, b) -> {
      int order = a.get(0).compareTo(b.get(0));
      return order != 0 ? order : a.get(1).compareTo(b.get(1));
    });
    for (long i = 0; i < visits; i++) {
      if (without.test(i)) {
        continue;
      }
      counts.merge(List.of(i / perMs / windowMs * windowMs, i % places), 1L, Long::sum);
    }
    List<String> rows = new ArrayList<>();
    counts.forEach((row, count) -> rows.add(query + " " + row.get(0) + " " + row.get(1) + " " + count + " OK"));
    Collections.sort(rows);
    return rows;
  }

  static List<String> sorted(List<TrendResult> rows) {
    return rows.stream().map(Visits::text).sorted().toList();
  }

  static String lateText(Visit visit) {
    return "late " + visit.ts + " " + visit.place;
  }

  static String text(TrendResult row) {
    return row.query() + " " + row.windowStart() + " " + row.group(0) + " " + row.aggregate(0) + " " + row.status();
  }
}
