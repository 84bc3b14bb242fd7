// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;
import org.apache.flink.state.rocksdb.RocksDBOptions;
import org.apache.flink.util.ExceptionUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Snapshots and restores of the operator by itself, with the real process. */
@RequiresOperator
@Timeout(120)
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
}
