// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.LongPredicate;
import java.util.stream.Stream;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Histogram;
import org.apache.flink.metrics.Metric;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.testutils.InMemoryReporter;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What Flink's metric reporters see of jobs with the real process. */
@RequiresOperator
@Timeout(180)
class MetricsJobTest {
  private static final InMemoryReporter REPORTER = InMemoryReporter.createWithRetainedMetrics();

  @RegisterExtension
  static final MiniClusterExtension CLUSTER =
      LocalCluster.withSlots(4, REPORTER.addToConfiguration(new Configuration()));

  private StreamExecutionEnvironment env; // of the cluster, which is there from @BeforeEach on

  @BeforeEach
  void useTheCluster() {
    env = StreamExecutionEnvironment.getExecutionEnvironment();
  }

  @AfterEach
  void noChildIsLeft() throws InterruptedException {
    Children.awaitNone();
  }

  /** A watermark after each event, one below its time. */
  private static final class EachEvent implements WatermarkGenerator<Letter> {
    @Override
    public void onEvent(Letter letter, long time, WatermarkOutput output) {
      output.emitWatermark(new Watermark(time - 1));
    }

    @Override
    public void onPeriodicEmit(WatermarkOutput output) {}
  }

  private static long value(Metric metric) {
    if (metric instanceof Counter counter) {
      return counter.getCount();
    }
    return metric instanceof Gauge<?> gauge ? (Long) gauge.getValue() : ((Histogram) metric).getCount();
  }

  /** The operator's metrics of this name, one for each subtask and attempt; Horatio's own begin with "horatio.". */
  private static List<Long> values(JobID job, String name) {
    return metrics(job).filter(metric -> metric.getKey().equals(name)).map(metric -> value(metric.getValue())).toList();
  }

  private static Stream<Map.Entry<String, Metric>> metrics(JobID job) {
    return REPORTER.getMetricsByGroup().entrySet().stream()
        .filter(group -> job.toString().equals(group.getKey().getAllVariables().get("<job_id>")))
        .filter(group -> "horatio: metrics".equals(group.getKey().getAllVariables().get("<operator_name>")))
        .flatMap(group -> group.getValue().entrySet().stream()
            .map(metric -> Map.entry(prefix(group.getKey()) + metric.getKey(), metric.getValue())));
  }

  private static String prefix(MetricGroup group) {
    String[] scope = group.getScopeComponents();
    return scope[scope.length - 1].equals("horatio") ? "horatio." : "";
  }

  private static long sum(JobID job, String name) {
    return values(job, name).stream().mapToLong(Long::longValue).sum();
  }

  private static void await(JobID job, String name, LongPredicate holds) throws InterruptedException {
    long end = System.currentTimeMillis() + 60_000;
    while (values(job, name).stream().noneMatch(holds::test)) {
      assertTrue(System.currentTimeMillis() < end, name + " stays at " + values(job, name));
      Thread.sleep(10);
    }
  }

  private HoratioStreams<Letter> attach(DataStream<Letter> letters) {
    String workload = Letter.schema() + Letter.query("q", "SEQ(A, B+)")
        + "QUERY p RETURN COUNT(*) PATTERN A WHERE A.price > 1 GROUP BY k WITHIN 10 SECONDS;";
    return Horatio.attach(letters.keyBy(letter -> letter.k))
        .name("metrics").keyedBy("k").workload(workload).event(Letter.class).run();
  }

  private HoratioStreams<Letter> oneOfEach() {
    List<Letter> letters = new ArrayList<>(List.of(new Letter("A", 0, 0), new Letter("B", 0, 1)));
    letters.add(new Letter("B", 0, 20_000));
    letters.add(new Letter("B", 0, 5)); // late
    letters.add(new Letter("Z", 0, 6)); // late, before anybody asks for its type
    Letter rejected = new Letter("A", 0, 20_001);
    rejected.price = new BigDecimal("1.234");
    letters.add(rejected);
    letters.add(new Letter("Z", 0, 20_002)); // no query asks for it
    letters.add(new Letter("Unknown", 0, 20_003));
    env.setParallelism(1);
    env.enableCheckpointing(100_000); // only the last one, at the end of the input
    return attach(env.fromData(Letter.class, letters.toArray(Letter[]::new))
        .assignTimestampsAndWatermarks(WatermarkStrategy.forGenerator(context -> new EachEvent())
            .withTimestampAssigner((letter, old) -> letter.time)));
  }

  private static void assertOneOfEach(JobID job) {
    assertEquals(List.of(3L), values(job, "horatio.events"));
    assertEquals(List.of(2L), values(job, "horatio.late"));
    assertEquals(List.of(1L), values(job, "horatio.rejected"));
    assertEquals(List.of(2L), values(job, "horatio.ignored"));
    assertEquals(List.of(0L), values(job, "horatio.refusedByProcess"));
    assertEquals(List.of(1L), values(job, "horatio.rows"));
    assertEquals(List.of(0L), values(job, "horatio.restarts"));
    assertEquals(List.of(0L), values(job, "horatio.inFlightPanes"));
    assertEquals(List.of(0L), values(job, "horatio.inFlightBytes"));
    assertTrue(sum(job, "horatio.frames") > 0 && sum(job, "horatio.bytes") > 0);
    assertTrue(sum(job, "horatio.barriers") >= 1, "no barrier of the last checkpoint");
    assertTrue(sum(job, "horatio.lastSnapshotBytes") > 0, "an empty snapshot");
    assertEquals(List.of(8L), values(job, "numRecordsIn"));
    long out = sum(job, "numRecordsOut");
    assertTrue(out >= 1 && out <= 1 + 2 + 1, "rows, and as Flink sees fit what leaves at the side: " + out);
  }

  @Test
  void recordsAreCountedByWhatBecameOfThem() throws Exception {
    HoratioStreams<Letter> out = oneOfEach();
    List<String> rows = CollectSink.of(out.results(), "counted");
    List<String> late = CollectSink.of(out.late(), "counted late");
    List<String> rejected = CollectSink.of(out.rejected(), "counted rejected");
    assertOneOfEach(env.execute().getJobID());
    assertEquals(List.of(1, 2, 1), List.of(rows.size(), late.size(), rejected.size()));
  }

  @Test
  void theyAreCountedWhereNobodyReadsTheSideOutputsToo() throws Exception {
    oneOfEach().results().rebalance().sinkTo(new DiscardingSink<>());
    assertOneOfEach(env.execute().getJobID());
  }

  private static void signal(String name, ProcessHandle process) throws Exception {
    Process kill = new ProcessBuilder("sh", "-c", "kill -" + name + " " + process.pid()).start();
    assertEquals(0, kill.waitFor());
  }

  @Test
  void aJobThatRunsShowsItsFlowItsCheckpointsAndItsRestarts() throws Exception {
    Configuration settings = new Configuration();
    settings.setString("restart-strategy.type", "fixed-delay");
    settings.setString("restart-strategy.fixed-delay.attempts", "3");
    settings.setString("restart-strategy.fixed-delay.delay", "10 ms");
    env.configure(settings);
    env.setParallelism(2);
    env.enableCheckpointing(100);
    DataStream<Letter> letters = env.addSource(new SlowLetters(), "letters", TypeInformation.of(Letter.class));
    attach(letters).results().sinkTo(new DiscardingSink<>());
    JobClient job = env.executeAsync();
    try {
      JobID id = job.getJobID();
      await(id, "horatio.roundTripMicros", count -> count > 0);
      await(id, "horatio.barriers", barriers -> barriers > 2);
      await(id, "horatio.lastSnapshotBytes", bytes -> bytes > 1_000);
      await(id, "horatio.rows", rows -> rows > 0);
      assertEquals(2, values(id, "horatio.lastDrainMillis").size());
      assertEquals(2, values(id, "horatio.lastSnapshotMillis").size());

      ProcessHandle process = Children.awaitOne();
      signal("STOP", process);
      await(id, "horatio.inFlightPanes", frames -> frames > 0); // a barrier may wait behind the first
      await(id, "horatio.inFlightBytes", bytes -> bytes >= Wire.LEAST_CHARGE);
      signal("CONT", process);
      long barriers = sum(id, "horatio.barriers");
      await(id, "horatio.barriers", now -> now > barriers);

      process.destroyForcibly();
      await(id, "horatio.restarts", restarts -> restarts == 1);
    } finally {
      job.cancel().get();
    }
  }

  @Test
  void everyMetricIsInTheReadme() throws Exception {
    oneOfEach().results().sinkTo(new DiscardingSink<>());
    JobID job = env.execute().getJobID();
    TreeSet<String> names = new TreeSet<>();
    metrics(job).map(Map.Entry::getKey).filter(name -> name.startsWith("horatio."))
        .forEach(name -> names.add(name.substring("horatio.".length())));
    assertTrue(names.size() >= 16, names.toString());
    String readme = java.nio.file.Files.readString(java.nio.file.Path.of("README.md"));
    for (String name : names) {
      assertTrue(readme.contains("`" + name + "`"), name + " is not in README.md");
    }
  }
}
