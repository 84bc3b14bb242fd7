// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;

/** The link against a ROUTER played by the test. */
@Timeout(30)
class ZmqLinkTest {
  private final ZContext context = new ZContext();
  private final ZMQ.Socket router = context.createSocket(SocketType.ROUTER);
  private final int port = router.bindToRandomPort("tcp://127.0.0.1");
  private final Recorder recorder = new Recorder();
  private final BlockingQueue<List<Integer>> kept = new LinkedBlockingQueue<>();
  private byte[] peer;
  private ZmqLink link = link(Duration.ofSeconds(60));

  private static final class Recorder implements OperatorLink.Listener {
    final BlockingQueue<byte[]> frames = new LinkedBlockingQueue<>();
    final BlockingQueue<Long> credit = new LinkedBlockingQueue<>();
    final BlockingQueue<Long> roundTrips = new LinkedBlockingQueue<>();
    final BlockingQueue<InFrame> state = new LinkedBlockingQueue<>();
    final BlockingQueue<HoratioException> failures = new LinkedBlockingQueue<>();

    @Override
    public void onFrame(int kind, byte[] frame) {
      frames.add(frame);
    }

    @Override
    public void onCredit(long bytes) {
      credit.add(bytes);
    }

    @Override
    public void onRoundTrip(long nanos) {
      roundTrips.add(nanos);
    }

    @Override
    public void onSnapshot(InFrame.Snapshot chunk) {
      state.add(chunk);
    }

    @Override
    public void onRestored(InFrame.RestoreDone answer) {
      state.add(answer);
    }

    @Override
    public void onFailure(HoratioException failure) {
      failures.add(failure);
    }

    String failure() throws InterruptedException {
      HoratioException failure = failures.poll(20, TimeUnit.SECONDS);
      return failure == null ? "no failure" : failure.getMessage();
    }
  }

  private ZmqLink link(Duration progress) {
    return new ZmqLink("tcp://127.0.0.1:" + port, progress, recorder, wait -> null, this::keep);
  }

  private String keep(String reason, SentFrames.Kept frames) {
    kept.add(frames.frames().stream().map(FrameWriter::kindOf).toList());
    return " Kept.";
  }

  @AfterEach
  void closeAll() throws InterruptedException {
    link.close();
    context.close();
    for (String name : List.of("horatio-link", "iothread", "reaper")) {
      for (Thread thread : Thread.getAllStackTraces().keySet()) {
        if (thread.getName().startsWith(name)) {
          thread.join(20_000); // the library lets go of its threads a moment before they have ended
          assertFalse(thread.isAlive(), name);
        }
      }
    }
  }

  private byte[] receive() {
    router.setReceiveTimeOut(20_000);
    peer = router.recv();
    return router.recv();
  }

  private void send(byte[] frame, long seq) {
    FrameWriter.stamp(frame, seq);
    router.send(peer, ZMQ.SNDMORE);
    router.send(frame);
  }

  private static Frames.Hello hello() {
    return new Frames.Hello("token", "job", "operator", 0, "attempt", 128, 0, 127, "hash", "columns", 1 << 20);
  }

  // Opens a session; answers every try from this one on.
  private void open(int answered) throws InterruptedException {
    AtomicBoolean isOpen = new AtomicBoolean();
    Thread server = new Thread(() -> {
      router.setReceiveTimeOut(100);
      for (int number = 1; !isOpen.get();) {
        byte[] from = router.recv();
        if (from != null && kindOf(router.recv()) == Wire.HELLO && number++ >= answered) {
          peer = from;
          send(ProcessFrames.helloOk(1, 5000), 0);
        }
      }
    });
    server.start();
    assertEquals(new OperatorLink.Session(1, 5000, Wire.MOST_FRAME), link.open(hello(), Duration.ofSeconds(20)));
    isOpen.set(true);
    server.join();
  }

  private static InFrame.Header headerOf(byte[] frame) {
    try {
      return FrameReader.header(frame);
    } catch (BadFrameException e) {
      throw new AssertionError(e);
    }
  }

  private static long kindOf(byte[] frame) {
    return headerOf(frame).kind();
  }

  private InFrame.Header nextBesidePing() {
    InFrame.Header header = headerOf(receive());
    return header.kind() == Wire.PING ? headerOf(receive()) : header;
  }

  @Test
  void aHelloThatIsNotAnsweredIsSentAgainOnANewSocket() throws Exception {
    open(3);
    send(ProcessFrames.credit(77), 1);
    assertEquals(77, recorder.credit.poll(20, TimeUnit.SECONDS));
  }

  @Test
  void framesAreNumberedInTheOrderOfTheWire() throws Exception {
    open(1);
    link.send(Frames.watermark(1, 5));
    link.send(Frames.watermark(1, 6));
    assertEquals(1, nextBesidePing().seq());
    assertEquals(2, nextBesidePing().seq());
    assertTrue(recorder.failures.isEmpty());
  }

  @Test
  void aGapInWhatComesEndsTheSession() throws Exception {
    open(1);
    send(ProcessFrames.drained(5), 1);
    send(ProcessFrames.drained(6), 3);
    assertTrue(recorder.failure().startsWith("frames were lost"));
  }

  @Test
  void aDuplicateEndsTheSession() throws Exception {
    open(1);
    send(ProcessFrames.drained(5), 1);
    send(ProcessFrames.drained(5), 1);
    assertTrue(recorder.failure().startsWith("frames were lost"));
  }

  @Test
  void aLostConnectionEndsTheSessionAtOnce() throws Exception {
    open(1);
    router.close();
    String failure = recorder.failure();
    assertTrue(failure.contains("connection to horatio-operator was lost"), failure);
  }

  private void sendTwoFrames() throws Exception {
    link.send(Frames.watermark(1, 5));
    link.send(Frames.resultCredit(1, 2_000));
    link.send(Frames.barrier(1, 6, 7));
    for (int i = 0; i < 3; i++) {
      nextBesidePing();
    }
  }

  @Test
  void theFramesOfALostSessionAreKeptOnceAndToldOf() throws Exception {
    open(1);
    sendTwoFrames();
    router.close();
    String failure = recorder.failure();
    assertTrue(failure.endsWith(" Kept."), failure);
    link.abort(new HoratioException("the process has ended"));
    assertEquals(List.of(Wire.WATERMARK, Wire.BARRIER), kept.poll());
    assertTrue(kept.isEmpty());
    assertTrue(recorder.failures.isEmpty());
  }

  @Test
  void theFramesOfAProcessThatHasEndedAreKept() throws Exception {
    open(1);
    sendTwoFrames();
    link.abort(new HoratioException("horatio-operator ended with exit status 139."));
    assertEquals("horatio-operator ended with exit status 139. Kept.", recorder.failure());
  }

  @Test
  void framesAreKeptForADefectOfTheProcessAndNotForAFaultOfTheJob() throws Exception {
    open(1);
    sendTwoFrames();
    send(ProcessFrames.error(599, "the session failed", ""), 1);
    assertTrue(recorder.failure().endsWith("the session failed Kept."));
    link.close();
    link = link(Duration.ofSeconds(60));
    open(1);
    sendTwoFrames();
    send(ProcessFrames.error(309, "too much is held", ""), 1);
    assertTrue(recorder.failure().endsWith("too much is held"));
    assertEquals(1, kept.size());
  }

  @Test
  void nothingIsKeptOfASessionThatNeverOpened() throws Exception {
    HoratioException refusal =
        assertThrows(HoratioException.class, () -> link.open(hello(), Duration.ofMillis(300)));
    assertFalse(refusal.getMessage().contains("Kept"), refusal.getMessage());
    assertTrue(kept.isEmpty());
  }

  @Test
  void anErrorOfTheProcessIsShownWithItsRemedy() throws Exception {
    open(1);
    send(ProcessFrames.error(202, "two key groups", "key by district"), 1);
    assertEquals("horatio-operator ended the session: two key groups (key by district)", recorder.failure());
  }

  @Test
  void aRefusedHelloIsNotTriedAgain() {
    Thread server = new Thread(() -> {
      receive();
      send(ProcessFrames.error(306, "the token is wrong", ""), 0);
    });
    server.start();
    HoratioException refusal =
        assertThrows(HoratioException.class, () -> link.open(hello(), Duration.ofSeconds(20)));
    assertEquals(306, refusal.code());
  }

  @Test
  void noAnswerWithinTheDeadlineIsAnErrorThatCountsTheTries() {
    HoratioException refusal =
        assertThrows(HoratioException.class, () -> link.open(hello(), Duration.ofMillis(600)));
    assertTrue(refusal.getMessage().contains("3 tries"), refusal.getMessage());
  }

  @Test
  void aProcessThatDoesNotAnswerPingsIsStalled() throws Exception {
    link.close();
    link = link(Duration.ofMillis(300));
    open(1);
    assertTrue(recorder.failure().contains("no progress"));
  }

  @Test
  void closeSendsWhatIsLeftAndBye() throws Exception {
    open(1);
    link.send(Frames.endOfInput(1));
    link.close();
    assertEquals(Wire.END_OF_INPUT, nextBesidePing().kind());
    assertEquals(Wire.BYE, kindOf(receive()));
  }

  @Test
  void closeEndsThoughTheThreadIsInterrupted() throws Exception {
    open(1);
    Thread.currentThread().interrupt();
    link.send(Frames.watermark(1, 5));
    link.close();
    assertTrue(Thread.interrupted());
    assertEquals(Wire.WATERMARK, nextBesidePing().kind());
  }
}
