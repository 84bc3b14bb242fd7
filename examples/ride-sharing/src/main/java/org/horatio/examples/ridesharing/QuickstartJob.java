// SPDX-License-Identifier: Apache-2.0
package org.horatio.examples.ridesharing;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.horatio.flink.HoratioException;
import org.horatio.flink.HoratioOptions;
import org.horatio.flink.HoratioStreams;
import org.horatio.flink.TrendResult;

/** Runs a workload over the generated stream or over a CSV file in a local Flink and prints its rows. */
public final class QuickstartJob {
  private static final Set<String> OPTIONS =
      Set.of(
          "--operator", "--workload", "--events", "--seed", "--out-of-order", "--parallelism", "--csv", "--key",
          "--time-column", "--type-column", "--format", "--rows", "--output", "--dump");

  private final Arguments arguments;
  private final int outOfOrderMs;
  private final long events;
  private final long seed;

  private QuickstartJob(Arguments arguments) {
    this.arguments = arguments;
    outOfOrderMs = (int) arguments.number("--out-of-order", arguments.has("--csv") ? 0 : 2_000, 0);
    events = arguments.number("--events", 200_000, 1);
    seed = arguments.number("--seed", 1, Long.MIN_VALUE);
  }

  public static void main(String[] args) throws Exception {
    try {
      QuickstartJob job = new QuickstartJob(new Arguments(args, OPTIONS));
      if (job.arguments.has("--dump")) {
        RideCsv.write(Path.of(job.arguments.text("--dump", "")), job.seed, job.events, job.outOfOrderMs);
      } else {
        job.run();
      }
    } catch (NoSuchFileException e) {
      System.err.println("quickstart: there is no file " + e.getMessage());
      System.exit(2);
    } catch (IllegalArgumentException | IOException | HoratioException e) {
      System.err.println("quickstart: " + e.getMessage());
      System.exit(2);
    }
  }

  private void run() throws Exception {
    int parallelism = (int) arguments.number("--parallelism", 2, 1);
    StreamExecutionEnvironment env = LocalFlink.environment(parallelism);
    HoratioStreams<?> streams = attach(env);
    ResultColumns columns = new ResultColumns(streams);
    streams.late().map(record -> 0).map(new Counted<>("late")).sinkTo(new DiscardingSink<>());
    streams.rejected().map(record -> 0).map(new Counted<>("rejected")).sinkTo(new DiscardingSink<>());
    JobExecutionResult result;
    List<TrendResult> rows;
    try (CollectedRows collected = new CollectedRows()) {
      streams.results().sinkTo(collected);
      result = env.execute("Horatio quickstart");
      rows = collected.rows();
    }
    print(columns, rows);
    summary(result, rows.size(), parallelism);
  }

  private HoratioStreams<?> attach(StreamExecutionEnvironment env) throws IOException {
    HoratioOptions options = HoratioOptions.defaults();
    if (arguments.has("--operator")) {
      options = options.withOperatorBinary(Path.of(arguments.text("--operator", "")));
    }
    Path workload = Path.of(arguments.text("--workload", "ride-sharing.hql"));
    if (!arguments.has("--csv")) {
      return RideSharingJob.generated(env, workload, options, events, seed, outOfOrderMs);
    }
    CsvSource csv = new CsvSource(Path.of(arguments.text("--csv", "")), arguments.text("--time-column", "ts"));
    String typeColumn = arguments.text("--type-column", "type");
    return RideSharingJob.ofCsv(env, csv, typeColumn, arguments.list("--key"), workload, options, outOfOrderMs);
  }

  private void print(ResultColumns columns, List<TrendResult> rows) throws IOException {
    boolean csv = arguments.text("--format", "table").equals("csv");
    int limit = (int) arguments.number("--rows", 40, 0);
    if (!arguments.has("--output")) {
      print(columns, rows, csv, limit, System.out);
      return;
    }
    try (PrintStream out = new PrintStream(arguments.text("--output", ""), StandardCharsets.UTF_8)) {
      print(columns, rows, csv, limit, out);
    }
  }

  private static void print(ResultColumns columns, List<TrendResult> rows, boolean csv, int limit, PrintStream out) {
    if (csv) {
      ResultPrinter.csv(columns, rows, out);
    } else {
      ResultPrinter.table(columns, rows, limit, out);
    }
  }

  private static void summary(JobExecutionResult result, int rows, int parallelism) {
    long count = count(result, "events");
    double seconds = result.getNetRuntime() / 1000.0;
    System.err.printf(
        "%,d events, %,d rows, %d late, %d rejected; job at parallelism %d took %.2f s with its start: %,.0f events/s%n",
        count, rows, count(result, "late"), count(result, "rejected"), parallelism, seconds, count / seconds);
  }

  private static long count(JobExecutionResult result, String accumulator) {
    Long value = result.getAccumulatorResult(accumulator);
    return value == null ? 0 : value;
  }
}
