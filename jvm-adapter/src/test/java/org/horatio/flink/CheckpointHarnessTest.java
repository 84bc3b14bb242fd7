// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;
import org.apache.flink.state.rocksdb.RocksDBOptions;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.util.ExceptionUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Snapshots and restores of the operator by itself, with the real process. */
@RequiresOperator
@Timeout(60)
class CheckpointHarnessTest {
  private static final List<LetterStream.Step> STEPS = LetterStream.steps(7, 4_000);

  @AfterEach
  void noChildIsLeft() throws InterruptedException {
    Children.awaitNone();
  }

  private static List<String> sorted(List<String> rows) {
    return rows.stream().sorted().toList();
  }

  private static List<String> undisturbed(String queries) throws Exception {
    List<String> rows = new ArrayList<>();
    try (LetterHarness job = new LetterHarness(queries, 1, rows, null, null, 0)) {
      job.feed(STEPS);
      job.endOfInput();
    }
    return sorted(rows);
  }

  // The stream in as many parts as there are parallelisms, a checkpoint and a restart between them.
  private static List<String> restarted(StateBackend backend, int... parallelisms) throws Exception {
    List<String> rows = new ArrayList<>();
    OperatorSubtaskState state = null;
    for (int part = 0; part < parallelisms.length; part++) {
      int before = part == 0 ? 0 : parallelisms[part - 1];
      try (LetterHarness job =
          new LetterHarness(LetterStream.QUERIES, parallelisms[part], rows, backend, state, before)) {
        int size = STEPS.size();
        job.feed(STEPS.subList(part * size / parallelisms.length, (part + 1) * size / parallelisms.length));
        if (part < parallelisms.length - 1) {
          state = job.snapshot(part + 1);
        } else {
          job.endOfInput();
        }
      }
    }
    return sorted(rows);
  }

  private static StateBackend rocksDb(String timers) {
    Configuration configuration = new Configuration();
    configuration.setString(RocksDBOptions.TIMER_SERVICE_FACTORY.key(), timers);
    return new EmbeddedRocksDBStateBackend(true)
        .configure(configuration, CheckpointHarnessTest.class.getClassLoader());
  }

  static Stream<StateBackend> backends() {
    return Stream.of(new HashMapStateBackend(), rocksDb("ROCKSDB"));
  }

  @ParameterizedTest
  @MethodSource("backends")
  void aJobThatIsRescaledGivesTheRowsOfOneThatIsNot(StateBackend backend) throws Exception {
    List<String> expected = undisturbed(LetterStream.QUERIES);
    assertTrue(expected.size() > 500, expected.size() + " rows");
    assertTrue(expected.stream().anyMatch(row -> row.startsWith("late")), "no letter is late");
    assertEquals(expected, restarted(backend, 2, 3, 1, 2));
  }

  @Test
  void aJobThatIsRestartedOftenGivesTheRowsOfOneThatIsNot() throws Exception {
    assertEquals(undisturbed(LetterStream.QUERIES), restarted(null, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1));
  }

  @Test
  void aJobGoesOnAfterACheckpoint() throws Exception {
    List<String> rows = new ArrayList<>();
    try (LetterHarness job = new LetterHarness(LetterStream.QUERIES, 2, rows, null, null, 0)) {
      for (int part = 0; part < 10; part++) {
        job.feed(STEPS.subList(part * STEPS.size() / 10, (part + 1) * STEPS.size() / 10));
        job.snapshot(part + 1);
      }
      job.endOfInput();
      job.snapshot(11);
    }
    assertEquals(undisturbed(LetterStream.QUERIES), sorted(rows));
  }

  @Test
  void rocksDbWithTimersOnTheHeapIsRefused() {
    String failure = ExceptionUtils.stringifyException(assertThrows(
        Exception.class,
        () -> new LetterHarness(LetterStream.QUERIES, 1, new ArrayList<>(), rocksDb("HEAP"), null, 0)));
    assertTrue(failure.contains(AttachmentChecks.HEAP_TIMERS), failure);
  }

  // One subtask with some letters, a checkpoint, and the message with which a job on the changed state fails.
  private static String refusal(DamagedState.Damage damage) throws Exception {
    OperatorSubtaskState state;
    try (LetterHarness job = new LetterHarness(LetterStream.QUERIES, 2, new ArrayList<>(), null, null, 0)) {
      job.feed(STEPS.subList(0, 500));
      state = DamagedState.of(job.snapshot(1), damage);
    }
    return ExceptionUtils.stringifyException(assertThrows(
        Exception.class, () -> new LetterHarness(LetterStream.QUERIES, 1, new ArrayList<>(), null, state, 2)));
  }

  private static DamagedState.Damage only(int keyGroup, UnaryOperator<byte[]> change) {
    return (each, bytes) -> each == keyGroup ? change.apply(bytes) : bytes;
  }

  // What the process has frozen, in an undamaged wrapping.
  private static DamagedState.Damage content(int keyGroup, Consumer<byte[]> change) {
    return (each, bytes) -> each != keyGroup ? bytes : DamagedState.withContent(keyGroup, bytes, change);
  }

  @Test
  void damagedStateIsRefusedWithTheKeyGroupAndTheReason() throws Exception {
    String crc = refusal(only(3, bytes -> {
      bytes[bytes.length / 2]++;
      return bytes;
    }));
    assertTrue(crc.contains("cannot restore key group 3: it is damaged: wrong CRC"), crc);
    String version = refusal(only(5, bytes -> {
      bytes[4] = 2;
      return bytes;
    }));
    assertTrue(version.contains("cannot restore key group 5: its format version is 2"), version);
    String truncated = refusal(only(15, bytes -> Arrays.copyOf(bytes, bytes.length - 10)));
    assertTrue(truncated.contains("cannot restore key group 15: it is truncated"), truncated);
    String missing = refusal(only(9, bytes -> null));
    assertTrue(missing.contains("the state of key group 9 is missing"), missing);
  }

  @Test
  void stateThatTheProcessCannotReadIsRefusedWithItsReason() throws Exception {
    String version = refusal(content(4, content -> content[4] = 99));
    assertTrue(version.contains("snapshot of key group 4: format version 99, this program reads version 1"), version);
    String damaged = refusal(content(4, content -> content[20]++));
    assertTrue(damaged.contains("snapshot of key group 4: damaged: wrong CRC"), damaged);
  }

  @Test
  void aFinishedSubtaskHasNoStateAndItsKeyGroupsStartEmpty() throws Exception {
    List<String> rows = new ArrayList<>();
    OperatorSubtaskState state;
    try (LetterHarness job = new LetterHarness(LetterStream.QUERIES, 2, rows, null, null, 0)) {
      job.feed(STEPS.subList(0, 500));
      state = DamagedState.of(job.snapshot(1), (keyGroup, bytes) -> keyGroup < 8 ? null : bytes);
    }
    try (LetterHarness job = new LetterHarness(LetterStream.QUERIES, 1, rows, null, state, 2)) {
      job.endOfInput();
    }
    assertTrue(!rows.isEmpty());
  }

  @Test
  void inputThatFollowsTheEndOfARestoredJobFindsTheWindowsClosed() throws Exception {
    String query = Letter.query("q", "SEQ(A, B+)"); // windows of 10 s
    List<String> rows = new ArrayList<>();
    OperatorSubtaskState state;
    try (LetterHarness job = new LetterHarness(query, 1, rows, null, null, 0)) {
      job.letter(new Letter("A", 1, 1_000));
      job.letter(new Letter("B", 1, 2_000));
      job.watermark(1_500);
      job.endOfInput();
      state = job.snapshot(1);
    }
    assertEquals(List.of("q [0, 10000) [1] [1] OK @9999"), rows);
    rows.clear();
    try (LetterHarness job = new LetterHarness(query, 2, rows, null, state, 1)) {
      job.letter(new Letter("B", 1, 9_999));
      job.letter(new Letter("A", 1, 10_000));
      job.letter(new Letter("B", 1, 10_001));
      job.endOfInput();
    }
    assertEquals(List.of("late B1@9999", "q [10000, 20000) [1] [1] OK @19999"), sorted(rows));
  }

  @Test
  void resultsThatWereDueAndHadNotLeftComeOnceAndBeforeAnyWatermark() throws Exception {
    String query = Letter.query("q", "A+");
    int keys = 40_000;
    List<String> rows = new ArrayList<>();
    OperatorSubtaskState state;
    try (LetterHarness job = new LetterHarness(query, 1, rows, null, null, 0)) {
      for (int key = 0; key < keys; key++) {
        job.letter(new Letter("A", key, 1));
      }
      job.subtask(0).processWatermark(9_999); // its results are more than the result credit lets out
      while (job.subtask(0).getOutput().isEmpty()) { // else the barrier could cut in before they are due
        job.subtask(0).getTaskMailbox().take(0).run();
      }
      state = job.snapshot(1);
    }
    int before = rows.size();
    assertTrue(before < keys, "all results had left before the barrier");
    try (LetterHarness job = new LetterHarness(query, 1, rows, null, state, 1)) {
      job.subtask(0).processWatermark(5_000);
      while (job.subtask(0).getOutput().stream().noneMatch(Watermark.class::isInstance)) {
        job.subtask(0).getTaskMailbox().take(0).run();
      }
      List<Object> outputs = List.copyOf(job.subtask(0).getOutput());
      assertEquals(keys - before, outputs.size() - 1);
      assertEquals(new Watermark(5_000), outputs.get(outputs.size() - 1));
      job.endOfInput();
    }
    assertEquals(keys, rows.size());
    assertEquals(keys, rows.stream().distinct().count());
  }

  private static final String WITHOUT_C =
      "QUERY trends RETURN COUNT(*) PATTERN SEQ(A, B+) GROUP BY k WITHIN 10 SECONDS;";
  private static final String CHANGED =
      "QUERY changed RETURN COUNT(*) PATTERN SEQ(A, B) GROUP BY k WITHIN 2 SECONDS;";

  @Test
  void anUnchangedQueryGoesOnInAnEditedWorkloadAndOthersStartAfresh() throws Exception {
    String edited = WITHOUT_C + "QUERY added RETURN COUNT(*) PATTERN C GROUP BY k WITHIN 2 SECONDS;";
    List<String> rows = new ArrayList<>();
    OperatorSubtaskState state;
    try (LetterHarness job = new LetterHarness(WITHOUT_C + CHANGED, 1, rows, null, null, 0)) {
      job.letter(new Letter("A", 1, 1_000));
      job.letter(new Letter("C", 1, 4_500)); // no query asks for it, but it has gone by
      job.letter(new Letter("B", 1, 3_000));
      job.watermark(2_500);
      state = job.snapshot(1);
    }
    rows.clear();
    try (LetterHarness job = new LetterHarness(edited, 2, rows, null, state, 1)) {
      // Of each key group the window of 4,500, and that of 2,500 if the barrier came after its watermark was applied.
      long skipped = job.counters(0).skippedPartial + job.counters(1).skippedPartial;
      int keyGroups = LetterHarness.MOST_PARALLELISM;
      assertTrue(skipped == keyGroups || skipped == 2 * keyGroups, skipped + " windows");
      job.letter(new Letter("C", 1, 4_600)); // its window began before what has gone by
      job.letter(new Letter("C", 1, 6_000));
      job.letter(new Letter("B", 1, 7_000));
      job.endOfInput();
    }
    assertEquals(List.of("added [6000, 8000) [1] [1] OK @7999", "trends [0, 10000) [1] [3] OK @9999"), sorted(rows));
  }

  @Test
  void aQueryOfTheSameNameWithAnotherTextStartsAfresh() throws Exception {
    List<String> rows = new ArrayList<>();
    OperatorSubtaskState state;
    try (LetterHarness job = new LetterHarness(CHANGED, 1, rows, null, null, 0)) {
      job.letter(new Letter("A", 1, 100));
      job.watermark(200);
      state = job.snapshot(1);
    }
    try (LetterHarness job = new LetterHarness(CHANGED.replace("SEQ(A, B)", "B"), 1, rows, null, state, 1)) {
      job.letter(new Letter("B", 1, 300));
      job.letter(new Letter("B", 1, 2_000));
      job.endOfInput();
    }
    assertEquals(List.of("changed [2000, 4000) [1] [1] OK @3999"), rows);
  }
}
