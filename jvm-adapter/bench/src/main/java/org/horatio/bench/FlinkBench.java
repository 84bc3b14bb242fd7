// SPDX-License-Identifier: Apache-2.0
package org.horatio.bench;

import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import org.apache.flink.runtime.checkpoint.CheckpointStatsSnapshot;
import org.apache.flink.runtime.checkpoint.CompletedCheckpointStatsSummarySnapshot;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.FileUtils;

/**
 * One fork: a run of {@code VARIANT} whose answer is checked, eight seconds to warm up, then runs unpaced until one had less
 * than 0.12 cores of others beside it, then one at a fixed rate with checkpoints. Prints a line of CSV to stdout.
 */
public final class FlinkBench {
  static final String HEADER =
      "variant,fork,events,seconds,events_per_s,foreign_cores,rows,latency_p50_ms,latency_p99_ms,latency_max_ms,"
          + "checkpoints,checkpoint_ms,checkpoint_bytes,heap_peak_bytes,process_peak_bytes";

  private static final double FOREIGN_CORES = 0.12;
  private static final double WARM_UP_SECONDS = 8;
  private static final int PACED_SECONDS = 4;
  private static final long CHECKED_EVENTS = 600_000;

  private final LocalCluster cluster;
  private final Variant variant;
  private final int tries;
  private final boolean brief;

  private FlinkBench(LocalCluster cluster, Variant variant, int tries, boolean brief) {
    this.cluster = cluster;
    this.variant = variant;
    this.tries = tries;
    this.brief = brief;
  }

  public static void main(String[] args) throws Exception {
    if (args.length == 0 || args[0].equals("--help")) {
      System.out.println("usage: FlinkBench --header | --list | VARIANT FORK [TRIES | check]");
      return;
    }
    if (args[0].equals("--header")) {
      System.out.println(HEADER);
    } else if (args[0].equals("--list")) {
      Variant.all().keySet().forEach(System.out::println);
    } else {
      one(args);
    }
  }

  private static void one(String[] args) throws Exception {
    Variant variant = Variant.all().get(args[0]);
    if (variant == null || args.length < 2) {
      System.err.println("there is no variant " + args[0] + ", or no fork is given; --list names the variants");
      System.exit(2);
    }
    boolean brief = args.length > 2 && args[2].equals("check");
    int tries = args.length > 2 && !brief ? Integer.parseInt(args[2]) : 5;
    String line;
    try (LocalCluster cluster = new LocalCluster()) {
      line = new FlinkBench(cluster, variant, tries, brief).line(args[1]);
    } catch (WrongAnswer e) {
      System.err.println(variant.name() + ": " + e.getMessage());
      System.exit(1);
      return;
    }
    if (!line.isEmpty()) {
      System.out.println(line);
      System.exit(0);
    }
    System.exit(brief ? 0 : 3);
  }

  /** Empty where every run had others beside it. */
  private String line(String fork) throws Exception {
    check();
    if (brief) {
      return "";
    }
    warmUp();
    for (int i = 0; i < tries; i++) {
      Timed timed = unpaced();
      if (timed.foreignCores < FOREIGN_CORES) {
        return csv(fork, timed);
      }
      System.err.printf(Locale.ROOT, "%s: run thrown away, %.2f cores of others%n", variant.name(), timed.foreignCores);
    }
    return "";
  }

  /** The JIT compiler is still at work in the second run. */
  private void warmUp() throws Exception {
    double seconds = 0;
    while (seconds < WARM_UP_SECONDS) {
      seconds += unpaced().run.seconds();
    }
  }

  private record Timed(Run run, double foreignCores, long heapBytes, long processBytes) {}

  private Timed unpaced() throws Exception {
    Run run = Run.begin(0, false);
    StreamExecutionEnvironment env = LocalCluster.environment();
    Jobs.build(env, variant, variant.events(), 0);
    System.gc();
    try (PeakMemory memory = new PeakMemory()) {
      ForeignLoad foreign = ForeignLoad.begin();
      cluster.run(env);
      return new Timed(run, foreign.cores(), memory.heapBytes(), memory.processBytes());
    }
  }

  private String csv(String fork, Timed timed) throws Exception {
    double seconds = timed.run.seconds();
    String head =
        String.format(
            Locale.ROOT, "%s,%s,%d,%.4f,%.0f,%.3f,%d", variant.name(), fork, variant.events(), seconds,
            variant.events() / seconds, timed.foreignCores, timed.run.rows());
    return head + "," + (variant.pacedRate() == 0 ? ",,,,," : paced()) + "," + timed.heapBytes + "," + timed.processBytes;
  }

  /** Latencies and checkpoints at a rate that the variant is not short of. */
  private String paced() throws Exception {
    long rate = variant.pacedRate();
    long events = rate * PACED_SECONDS;
    Run run = Run.begin((int) (events / 1_000) + 1, false);
    StreamExecutionEnvironment env = LocalCluster.environment();
    Path directory = Files.createTempDirectory("horatio-bench-");
    try {
      LocalCluster.checkpointing(env, directory);
      Jobs.build(env, variant, events, rate);
      CheckpointStatsSnapshot checkpoints = cluster.run(env);
      Histogram nanos = run.latency().histogram();
      CompletedCheckpointStatsSummarySnapshot summary = checkpoints.getSummaryStats();
      return String.format(
          Locale.ROOT, "%.3f,%.3f,%.3f,%d,%d,%d", nanos.getValueAtPercentile(50) / 1e6,
          nanos.getValueAtPercentile(99) / 1e6, nanos.getMaxValue() / 1e6,
          checkpoints.getCounts().getNumberOfCompletedCheckpoints(), summary.getEndToEndDurationStats().getAverage(),
          summary.getStateSizeStats().getAverage());
    } finally {
      FileUtils.deleteDirectoryQuietly(directory.toFile()); // Flink may still be at it
    }
  }

  private void check() throws Exception {
    if (variant.operator() == Variant.Operator.NO_OP) {
      unpaced();
      return;
    }
    long cycle = (long) variant.shape().keys() * (variant.shape().burst() + 1);
    long events = Math.min(variant.events(), (CHECKED_EVENTS / cycle + 1) * cycle);
    Run run = Run.begin(0, true);
    StreamExecutionEnvironment env = LocalCluster.environment();
    Jobs.build(env, variant, events, 0);
    cluster.run(env);
    compare(variant.workload().answer(variant.shape(), events), run);
  }

  private void compare(Workload.Answer answer, Run run) throws WrongAnswer {
    boolean matches = variant.operator() == Variant.Operator.CEP;
    BigDecimal rows = matches ? answer.sum() : BigDecimal.valueOf(answer.rows());
    if (rows.compareTo(BigDecimal.valueOf(run.rows())) != 0) {
      throw new WrongAnswer("%d rows, and not %s".formatted(run.rows(), rows));
    }
    BigDecimal slack = variant.workload().numbers().equals("APPROX") ? BigDecimal.valueOf(1e-6) : BigDecimal.ZERO;
    if (run.sum().subtract(answer.sum()).abs().compareTo(answer.sum().multiply(slack)) > 0) {
      MathContext shown = new MathContext(20);
      throw new WrongAnswer(
          "all counts come to %s, and not to %s".formatted(run.sum().round(shown), answer.sum().round(shown)));
    }
  }

  private static final class WrongAnswer extends Exception {
    WrongAnswer(String message) {
      super(message);
    }
  }
}
