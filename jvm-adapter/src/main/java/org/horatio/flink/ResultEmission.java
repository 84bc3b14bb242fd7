// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.util.List;

/** Emits what the process has answered, in its order, and what waits for that. Task thread; never nests. */
final class ResultEmission {
  private static final int FRAMES_PER_MAIL = 8;

  private final SidecarHost<?> host;
  private final SidecarInbox inbox;
  private final SidecarCounters counters;
  private final List<WorkloadDescription.Query> queries;
  private final OnDrained onDrained;
  private final SidecarHost.CoreTask release;
  private boolean emitting;
  private InFrame.BarrierAck heldBy; // what follows it waits until goOn()
  private long lastResultSeq;
  private long owedCredit;

  /** All results up to a time are out. */
  interface OnDrained {
    void drained(long time) throws Exception;
  }

  ResultEmission(
      SidecarHost<?> host,
      SidecarInbox inbox,
      SidecarCounters counters,
      List<WorkloadDescription.Query> queries,
      OnDrained onDrained,
      SidecarHost.CoreTask release) {
    this.host = host;
    this.inbox = inbox;
    this.counters = counters;
    this.queries = queries;
    this.onDrained = onDrained;
    this.release = release;
  }

  /**
   * Emits some frames and what may leave; asks for another mail if there are more. Called inside its own emission (an
   * operator behind this one may wait by running mails) it does nothing: the outer call goes on.
   */
  void run() throws Exception {
    if (emitting || heldBy != null) {
      return;
    }
    emitting = true;
    try {
      byte[] frame = inbox.poll();
      for (int count = 1; frame != null; count++) {
        take(frame);
        frame = count < FRAMES_PER_MAIL && heldBy == null ? inbox.poll() : null;
      }
      release.run();
    } finally {
      emitting = false;
    }
    if (inbox.hasFrames() && heldBy == null) {
      inbox.requestMail();
    }
  }

  /** The acknowledged barrier behind which nothing is emitted for now, or null. */
  InFrame.BarrierAck heldBy() {
    return heldBy;
  }

  /** Emits again what follows the barrier. */
  void goOn() {
    heldBy = null;
    inbox.requestMail();
  }

  /** Result credit to give back, once. */
  long takeOwedCredit() {
    long owed = owedCredit;
    owedCredit = 0;
    return owed;
  }

  private void take(byte[] bytes) throws Exception {
    InFrame frame = FrameReader.read(bytes);
    if (frame instanceof InFrame.Result result) {
      emit(result);
      owedCredit += Wire.charge(bytes.length);
      lastResultSeq = FrameReader.header(bytes).seq();
    } else if (frame instanceof InFrame.BarrierAck ack) {
      hold(ack);
    } else if (frame instanceof InFrame.DrainedWatermark drained) {
      onDrained.drained(drained.time());
    } else if (frame instanceof InFrame.Rejected rejected) {
      count(rejected);
    }
  }

  private void hold(InFrame.BarrierAck ack) {
    if (ack.lastResultSeq() != lastResultSeq) {
      throw new HoratioException(
          "horatio-operator has frozen its state after result " + ack.lastResultSeq() + ", but " + lastResultSeq
              + " was the last that came");
    }
    heldBy = ack;
  }

  private void emit(InFrame.Result frame) throws BadFrameException {
    ResultRows rows = new ResultRows(frame, queries);
    while (rows.hasNext()) {
      TrendResult row = rows.next();
      counters.rows++;
      host.emit(row, rows.time());
    }
  }

  private void count(InFrame.Rejected rejected) {
    if (FailureKind.ofRejection(rejected.code()) == FailureKind.FAIL) {
      throw new HoratioException(rejected.code(), "horatio-operator refused rows: " + rejected.reason());
    }
    counters.refusedByProcess += rejected.count();
  }
}
