// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.LatencyMarker;
import org.apache.flink.streaming.runtime.streamrecord.RecordAttributes;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.util.OutputTag;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The operator by itself, with the real process; mails and timers run when the test says so. */
@RequiresOperator
@Timeout(60)
class OperatorHarnessTest {
  private static final TypeInformation<Letter> LETTER = TypeInformation.of(Letter.class);

  private final OutputTag<Letter> late = new OutputTag<>("late", LETTER);
  private KeyedOneInputStreamOperatorTestHarness<Integer, Letter, TrendResult> harness;

  @BeforeEach
  void open() throws Exception {
    WorkloadSource source =
        new WorkloadSource(Letter.schema() + Letter.query("q", "SEQ(A, B+)"), false, List.of("k"));
    HoratioOptions options = HoratioOptions.defaults();
    var plan = new SidecarOperatorFactory.Plan<>(
        source, source.describe(options), EventMapping.<Letter>ofClasses(Letter.class, List.of()), options, late,
        new OutputTag<>("rejected", RejectedEvent.typeInfo(LETTER)));
    harness = new KeyedOneInputStreamOperatorTestHarness<>(
        new SidecarOperatorFactory<>(plan), letter -> letter.k, Types.INT, 128, 1, 0);
    harness.open();
  }

  @AfterEach
  void closeAndLeaveNoChild() throws Exception {
    harness.close();
    Children.awaitNone();
  }

  private void letter(String type, long time) throws Exception {
    harness.processElement(new StreamRecord<>(new Letter(type, 1, time), time));
  }

  // Runs mails until so many outputs are there.
  private List<String> outputs(int count) throws Exception {
    while (harness.getOutput().size() < count) {
      harness.getTaskMailbox().take(0).run();
    }
    List<String> texts = new ArrayList<>();
    for (Object output : harness.getOutput()) {
      texts.add(output instanceof StreamRecord<?> row ? row.getValue() + " @" + row.getTimestamp() : text(output));
    }
    harness.getOutput().clear();
    return texts;
  }

  private static String text(Object output) {
    if (output instanceof Watermark watermark) {
      return "watermark " + watermark.getTimestamp();
    }
    if (output instanceof WatermarkStatus status) {
      return status.isIdle() ? "idle" : "active";
    }
    if (output instanceof RecordAttributes) {
      return "attributes";
    }
    return output instanceof LatencyMarker ? "marker" : output.toString();
  }

  @Test
  void everythingLeavesInItsOrder() throws Exception {
    letter("A", 1);
    letter("B", 2);
    harness.processWatermark(9_998);
    harness.getOneInputOperator().processLatencyMarker(new LatencyMarker(1, new OperatorID(), 0));
    letter("B", 10_001);
    letter("A", 10_000);
    harness.processWatermark(9_999);
    harness.processWatermarkStatus(WatermarkStatus.IDLE);
    harness.processWatermarkStatus(WatermarkStatus.ACTIVE);
    harness.processRecordAttributes(new RecordAttributes(true));
    harness.processWatermark(20_000);
    assertEquals(
        List.of(
            "watermark 9998", "marker", "q [0, 10000) [1] [1] OK @9999", "watermark 9999", "idle", "active",
            "attributes", "q [10000, 20000) [1] [1] OK @19999", "watermark 20000"),
        outputs(9));
  }

  @Test
  void aWatermarkThatClosesNoPaneIsSentByTheTimer() throws Exception {
    harness.processWatermark(0);
    harness.processWatermark(10);
    assertEquals(List.of("watermark 0"), outputs(1));
    harness.setProcessingTime(harness.getProcessingTime() + 50);
    assertEquals(List.of("watermark 10"), outputs(1));
  }

  @Test
  void lateRecordsGoToTheSideAtOnce() throws Exception {
    harness.processWatermark(100);
    letter("A", 100);
    assertEquals(1, harness.getSideOutput(late).size());
    assertEquals(List.of("watermark 100"), outputs(1));
  }

  @Test
  void theEndOfTheInputBringsWhatIsLeft() throws Exception {
    letter("A", 1);
    letter("B", 2);
    harness.processWatermark(Watermark.MAX_WATERMARK.getTimestamp());
    harness.endInput();
    assertEquals(List.of("q [0, 10000) [1] [1] OK @9999", "watermark " + Long.MAX_VALUE), outputs(2));
  }

  @Test
  void aRecordWithoutTimestampIsRefused() {
    String message = assertThrows(
        RefusedJobException.class, () -> harness.processElement(new StreamRecord<>(new Letter("A", 1, 1)))).getMessage();
    assertTrue(message.contains("assignTimestampsAndWatermarks"), message);
  }
}
