// SPDX-License-Identifier: Apache-2.0
package org.horatio.it;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.horatio.examples.ridesharing.CsvSource;
import org.horatio.examples.ridesharing.LocalFlink;
import org.horatio.examples.ridesharing.RideCsv;
import org.horatio.examples.ridesharing.RideSharingJob;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A job at parallelism 2 over shuffled events gives exactly the rows of {@code horatio run} over the ordered ones. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class SameRowsAsCliTest {
  private static final int PARALLELISM = 2;
  private static final int OUT_OF_ORDER_MS = 3_000;

  @TempDir Path folder;

  @AfterEach
  void noProcessIsLeft() throws Exception {
    Sidecars.awaitNone();
  }

  @Test
  void theGeneratedStream() throws Exception {
    Path workload = Products.workload("ride-sharing.hql");
    Path shuffled = folder.resolve("rides.csv");
    RideCsv.write(shuffled, 42, 60_000, OUT_OF_ORDER_MS);
    List<String> expected = Cli.run(workload, shuffled, "--allow-lateness", "" + OUT_OF_ORDER_MS);

    StreamExecutionEnvironment env = LocalFlink.environment(PARALLELISM);
    var streams = RideSharingJob.generated(env, workload, Products.options(), 60_000, 42, OUT_OF_ORDER_MS);

    Lines.assertSame(expected, Job.lines(env, streams), 100);
  }

  @Test
  void theGeneratedStreamFromAFile() throws Exception {
    Path workload = Products.workload("figure-1.hql");
    Path csv = folder.resolve("rides.csv");
    RideCsv.write(csv, 7, 30_000, 0);

    StreamExecutionEnvironment env = LocalFlink.environment(PARALLELISM);
    var streams =
        RideSharingJob.ofCsv(
            env, new CsvSource(csv, "ts"), "type", List.of("district"), workload, Products.options(), 0);

    Lines.assertSame(Cli.run(workload, csv), Job.lines(env, streams), 100);
  }

  @Test
  void aStandInOfTheTrades() throws Exception {
    Path file = folder.resolve("trades.csv");
    Trades.standIn(file, 42, 20_000);
    assertJobGivesTheRowsOfTheCli(file, 200);
  }

  @Test
  void theTradesOf20131008() throws Exception {
    assertJobGivesTheRowsOfTheCli(Products.data("stock_ticks_20131008.csv.xz"), 1_000);
  }

  private void assertJobGivesTheRowsOfTheCli(Path ordered, int least) throws Exception {
    Path workload = Products.workload("stock-runs.hql");
    Path shuffled = folder.resolve("shuffled.csv");
    Trades.shuffle(ordered, shuffled, OUT_OF_ORDER_MS, 7);
    List<String> expected = Cli.run(workload, ordered, "--time-column", "ts_ms");

    StreamExecutionEnvironment env = LocalFlink.environment(PARALLELISM);
    var streams =
        RideSharingJob.ofCsv(
            env,
            new CsvSource(shuffled, "ts_ms"),
            "type",
            List.of("symbol"),
            workload,
            Products.options(),
            OUT_OF_ORDER_MS);

    Lines.assertSame(expected, Job.lines(env, streams), least);
  }
}
