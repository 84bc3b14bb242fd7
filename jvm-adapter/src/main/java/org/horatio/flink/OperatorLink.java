// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.time.Duration;

/** The data plane as a session sees it. */
interface OperatorLink {
  /** What a link tells, on a thread of its own; must not block. */
  interface Listener {
    /** A RESULT, DRAINED_WATERMARK, BARRIER_ACK or REJECTED frame, in the order of the wire. */
    void onFrame(int kind, byte[] frame);

    /** Event credit given back. */
    void onCredit(long bytes);

    /** The process has answered a PING after so long. */
    void onRoundTrip(long nanos);

    /** A chunk of frozen state that was asked for. */
    void onSnapshot(InFrame.Snapshot chunk);

    /** The state that was sent has been taken. */
    void onRestored(InFrame.RestoreDone answer);

    /** The session is over; called once at most. */
    void onFailure(HoratioException failure);
  }

  /** What HELLO_OK said. */
  record Session(long id, long eventCredit, long maxFrame) {}

  /**
   * Opens the session; waits for the answer.
   *
   * @throws HoratioException if it is refused, or not answered in time
   */
  Session open(Frames.Hello hello, Duration deadline) throws InterruptedException;

  /**
   * Hands a frame over to be sent; keeps the order of each thread, does not wait. The array belongs to the link
   * afterwards. Any thread.
   */
  void send(byte[] frame);

  /**
   * The same for a frame that nobody waits for: it may stay with the link until {@link #sendQueued}, the next {@link
   * #send}, or until enough is queued. The task thread only.
   */
  void queue(byte[] frame);

  /** Sends what is queued. The task thread only. */
  void sendQueued();

  /** Ends the session for this reason, as if the link had found it; any thread. */
  void abort(HoratioException failure);

  /** Says BYE if the session is open, and frees everything; bounded, also if the thread is interrupted. */
  void close();
}
