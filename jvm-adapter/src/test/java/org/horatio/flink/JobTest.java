// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.util.ExceptionUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Real jobs on a MiniCluster with the real process. */
@RequiresOperator
@Timeout(120)
class JobTest {
  @RegisterExtension
  static final MiniClusterExtension CLUSTER = LocalCluster.withSlots(4);

  private StreamExecutionEnvironment env; // of the cluster, which is there from @BeforeEach on

  @BeforeEach
  void runInOneSubtask() {
    env = StreamExecutionEnvironment.getExecutionEnvironment();
    env.setParallelism(1);
  }

  @AfterEach
  void noChildIsLeft() throws InterruptedException {
    Children.awaitNone();
  }

  private DataStream<Letter> stream(List<Letter> letters) {
    return env.fromData(Letter.class, letters.toArray(Letter[]::new))
        .assignTimestampsAndWatermarks(
            WatermarkStrategy.<Letter>forMonotonousTimestamps().withTimestampAssigner((letter, old) -> letter.time));
  }

  private static HoratioAttachment<Letter> attach(DataStream<Letter> letters, String name, String workload) {
    return Horatio.attach(letters.keyBy(letter -> letter.k)).name(name).keyedBy("k").workload(workload).event(Letter.class);
  }

  private static List<String> sorted(List<String> list) {
    return list.stream().sorted().toList();
  }

  private static String failureOf(StreamExecutionEnvironment env) {
    return ExceptionUtils.stringifyException(assertThrows(Exception.class, () -> env.execute()));
  }

  @Test
  void theGoldenCountsComeOutAtParallelismTwo() throws Exception {
    env.setParallelism(2);
    String workload = Letter.schema() + Letter.query("q1", "SEQ(A, B+)") + Letter.query("q2", "SEQ(C, B+)")
        + Letter.query("q3", "(SEQ(A, B+))+");
    HoratioStreams<Letter> out = attach(stream(Letter.word("AACBBBBAACCCBB", 30)), "letters", workload).run();
    List<String> rows = CollectSink.of(out.results(), "golden");
    List<String> named = CollectSink.of(
        out.query("q2").map(row -> row.getField("k") + " " + row.getField("COUNT(*)") + " " + row.getField("status")),
        "golden q2");
    env.execute();
    List<String> expected = new ArrayList<>();
    List<String> expectedNamed = new ArrayList<>();
    for (int k = 0; k < 30; k++) {
      expected.add("q1 [0, 10000) [" + k + "] [132] OK @9999");
      expected.add("q2 [0, 10000) [" + k + "] [72] OK @9999");
      expected.add("q3 [0, 10000) [" + k + "] [312] OK @9999");
      expectedNamed.add(k + " 72 OK @9999");
    }
    assertEquals(sorted(expected), sorted(rows));
    assertEquals(sorted(expectedNamed), sorted(named));
    assertEquals(List.of("q1", "q2", "q3"), out.queries());
    assertEquals(List.of("k"), out.groupNames("q1"));
    assertEquals(List.of("COUNT(*)"), out.aggregateNames("q1"));
  }

  @Test
  void aQueryWithoutWindowReportsAtTheEnd() throws Exception {
    String workload = Letter.schema() + "QUERY q RETURN COUNT(*) PATTERN B+ GROUP BY k;";
    HoratioStreams<Letter> out = attach(stream(Letter.word("BBAB", 2)), "endless", workload).run();
    List<String> rows = CollectSink.of(out.results(), "endless");
    env.execute();
    assertEquals(
        List.of("q [0] [7] OK @" + Long.MAX_VALUE, "q [1] [7] OK @" + Long.MAX_VALUE), sorted(rows));
  }

  @Test
  void aGlobalStreamNeedsNoGroup() throws Exception {
    String workload = Letter.schema() + "QUERY q RETURN COUNT(*) PATTERN B+ WITHIN 10 SECONDS;";
    HoratioStreams<Letter> out = Horatio.attach(stream(Letter.word("BBAB", 1)))
        .name("global").global().workload(workload).event(Letter.class).run();
    List<String> rows = CollectSink.of(out.results(), "global");
    env.execute();
    assertEquals(List.of("q [0, 10000) [] [7] OK @9999"), rows);
  }

  @Test
  void aCountPast64BitsIsWholeAndWithU64Empty() throws Exception {
    List<Letter> letters = new ArrayList<>();
    for (int i = 0; i < 70; i++) {
      letters.add(new Letter("B", 1, i));
      if (i < 64) {
        letters.add(new Letter("B", 2, i));
      }
    }
    String workload = Letter.schema() + Letter.query("exact", "B+")
        + "QUERY u64 RETURN COUNT(*) PATTERN B+ GROUP BY k WITHIN 10 SECONDS NUMBERS U64;";
    HoratioStreams<Letter> out = attach(stream(letters), "large", workload).run();
    List<String> rows = CollectSink.of(out.results(), "large");
    env.execute();
    assertEquals(
        List.of("exact [0, 10000) [1] [1180591620717411303423] OK @9999",
            "exact [0, 10000) [2] [18446744073709551615] OK @9999",
            "u64 [0, 10000) [1] [null] OVERFLOW @9999",
            "u64 [0, 10000) [2] [18446744073709551615] OK @9999"),
        sorted(rows));
  }

  @Test
  void lateAndRejectedRecordsComeOutAtTheSide() throws Exception {
    List<Letter> letters = Letter.word("AB", 1);
    letters.add(new Letter("B", 0, 20_000));
    letters.add(new Letter("B", 0, 5));
    Letter tooFine = new Letter("A", 0, 20_001);
    tooFine.price = new BigDecimal("1.234");
    letters.add(tooFine);
    letters.add(new Letter("Unknown", 0, 20_002));
    DataStream<Letter> stream = env.fromData(Letter.class, letters.toArray(Letter[]::new))
        .assignTimestampsAndWatermarks(WatermarkStrategy.forGenerator(context -> new EachEvent())
            .withTimestampAssigner((letter, old) -> letter.time));
    String workload = Letter.schema() + Letter.query("q", "SEQ(A, B+)")
        + "QUERY p RETURN COUNT(*) PATTERN A WHERE A.price > 1 GROUP BY k WITHIN 10 SECONDS;";
    HoratioStreams<Letter> out = attach(stream, "side", workload).run();
    List<String> rows = CollectSink.of(out.results(), "side");
    List<String> late = CollectSink.of(out.late(), "side late");
    List<String> rejected = CollectSink.of(out.rejected().map(RejectedEvent::reason), "side rejected");
    env.execute();
    assertEquals(List.of("q [0, 10000) [0] [1] OK @9999"), rows);
    assertEquals(List.of("B0@5 @5"), late);
    assertEquals(
        List.of("price = 1.234 does not fit into DECIMAL(2) (at most 2 decimals, 64 bits) @20001"), rejected);
  }

  /** A watermark after each event, one below its time. */
  private static final class EachEvent implements org.apache.flink.api.common.eventtime.WatermarkGenerator<Letter> {
    private long newest = Long.MIN_VALUE;

    @Override
    public void onEvent(Letter letter, long time, org.apache.flink.api.common.eventtime.WatermarkOutput output) {
      newest = Math.max(newest, time);
      output.emitWatermark(new org.apache.flink.api.common.eventtime.Watermark(newest - 1));
    }

    @Override
    public void onPeriodicEmit(org.apache.flink.api.common.eventtime.WatermarkOutput output) {}
  }

  @Test
  void twoAttachmentsOfOneJobShareAProcess() throws Exception {
    DataStream<Letter> letters = stream(Letter.word("AACBBBBAACCCBB", 5));
    String workload = Letter.schema() + Letter.query("q", "SEQ(A, B+)");
    List<String> one = CollectSink.of(attach(letters, "one", workload).run().results(), "one");
    String other = Letter.schema() + Letter.query("q", "SEQ(C, B+)");
    List<String> two = CollectSink.of(attach(letters, "two", other).run().results(), "two");
    env.setParallelism(2);
    env.execute();
    assertEquals(5, one.stream().filter(row -> row.contains("[132]")).count());
    assertEquals(5, two.stream().filter(row -> row.contains("[72]")).count());
    assertEquals(10, one.size() + two.size());
  }

  @Test
  void twoAttachmentsOfOneNameAreRefused() {
    DataStream<Letter> letters = stream(Letter.word("AB", 1));
    String workload = Letter.schema() + Letter.query("q", "SEQ(A, B+)");
    attach(letters, "same", workload).run();
    String message = assertThrows(HoratioException.class, () -> attach(letters, "same", workload).run()).getMessage();
    assertTrue(message.contains("give each its own .name()"), message);
  }

  private JobClient startEndless(List<String> names) throws Exception {
    env.setParallelism(2);
    DataStream<Letter> letters = env.addSource(new SlowLetters(), "letters", org.apache.flink.api.common.typeinfo.TypeInformation.of(Letter.class));
    HoratioStreams<Letter> out = attach(letters, "endless", Letter.schema() + Letter.query("q", "SEQ(A, B+)")).run();
    List<String> rows = CollectSink.of(out.results(), names.get(0));
    JobClient job = env.executeAsync();
    while (rows.isEmpty()) {
      Thread.sleep(20);
    }
    return job;
  }

  @Test
  void aKilledProcessFailsTheJobWithItsStatusAndStderr() throws Exception {
    JobClient job = startEndless(List.of("killed"));
    Children.awaitOne().destroyForcibly();
    String failure = ExceptionUtils.stringifyException(
        assertThrows(Exception.class, () -> job.getJobExecutionResult().get()));
    assertTrue(failure.contains("exit status 137 (signal 9)"), failure);
    assertTrue(failure.contains("stderr"), failure);
  }

  @Test
  void aCancelledJobLeavesNothingBehind() throws Exception {
    JobClient job = startEndless(List.of("cancelled"));
    job.cancel().get();
    Children.awaitNone();
  }

  @Test
  void everyFaultOfAWorkloadIsShown() {
    String workload = Letter.schema() + Letter.query("q1", "SEQ(A, Bee+)") + Letter.query("q2", "SEQ(Cee, B)")
        + "QUERY q3 RETURN COUNT(*) PATTERN A GROUP BY nothing WITHIN 1 SECOND;";
    HoratioException refusal = assertThrows(
        HoratioException.class, () -> attach(stream(Letter.word("AB", 1)), "faults", workload).run());
    assertTrue(refusal.faults().size() >= 3, refusal.getMessage());
    for (String part : List.of("Bee", "Cee", "nothing")) {
      assertTrue(refusal.getMessage().contains(part), refusal.getMessage());
    }
  }

  @Test
  void aKeyThatAQueryDoesNotGroupByIsRefused() {
    String workload = Letter.schema() + "QUERY q RETURN COUNT(*) PATTERN A WITHIN 1 SECOND;";
    HoratioException refusal = assertThrows(
        HoratioException.class, () -> attach(stream(Letter.word("AB", 1)), "mismatch", workload).run());
    assertTrue(refusal.getMessage().contains("k"), refusal.getMessage());
  }

  @Test
  void aKeyOtherThanTheDeclaredOneIsFoundAtRunTime() {
    DataStream<Letter> letters = stream(Letter.word("ABABABAB", 8));
    Horatio.attach(letters.keyBy(letter -> letter.time))
        .name("wrong key").keyedBy("k").workload(Letter.schema() + Letter.query("q", "SEQ(A, B+)")).event(Letter.class)
        .run().results().addSink(new org.apache.flink.streaming.api.functions.sink.legacy.DiscardingSink<>());
    String failure = failureOf(env);
    assertTrue(failure.contains("horatio-operator ended the session"), failure);
  }

  @Test
  void batchExecutionIsRefusedWhenTheJobIsMadeAndWhenItStarts() {
    String workload = Letter.schema() + Letter.query("q", "SEQ(A, B+)");
    DataStream<Letter> letters = stream(Letter.word("AB", 1));
    attach(letters, "batch later", workload).run();
    env.setRuntimeMode(RuntimeExecutionMode.BATCH);
    String atStart = failureOf(env);
    assertTrue(atStart.contains("BATCH"), atStart);
    for (RuntimeExecutionMode mode : List.of(RuntimeExecutionMode.BATCH, RuntimeExecutionMode.AUTOMATIC)) {
      env.setRuntimeMode(mode);
      HoratioException refusal = assertThrows(HoratioException.class, () -> attach(letters, "x", workload).run());
      assertEquals(AttachmentChecks.BATCH, refusal.getMessage());
    }
  }

  @Test
  void recordsWithoutTimestampsAreRefusedWithTheRemedy() {
    DataStream<Letter> letters = env.fromData(Letter.class, new Letter("A", 1, 1));
    attach(letters, "no time", Letter.schema() + Letter.query("q", "SEQ(A, B+)")).run();
    String failure = failureOf(env);
    assertTrue(failure.contains("assignTimestampsAndWatermarks"), failure);
  }

  @Test
  void anIncompleteDeclarationNamesWhatIsMissing() {
    DataStream<Letter> letters = stream(Letter.word("AB", 1));
    var noName = Horatio.attach(letters.keyBy(letter -> letter.k));
    assertTrue(assertThrows(HoratioException.class, noName::run).getMessage().contains(".name("));
    var noKeys = Horatio.attach(letters.keyBy(letter -> letter.k)).name("n").workload("w").event(Letter.class);
    assertTrue(assertThrows(HoratioException.class, noKeys::run).getMessage().contains(".keyedBy("));
    var notKeyed = Horatio.attach(letters).name("n").workload("w").event(Letter.class);
    assertTrue(assertThrows(HoratioException.class, notKeyed::run).getMessage().contains("keyBy"));
  }
}
