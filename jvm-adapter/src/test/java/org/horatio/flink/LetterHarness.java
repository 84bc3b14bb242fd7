// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.util.OutputTag;

/** All subtasks of the operator over letters, each in a harness, with the real process. */
final class LetterHarness implements AutoCloseable {
  static final int MOST_PARALLELISM = 16;

  private static final TypeInformation<Letter> LETTER = TypeInformation.of(Letter.class);
  private static final OutputTag<Letter> LATE = new OutputTag<>("late", LETTER);
  private static final long SECOND = 1_000;

  private final List<KeyedOneInputStreamOperatorTestHarness<Integer, Letter, TrendResult>> subtasks = new ArrayList<>();
  private final List<String> rows;
  private long time = SECOND;

  /** The job's rows and late letters are added to the list, which outlives its restarts. */
  LetterHarness(
      String queries, int parallelism, List<String> rows, StateBackend backend, OperatorSubtaskState state, int before)
      throws Exception {
    this(queries, parallelism, rows, backend, state, before, HoratioOptions.defaults());
  }

  LetterHarness(
      String queries, int parallelism, List<String> rows, StateBackend backend, OperatorSubtaskState state, int before,
      HoratioOptions options)
      throws Exception {
    this.rows = rows;
    WorkloadSource source = new WorkloadSource(Letter.schema() + queries, false, List.of("k"));
    var plan = new SidecarOperatorFactory.Plan<>(
        source, source.describe(options), EventMapping.<Letter>ofClasses(Letter.class, List.of()), options, LATE,
        new OutputTag<>("rejected", RejectedEvent.typeInfo(LETTER)));
    try {
      for (int subtask = 0; subtask < parallelism; subtask++) {
        open(new SidecarOperatorFactory<>(plan), parallelism, subtask, backend, state, before);
      }
    } catch (Exception e) {
      for (var subtask : subtasks) {
        subtask.getOperator().close(); // a harness would end the input first
      }
      throw e;
    }
  }

  private void open(
      SidecarOperatorFactory<Letter> operator, int parallelism, int subtask, StateBackend backend,
      OperatorSubtaskState state, int before)
      throws Exception {
    KeyedOneInputStreamOperatorTestHarness<Integer, Letter, TrendResult> harness =
        new KeyedOneInputStreamOperatorTestHarness<>(
            operator, letter -> letter.k, Types.INT, MOST_PARALLELISM, parallelism, subtask);
    subtasks.add(harness);
    if (backend != null) {
      harness.setStateBackend(backend);
    }
    harness.getEnvironment().setExpectedExternalFailureCause(HoratioException.class);
    harness.setup();
    if (state != null) {
      harness.initializeState(AbstractStreamOperatorTestHarness.repartitionOperatorState(
          state, MOST_PARALLELISM, before, parallelism, subtask));
    }
    harness.open();
  }

  KeyedOneInputStreamOperatorTestHarness<Integer, Letter, TrendResult> subtask(int index) {
    return subtasks.get(index);
  }

  SidecarCounters counters(int subtask) {
    return ((SidecarOperator<?>) subtasks.get(subtask).getOperator()).counters();
  }

  void feed(List<LetterStream.Step> steps) throws Exception {
    for (LetterStream.Step step : steps) {
      if (step.letter() == null) {
        watermark(step.watermark());
      } else {
        letter(step.letter());
      }
    }
  }

  void letter(Letter letter) throws Exception {
    int subtask =
        KeyGroupRangeAssignment.assignKeyToParallelOperator(letter.k, MOST_PARALLELISM, subtasks.size());
    subtasks.get(subtask).processElement(new StreamRecord<>(letter, letter.time));
  }

  void watermark(long watermark) throws Exception {
    time += SECOND;
    for (var subtask : subtasks) {
      subtask.processWatermark(watermark);
      subtask.setProcessingTime(time); // sends what waits for the flush interval
      runMails(subtask);
    }
  }

  private static void runMails(KeyedOneInputStreamOperatorTestHarness<Integer, Letter, TrendResult> subtask)
      throws Exception {
    for (var mail = subtask.getTaskMailbox().tryTake(0); mail.isPresent(); mail = subtask.getTaskMailbox().tryTake(0)) {
      mail.get().run();
    }
  }

  /** The state of all subtasks at the barrier; what leaves before it is among the rows. */
  OperatorSubtaskState snapshot(long checkpoint) throws Exception {
    List<OperatorSubtaskState> states = new ArrayList<>();
    for (var subtask : subtasks) {
      subtask.prepareSnapshotPreBarrier(checkpoint);
      collect(subtask);
      states.add(subtask.snapshot(checkpoint, checkpoint));
    }
    return AbstractStreamOperatorTestHarness.repackageState(states.toArray(OperatorSubtaskState[]::new));
  }

  void endOfInput() throws Exception {
    for (var subtask : subtasks) {
      subtask.processWatermark(Long.MAX_VALUE);
      subtask.endInput();
      collect(subtask);
    }
  }

  // A row's attempt does not matter, so watermarks are left out.
  private void collect(KeyedOneInputStreamOperatorTestHarness<Integer, Letter, TrendResult> subtask) {
    for (Object output : subtask.getOutput()) {
      if (output instanceof StreamRecord<?> row) {
        rows.add(row.getValue() + " @" + row.getTimestamp());
      }
    }
    subtask.getOutput().clear();
    var late = subtask.getSideOutput(LATE);
    if (late != null) {
      late.forEach(record -> rows.add("late " + record.getValue()));
      late.clear();
    }
  }

  @Override
  public void close() {
    for (var subtask : subtasks) {
      try {
        subtask.close();
      } catch (Exception e) {
        throw new AssertionError("a subtask does not close", e);
      }
    }
  }
}
