// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.nio.file.Path;

/** A subtask's process, link and core, opened in this order and closed in the other. */
final class SidecarSession<T> {
  private final SidecarHost<T> host;
  private final SidecarOperatorFactory.Plan<T> plan;
  private final TaskManagerPlace place;
  private final SidecarInbox inbox;
  private OperatorHold hold;
  private OperatorLink link;
  private boolean stalled; // at the start

  SidecarSession(SidecarHost<T> host, SidecarOperatorFactory.Plan<T> plan, TaskManagerPlace place) {
    this.host = host;
    this.plan = plan;
    this.place = place;
    this.inbox = new SidecarInbox(host);
  }

  /**
   * Starts, joins or finds the process, has it read the workload, and opens a session, which the core is still to start. What
   * fails is closed by close().
   */
  SidecarCore<T> open(SidecarIdentity identity) throws InterruptedException {
    try {
      return start(identity);
    } catch (StalledException e) {
      stalled = true;
      throw e;
    }
  }

  private SidecarCore<T> start(SidecarIdentity identity) throws InterruptedException {
    HoratioOptions options = plan.options();
    hold = options.connection() == null ? launch(identity) : new RunningOperator(options.connection());
    ReadyLine ready = hold.awaitReady(options.startTimeout());
    WorkloadDescription workload =
        new ControlClient(ready, hold.token(), options.startTimeout()).register(plan.source());
    if (!workload.equals(plan.workload())) {
      throw new HoratioException(
          "the horatio-operator of this machine at " + ready.data() + " " + ready.version() + " reads the workload"
              + " differently from the one where the job was made: use one release everywhere");
    }
    Frames.Hello hello = hello(identity, hold.token(), workload);
    ZmqLink opening =
        new ZmqLink(ready.data(), options.progressTimeout(), inbox, hold::endWithin, keeper(hello));
    link = opening;
    hold.whenEnded(end -> opening.abort(new HoratioException(end)));
    SidecarCore<T> core = new SidecarCore<>(host, inbox, link, identity, workload, plan.mapping(), options);
    core.open(link.open(hello, options.startTimeout()));
    return core;
  }

  private FrameKeeper keeper(Frames.Hello hello) {
    HoratioOptions options = plan.options();
    if (options.replayDirectory() == null) {
      return FrameKeeper.NONE;
    }
    Path base = options.replayDirectory().isEmpty()
        ? place.temporary().resolve("horatio-replay")
        : Path.of(options.replayDirectory());
    return new ReplayFolders(base, hold.name(), hello, plan.source(), hold.arguments());
  }

  private OperatorHold launch(SidecarIdentity identity) throws InterruptedException {
    HoratioOptions options = plan.options();
    return ProcessPool.acquire(
        identity.job(), OperatorBinary.find(options, place.temporary()), MemoryBudget.arguments(options, place.offHeap()),
        options.startTimeout(), "subtask " + identity.subtask() + " of operator " + identity.operator());
  }

  private Frames.Hello hello(SidecarIdentity identity, String token, WorkloadDescription workload) {
    return new Frames.Hello(
        token, identity.job(), identity.operator(), identity.subtask(), identity.attempt(), identity.maxParallelism(),
        identity.firstKeyGroup(), identity.lastKeyGroup(), workload.hash(), workload.columns(),
        plan.options().resultCredit());
  }

  SidecarInbox inbox() {
    return inbox;
  }

  void close() {
    inbox.close();
    try {
      if (link != null) {
        link.close();
      }
    } finally {
      if (hold != null) {
        hold.release(stalled || inbox.hasStalled());
      }
    }
  }
}
