// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.util.TreeSet;

/**
 * A subtask's part in checkpoints. Before a barrier goes on, what the process has sent before its acknowledgement is
 * emitted, and nothing after it until the state is taken; due results that it has not sent are state. Notices of
 * completed and aborted checkpoints overtake barriers, and may come while one is waited for. Task thread.
 */
final class Barriers {
  private static final long AFTER_COMPLETION_MILLIS = 1_000;
  private static final long NONE = -1;

  private final SidecarHost<?> host;
  private final SidecarInbox inbox;
  private final OperatorLink link;
  private final ResultEmission results;
  private final SidecarIdentity identity;
  private final Lateness lateness;
  private final SidecarCounters counters;
  private final TreeSet<Long> aborted = new TreeSet<>();
  private long session;
  private long stopping = NONE; // the savepoint that the job is to end with

  Barriers(
      SidecarHost<?> host,
      SidecarInbox inbox,
      OperatorLink link,
      ResultEmission results,
      SidecarIdentity identity,
      Lateness lateness,
      SidecarCounters counters) {
    this.host = host;
    this.inbox = inbox;
    this.link = link;
    this.results = results;
    this.identity = identity;
    this.lateness = lateness;
    this.counters = counters;
  }

  void start(long openSession) {
    session = openSession;
  }

  /** The barrier may go on when this returns. */
  void pass(long checkpoint, long newestUnsent) throws InterruptedException {
    goOn();
    link.send(Frames.barrier(session, checkpoint, newestUnsent));
    inbox.await(() -> results.heldBy() != null);
    if (results.heldBy().checkpoint() != checkpoint) {
      throw new HoratioException(
          "horatio-operator has answered another barrier than " + checkpoint + ": " + results.heldBy());
    }
  }

  /**
   * The state at the barrier that has passed; null if the checkpoint was aborted meanwhile. If the job is to stop with
   * it, nothing is emitted until it goes on after all.
   */
  FrozenState snapshot(long checkpoint, boolean stops) {
    InFrame.BarrierAck ack = results.heldBy();
    if (ack == null || ack.checkpoint() != checkpoint) {
      throw new HoratioException("a snapshot of checkpoint " + checkpoint + " without its barrier");
    }
    FrozenState state = null;
    if (aborted.contains(checkpoint)) {
      link.send(Frames.release(session, checkpoint));
    } else {
      SnapshotReader reader =
          new SnapshotReader(link, session, checkpoint, identity.firstKeyGroup(), identity.lastKeyGroup());
      inbox.add(checkpoint, reader);
      reader.start();
      state = new FrozenState(
          reader, identity.firstKeyGroup(), identity.lastKeyGroup(), lateness.stored(ack.watermark()),
          counters, () -> inbox.remove(checkpoint));
    }
    aborted.headSet(checkpoint, true).clear();
    if (stops && state != null) {
      stopping = checkpoint;
    } else {
      results.goOn();
    }
    return state;
  }

  /** There is input, so the job goes on. */
  void goOn() {
    if (stopping != NONE) {
      stopping = NONE;
      results.goOn();
    }
  }

  void completed(long checkpoint) {
    if (checkpoint == stopping) {
      host.schedule(AFTER_COMPLETION_MILLIS, this::goOn);
    }
  }

  void aborted(long checkpoint) {
    aborted.add(checkpoint);
    SnapshotReader reader = inbox.reader(checkpoint);
    if (reader != null) {
      reader.close();
    }
    if (checkpoint == stopping) {
      goOn();
    }
  }
}
