// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.io.IOException;
import java.time.Duration;
import java.util.Queue;

/** An open session on the link's thread: numbers what leaves, checks what comes, pings. Never resumed. */
final class ZmqSession {
  private static final long MOST_WAIT_MILLIS = 100;

  private final ZmqConnection connection;
  private final long session;
  private final OperatorLink.Listener listener;
  private final Duration progressTimeout;
  private final ProgressWatch progress;
  private final SentFrames sent;
  private long nextOut = 1;
  private long nextIn = 1;

  /** The connection is gone. */
  static final class LostException extends HoratioException {
    private static final long serialVersionUID = 1L;

    LostException(String message) {
      super(message);
    }
  }

  ZmqSession(
      ZmqConnection connection, long session, OperatorLink.Listener listener, Duration progressTimeout, SentFrames sent) {
    this.connection = connection;
    this.session = session;
    this.listener = listener;
    this.sent = sent;
    this.progressTimeout = progressTimeout;
    this.progress = new ProgressWatch(progressTimeout, System.nanoTime());
  }

  /** Sends what is there, reads what has come, and judges; false if there was nothing. */
  boolean turn(Queue<byte[]> outgoing) {
    long before = nextOut + nextIn;
    for (byte[] frame = outgoing.poll(); frame != null; frame = outgoing.poll()) {
      send(frame);
    }
    long nonce = progress.pingDue(System.nanoTime());
    if (nonce >= 0) {
      send(Frames.ping(session, nonce));
    }
    for (byte[] frame = connection.receive(); frame != null; frame = connection.receive()) {
      receive(frame);
    }
    if (connection.isDisconnected()) {
      throw new LostException(
          "the connection to horatio-operator was lost: it ended, or a frame was over the largest size that a side takes");
    }
    if (progress.isStalled(System.nanoTime())) {
      throw new StalledException(
          "horatio-operator has made no progress for " + progressTimeout + " (option progressTimeout): "
              + progress.describe());
    }
    return nextOut + nextIn != before;
  }

  /** Waits until there may be something to do; false if nothing has woken it. */
  boolean await() throws IOException {
    return connection.await(MOST_WAIT_MILLIS);
  }

  /** Sends the rest and takes leave. */
  void bye(Queue<byte[]> outgoing) {
    for (byte[] frame = outgoing.poll(); frame != null; frame = outgoing.poll()) {
      send(frame);
    }
    send(Frames.bye(session));
    connection.linger();
  }

  private void send(byte[] frame) {
    FrameWriter.stamp(frame, nextOut++);
    sent.add(frame);
    if (!connection.send(frame)) {
      throw new LostException("horatio-operator takes no more frames: it is not connected, or does not read");
    }
  }

  private void receive(byte[] frame) {
    try {
      InFrame.Header header = FrameReader.header(frame);
      if (header.kind() == Wire.ERROR) {
        throw failure("horatio-operator ended the session", (InFrame.Fault) FrameReader.read(frame));
      }
      if (header.session() != session || header.seq() != nextIn) {
        throw new HoratioException(
            "frames were lost: session=" + header.session() + " seq=" + header.seq() + ", expected session=" + session
                + " seq=" + nextIn);
      }
      nextIn++;
      dispatch(header.kind(), frame);
    } catch (BadFrameException e) {
      throw new HoratioException("horatio-operator sent a bad frame: " + e.getMessage(), e);
    }
  }

  private void dispatch(int kind, byte[] frame) throws BadFrameException {
    switch (kind) {
      case Wire.RESULT, Wire.DRAINED_WATERMARK, Wire.BARRIER_ACK, Wire.REJECTED -> listener.onFrame(kind, frame);
      case Wire.SNAPSHOT -> listener.onSnapshot((InFrame.Snapshot) FrameReader.read(frame));
      case Wire.RESTORE_DONE -> listener.onRestored((InFrame.RestoreDone) FrameReader.read(frame));
      case Wire.CREDIT -> {
        long bytes = ((InFrame.Credit) FrameReader.read(frame)).bytes();
        sent.acknowledge(bytes);
        listener.onCredit(bytes);
      }
      case Wire.PONG -> {
        long roundTrip = progress.onPong((InFrame.Pong) FrameReader.read(frame), System.nanoTime());
        if (roundTrip >= 0) {
          listener.onRoundTrip(roundTrip);
        }
      }
      case Wire.BYE -> throw new HoratioException("horatio-operator ended the session before the end of the input");
      default -> throw new HoratioException("horatio-operator sent kind " + kind + ", which may not stand here");
    }
  }

  static HoratioException failure(String what, InFrame.Fault fault) {
    String remedy = fault.remedy().isEmpty() ? "" : " (" + fault.remedy() + ")";
    return new HoratioException(fault.code(), what + ": " + fault.message() + remedy);
  }
}
