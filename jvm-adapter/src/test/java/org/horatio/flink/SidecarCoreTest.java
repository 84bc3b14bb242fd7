// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The state machine between a task and a session, without either. Records are texts: the district of a Pickup. */
class SidecarCoreTest {
  private final FakeHost host = new FakeHost();
  private final FakeLink link = new FakeLink();
  private SidecarInbox inbox;
  private SidecarCore<String> core;

  @BeforeEach
  void startWithMuchCredit() {
    start(1 << 20);
  }

  private void start(long credit) {
    inbox = new SidecarInbox(host);
    core = new SidecarCore<>(
        host, inbox, link, new SidecarIdentity("job", "operator", 0, "attempt", 8, 0, 3), Workloads.trips(),
        EventMapping.ofEncoder((record, event) -> {
          if (record.startsWith("idle")) {
            event.type("Idle");
            return;
          }
          event.type("Pickup").set("district", record);
          if (record.startsWith("bad")) {
            event.reject("it is bad");
          }
        }),
        HoratioOptions.defaults());
    core.open(new OperatorLink.Session(1, credit, Wire.MOST_FRAME));
    core.start();
    host.runMails();
  }

  private void answer(byte[] frame) {
    inbox.onFrame(0, frame);
    host.runMails();
  }

  @Test
  void aRecordAtOrBelowTheTrueWatermarkIsLateThoughTheWatermarkWasNotSent() throws Exception {
    core.watermark(3);
    core.watermark(5);
    link.takeSent();
    core.element("a", 5, 0);
    core.element("b", 6, 0);
    assertEquals(List.of("late a@5"), host.takeOut());
    assertEquals(1, core.counters().late);
    assertEquals(1, core.counters().events);
  }

  @Test
  void rowsAreFlushedBeforeAWatermarkThatClosesAPane() throws Exception {
    core.watermark(0);
    link.takeSent();
    core.element("a", 3, 0);
    core.watermark(8);
    assertEquals(List.of(), link.takeSent());
    core.watermark(9);
    assertEquals(List.of("panes 1", "watermark 9"), link.takeSent());
  }

  @Test
  void rowsAndAWatermarkWithinAPaneWaitForTheTimer() throws Exception {
    core.watermark(0);
    link.takeSent();
    core.element("a", 3, 0);
    core.watermark(1);
    core.watermark(2);
    host.fireTimers();
    assertEquals(List.of("panes 1", "watermark 2"), link.takeSent());
    core.element("a", 4, 0);
    host.fireTimers();
    assertEquals(List.of("panes 1"), link.takeSent());
  }

  @Test
  void aFullFrameIsFlushedAtOnce() throws Exception {
    int count = 0;
    while (link.sent.isEmpty()) {
      core.element("district " + count++, 1, 0);
    }
    assertEquals(List.of("panes " + count), link.takeSent());
    assertTrue(link.panes.get(0).length > 64 << 10);
  }

  @Test
  void aWatermarkLeavesOnlyAfterItsResults() throws Exception {
    core.watermark(19);
    assertEquals(List.of(), host.takeOut());
    answer(GoldenResult.row("north", 7, 0, 10));
    answer(GoldenResult.row("north", 8, 10, 20));
    assertEquals(List.of("row north=7@9", "row north=8@19"), host.takeOut());
    answer(ProcessFrames.drained(19));
    assertEquals(List.of("watermark 19"), host.takeOut());
  }

  @Test
  void whatKeepsItsPlaceAmongWatermarksWaitsBeforeThereIsTooMuchOfIt() throws Exception {
    core.watermark(9);
    int[] emitted = {0};
    int[] added = {0};
    host.onWait = () -> inbox.onFrame(0, ProcessFrames.drained(9));
    while (emitted[0] == 0) {
      core.inOrder(false, () -> emitted[0]++);
      added[0]++;
    }
    assertEquals(1_000, added[0]);
    assertEquals(1_000, emitted[0]);
    assertEquals(List.of("watermark 9"), host.takeOut());
  }

  @Test
  void creditWakesAWaitInWhichAnotherOneHasEnded() throws Exception {
    boolean[] inner = {false};
    host.post(() -> {
      host.post(() -> inner[0] = true);
      inbox.await(() -> inner[0]);
    });
    host.onWait = () -> {
      inbox.onCredit(1);
      assertEquals(1, host.mails.size());
    };
    long before = inbox.credit();
    inbox.await(() -> inbox.credit() > before);
    assertTrue(inner[0]);
  }

  @Test
  void resultCreditIsGivenBackAfterTheRowsAreOut() {
    answer(GoldenResult.row("north", 7, 0, 10));
    assertEquals(List.of("result credit 1024"), link.takeSent());
  }

  @Test
  void statusAndAttributesKeepTheirPlaceAmongWatermarks() throws Exception {
    core.watermark(19);
    core.inOrder(false, () -> host.out.add("attributes"));
    core.watermark(29);
    core.marker(() -> host.out.add("marker"));
    assertEquals(List.of(), host.takeOut());
    answer(ProcessFrames.drained(19));
    assertEquals(List.of("watermark 19", "attributes"), host.takeOut());
    answer(ProcessFrames.drained(29));
    assertEquals(List.of("watermark 29", "marker"), host.takeOut());
    core.inOrder(false, () -> host.out.add("active"));
    assertEquals(List.of("active"), host.takeOut());
  }

  @Test
  void anIdleInputSendsItsWatermarkFirst() throws Exception {
    core.watermark(0);
    link.takeSent();
    core.element("a", 5, 0);
    core.watermark(4);
    core.inOrder(true, () -> host.out.add("idle"));
    assertEquals(List.of("panes 1", "watermark 4"), link.takeSent());
    answer(ProcessFrames.drained(4));
    assertEquals(List.of("watermark 0", "watermark 4", "idle"), host.takeOut());
  }

  @Test
  void pastSixteenUnansweredWatermarksOnlyTheNewestIsKept() throws Exception {
    for (int i = 1; i <= 20; i++) {
      core.watermark(10 * i);
    }
    assertEquals(16, link.takeSent().size());
    answer(ProcessFrames.drained(10));
    assertEquals(List.of("watermark 200"), link.takeSent());
    answer(ProcessFrames.drained(200));
    List<String> out = host.takeOut();
    assertEquals("watermark 10", out.get(0));
    assertEquals("watermark 200", out.get(out.size() - 1));
    assertEquals(17, out.size());
  }

  @Test
  void aRecordWaitsUntilAFullFrameOfCreditIsLeft() throws Exception {
    start(new FrameBuilder(Workloads.trips()).fullFrame() + 2048);
    for (int i = 1; i <= 3; i++) {
      core.element("a", i, 0);
      host.fireTimers();
    }
    assertEquals(3, link.takeSent().size());
    int[] waits = {0};
    host.onWait = () -> {
      waits[0]++;
      inbox.onCredit(1024);
    };
    core.element("d", 4, 0);
    host.fireTimers();
    assertEquals(1, waits[0]);
    assertEquals(List.of("panes 1"), link.takeSent());
  }

  @Test
  void creditBelowOneFrameIsRefusedAtTheStart() {
    String message = assertThrows(HoratioException.class, () -> start(1000)).getMessage();
    assertTrue(message.contains("--event-credit"), message);
  }

  @Test
  void resultsAreEmittedWhileARecordWaitsForCredit() throws Exception {
    start(new FrameBuilder(Workloads.trips()).fullFrame());
    core.element("a", 1, 0);
    host.fireTimers();
    host.onWait = () -> {
      inbox.onFrame(0, GoldenResult.row("north", 7, 0, 10));
      host.onWait = () -> inbox.onCredit(1024);
    };
    core.element("b", 2, 0);
    assertEquals(List.of("row north=7@9"), host.takeOut());
  }

  @Test
  void emissionNeverNests() throws Exception {
    core.watermark(9);
    host.onEmit = () -> {
      host.onEmit = () -> {};
      inbox.onFrame(0, ProcessFrames.drained(9));
      host.runMails();
      host.out.add("end of the outer emission");
    };
    answer(GoldenResult.row("north", 7, 0, 10));
    assertEquals(List.of("row north=7@9", "end of the outer emission", "watermark 9"), host.takeOut());
  }

  @Test
  void aStatusThatIsBeingEmittedIsNotOvertakenByResults() throws Exception {
    core.watermark(9);
    answer(ProcessFrames.drained(9));
    host.takeOut();
    core.inOrder(false, () -> {
      inbox.onFrame(0, GoldenResult.row("north", 7, 0, 10));
      host.runMails();
      host.out.add("end of the status");
    });
    host.runMails();
    assertEquals(List.of("end of the status", "row north=7@9"), host.takeOut());
  }

  @Test
  void rejectedAndUnusedRecordsAreCountedAndNotSent() throws Exception {
    core.element("bad one", 1, 0);
    core.element("idle", 2, 0);
    core.element("x".repeat(FrameBuilder.MOST_ROW), 3, 0);
    host.fireTimers();
    assertEquals(List.of(), link.takeSent());
    assertEquals("rejected bad one: it is bad", host.out.get(0));
    assertTrue(host.out.get(1).endsWith("the event is larger than 65536 bytes"));
    assertEquals(2, core.counters().rejected);
    assertEquals(1, core.counters().ignored);
  }

  @Test
  void theEndOfTheInputFlushesAndWaitsUntilAllIsOut() throws Exception {
    core.element("a", 3, 0);
    core.watermark(Long.MAX_VALUE);
    host.onWait = () -> {
      assertEquals(List.of("panes 1", "end"), link.takeSent());
      inbox.onFrame(0, GoldenResult.row("a", 1, 0, 10));
      inbox.onFrame(0, ProcessFrames.drained(Long.MAX_VALUE));
    };
    core.endOfInput();
    assertEquals(List.of("row a=1@9", "watermark " + Long.MAX_VALUE), host.takeOut());
    core.endOfInput();
    assertEquals(List.of("result credit 1024"), link.takeSent());
  }

  @Test
  void theLastFiniteWatermarkIsSentBeforeTheEnd() throws Exception {
    core.watermark(0);
    core.watermark(5);
    link.takeSent();
    host.onWait = () -> inbox.onFrame(0, ProcessFrames.drained(Long.MAX_VALUE));
    core.endOfInput();
    assertEquals(List.of("watermark 5", "end"), link.takeSent());
  }

  @Test
  void aWatermarkThatWaitedForItsTurnDoesNotFollowTheEnd() throws Exception {
    for (int i = 1; i <= 17; i++) {
      core.watermark(10 * i);
    }
    core.watermark(Long.MAX_VALUE);
    link.takeSent();
    host.onWait = () -> {
      inbox.onFrame(0, ProcessFrames.drained(160));
      host.onWait = () -> inbox.onFrame(0, ProcessFrames.drained(Long.MAX_VALUE));
    };
    core.endOfInput();
    assertEquals(List.of("end"), link.takeSent());
  }

  @Test
  void aFailureWakesAWaitAndFailsTheTaskFromOutside() {
    HoratioException cause = new HoratioException("the process ended");
    host.onWait = () -> inbox.onFailure(cause);
    assertEquals("the process ended", assertThrows(HoratioException.class, () -> core.endOfInput()).getMessage());
    assertSame(cause, host.failure);
  }

  @Test
  void afterCloseNothingThatComesMatters() {
    inbox.close();
    inbox.onFailure(new HoratioException("too late"));
    inbox.onFrame(0, GoldenResult.row("a", 1, 0, 10));
    host.runMails();
    assertEquals(List.of(), host.takeOut());
    assertNull(host.failure);
  }

  @Test
  void rowsThatTheProcessRefusesAreCountedOrFailTheTask() {
    answer(ProcessFrames.rejected(3, 200, "bad"));
    assertEquals(3, core.counters().refusedByProcess);
    assertThrows(HoratioException.class, () -> answer(ProcessFrames.rejected(1, 202, "two key groups")));
  }
}
