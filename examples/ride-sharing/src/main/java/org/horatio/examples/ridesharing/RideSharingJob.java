// SPDX-License-Identifier: Apache-2.0
package org.horatio.examples.ridesharing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.horatio.flink.Horatio;
import org.horatio.flink.HoratioOptions;
import org.horatio.flink.HoratioStreams;

/** How a workload is attached: to the generated stream, whose events are POJOs, and to a CSV file, with an encoder. */
public final class RideSharingJob {
  private RideSharingJob() {}

  /** The generated stream; {@code outOfOrderMs} is both how far it is shuffled and what the watermark allows. */
  public static HoratioStreams<RideEvent> generated(
      StreamExecutionEnvironment env, Path workload, HoratioOptions options, long events, long seed, int outOfOrderMs) {
    return generated(env, workload, options, events, seed, outOfOrderMs, RateLimiterStrategy.noOp());
  }

  /** The same at a limited rate. */
  public static HoratioStreams<RideEvent> generated(
      StreamExecutionEnvironment env,
      Path workload,
      HoratioOptions options,
      long events,
      long seed,
      int outOfOrderMs,
      RateLimiterStrategy<?> rate) {
    var generator =
        new DataGeneratorSource<>(
            new RideSharingFunction(seed, outOfOrderMs), events, rate, TypeInformation.of(RideEvent.class));
    WatermarkStrategy<RideEvent> times =
        WatermarkStrategy.<RideEvent>forBoundedOutOfOrderness(Duration.ofMillis(outOfOrderMs))
            .withTimestampAssigner((event, before) -> event.ts);
    DataStream<RideEvent> rides =
        env.fromSource(generator, times, "rides").setParallelism(1).map(new Counted<>("events")).setParallelism(1);

    return Horatio.attach(rides.keyBy(ride -> ride.district))
        .name("rides")
        .keyedBy("district")
        .workload(workload)
        .event(RideEvent.class)
        .options(options)
        .run();
  }

  /** A CSV file, split by the columns of {@code key}; a workload with one type needs no {@code typeColumn}. */
  public static HoratioStreams<CsvRow> ofCsv(
      StreamExecutionEnvironment env,
      CsvSource csv,
      String typeColumn,
      List<String> key,
      Path workload,
      HoratioOptions options,
      int outOfOrderMs)
      throws IOException {
    StreamSchema schema = StreamSchema.of(Files.readString(workload));
    WatermarkStrategy<CsvRow> times =
        WatermarkStrategy.<CsvRow>forBoundedOutOfOrderness(Duration.ofMillis(outOfOrderMs))
            .withTimestampAssigner((row, before) -> row.ts);
    DataStream<CsvRow> rows =
        env.fromSource(csv.source(), times, "csv").setParallelism(1).map(new Counted<>("events")).setParallelism(1);

    return Horatio.attach(rows.keyBy(csv.key(key)))
        .name("csv")
        .keyedBy(key.toArray(String[]::new))
        .workload(workload)
        .event(csv.encoder(schema, typeColumn))
        .options(options)
        .run();
  }
}
