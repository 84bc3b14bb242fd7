// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What leaves before, at and behind a barrier, without a task or a process. */
class BarriersTest {
  private static final SidecarIdentity IDENTITY = new SidecarIdentity("job", "operator", 0, "attempt", 8, 2, 5);

  private final FakeHost host = new FakeHost();
  private final FakeLink link = new FakeLink();
  private final SidecarInbox inbox = new SidecarInbox(host);
  private final SidecarCore<String> core = new SidecarCore<>(
      host, inbox, link, IDENTITY, Workloads.trips(),
      EventMapping.ofEncoder((record, event) -> event.type(record.equals("idle") ? "Idle" : "Pickup")),
      HoratioOptions.defaults());

  @BeforeEach
  void start() {
    core.open(new OperatorLink.Session(1, 1 << 20, Wire.MOST_FRAME));
    core.start();
    host.runMails();
  }

  private void answer(byte[]... frames) {
    for (byte[] frame : frames) {
      inbox.onFrame(0, frame);
    }
    host.runMails();
  }

  // The process answers the barrier after these frames, and has sent others by then.
  private void barrier(long checkpoint, long lastResult, byte[]... behind) throws InterruptedException {
    host.onWait = () -> {
      inbox.onFrame(0, ProcessFrames.barrierAck(checkpoint, lastResult, 3));
      for (byte[] frame : behind) {
        inbox.onFrame(0, frame);
      }
    };
    core.barrier(checkpoint);
  }

  @Test
  void rowsAreFlushedBeforeABarrierAndResultsBeforeItsAnswerAreEmitted() throws Exception {
    core.element("a", 5, 2);
    core.element("idle", 9, 2);
    inbox.onFrame(0, GoldenResult.row("north", 7, 0, 10));
    barrier(1, 1, GoldenResult.row("north", 8, 10, 20));
    assertEquals(List.of("panes 1", "barrier 1 unsent 9", "result credit 1024"), link.takeSent());
    assertEquals(List.of("row north=7@9"), host.takeOut());
  }

  @Test
  void whatFollowsTheAnswerWaitsUntilTheStateIsTaken() throws Exception {
    core.watermark(19);
    barrier(1, 0, GoldenResult.row("north", 8, 10, 20), ProcessFrames.drained(19));
    host.runMails();
    core.inOrder(false, () -> host.out.add("attributes"));
    host.runMails();
    assertEquals(List.of(), host.takeOut());
    assertNotNull(core.barriers().snapshot(1, false));
    host.runMails();
    assertEquals(List.of("row north=8@19", "watermark 19", "attributes"), host.takeOut());
  }

  @Test
  void theStateIsAskedForBeforeAnotherBarrierCanPass() throws Exception {
    barrier(4, 0);
    link.takeSent();
    FrozenState state = core.barriers().snapshot(4, false);
    assertEquals(List.of("snapshot 4 of 2 from 0"), link.takeSent());
    assertEquals(1, core.counters().barriers);
    state.close();
    state.close();
    assertEquals(List.of("release 4"), link.takeSent());
  }

  @Test
  void anAbortThatOvertakesTheBarrierUploadsNothing() throws Exception {
    core.barriers().aborted(4);
    barrier(4, 0);
    link.takeSent();
    assertNull(core.barriers().snapshot(4, false));
    assertEquals(List.of("release 4"), link.takeSent());
    barrier(5, 0);
    assertNotNull(core.barriers().snapshot(5, false));
  }

  @Test
  void anAbortDuringTheUploadFreesTheStateAtOnce() throws Exception {
    barrier(4, 0);
    FrozenState state = core.barriers().snapshot(4, false);
    link.takeSent();
    core.barriers().aborted(4);
    assertEquals(List.of("release 4"), link.takeSent());
    assertThrows(java.util.concurrent.CancellationException.class, () -> state.writeTo((keyGroup, size) -> null));
    assertEquals(List.of(), link.takeSent());
  }

  @Test
  void behindTheSavepointThatEndsTheJobNothingLeavesUntilThereIsInput() throws Exception {
    barrier(1, 0, GoldenResult.row("north", 8, 10, 20));
    assertNotNull(core.barriers().snapshot(1, true));
    host.runMails();
    assertEquals(List.of(), host.takeOut());
    core.element("a", 30, 2);
    host.runMails();
    assertEquals(List.of("row north=8@19"), host.takeOut());
  }

  @Test
  void aJobThatDoesNotEndWithItsSavepointGoesOn() throws Exception {
    barrier(1, 0, GoldenResult.row("north", 8, 10, 20));
    core.barriers().snapshot(1, true);
    core.barriers().completed(1);
    host.runMails();
    assertEquals(List.of(), host.takeOut());
    host.fireTimers();
    host.runMails();
    assertEquals(List.of("row north=8@19"), host.takeOut());

    barrier(2, 1, GoldenResult.row("north", 9, 20, 30));
    core.barriers().snapshot(2, true);
    core.barriers().aborted(2);
    host.runMails();
    assertEquals(List.of("row north=9@29"), host.takeOut());
  }

  @Test
  void anAnswerThatNamesAResultThatDidNotComeFailsTheTask() {
    String message = assertThrows(HoratioException.class, () -> barrier(1, 7)).getMessage();
    assertTrue(message.contains("after result 7"), message);
  }

  @Test
  void aFailureEndsTheWaitForTheAnswer() {
    host.onWait = () -> inbox.onFailure(new HoratioException("the process ended"));
    assertEquals(
        "the process ended", assertThrows(HoratioException.class, () -> core.barrier(1)).getMessage());
  }

  @Test
  void aFailureEndsAnUpload() throws Exception {
    barrier(1, 0);
    FrozenState state = core.barriers().snapshot(1, false);
    inbox.onFailure(new HoratioException("the process ended"));
    String message =
        assertThrows(HoratioException.class, () -> state.writeTo((keyGroup, size) -> null)).getMessage();
    assertEquals("checkpoint 1: the process ended", message);
  }

  @Test
  void aRecordThatWasLateBeforeTheRestoreIsLateAfterIt() {
    Lateness before = new Lateness(2, 5);
    before.restore(4, 20);
    before.advance(10);
    assertTrue(before.isLate(20, 4));
    assertTrue(!before.isLate(20, 3));
    assertEquals(List.of(10L, 10L, 20L, 10L), java.util.Arrays.stream(before.stored(3)).boxed().toList());
    before.advance(Long.MAX_VALUE);
    assertEquals(List.of(49L, 49L, 49L, 49L), java.util.Arrays.stream(before.stored(49)).boxed().toList());
    before.advance(25);
    assertTrue(!before.isLate(30, 4));
  }

  // The last checkpoint of a job can come when the task is about to close: its barrier is then the last mail.
  private void endAndClose() throws Exception {
    host.onWait = () -> inbox.onFrame(0, ProcessFrames.drained(Long.MAX_VALUE));
    core.endOfInput();
    host.isClosing = true;
  }

  private static Thread soon(Runnable what) {
    Thread thread = new Thread(() -> {
      try {
        Thread.sleep(100);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
      what.run();
    });
    thread.start();
    return thread;
  }

  @Test
  @Timeout(20)
  void aBarrierPassesThoughTheTaskIsClosingAndTakesNoMoreMails() throws Exception {
    endAndClose();
    Thread process = soon(() -> inbox.onFrame(0, ProcessFrames.barrierAck(9, 0, 3)));
    core.barrier(9);
    process.join();
    assertNotNull(core.barriers().snapshot(9, false));
  }

  @Test
  @Timeout(20)
  void aFailureEndsTheBarrierOfATaskThatIsClosing() throws Exception {
    endAndClose();
    Thread process = soon(() -> inbox.onFailure(new HoratioException("gone")));
    assertThrows(HoratioException.class, () -> core.barrier(9));
    process.join();
  }
}
