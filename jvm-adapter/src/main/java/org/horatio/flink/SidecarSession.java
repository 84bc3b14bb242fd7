// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

/** A subtask's process, link and core, opened in this order and closed in the other. */
final class SidecarSession<T> {
  private final SidecarHost<T> host;
  private final SidecarOperatorFactory.Plan<T> plan;
  private final SidecarInbox inbox;
  private ProcessPool.Lease lease;
  private OperatorLink link;

  SidecarSession(SidecarHost<T> host, SidecarOperatorFactory.Plan<T> plan) {
    this.host = host;
    this.plan = plan;
    this.inbox = new SidecarInbox(host);
  }

  /**
   * Starts or joins the process, has it read the workload, and opens a session, which the core is still to start. What
   * fails is closed by close().
   */
  SidecarCore<T> open(SidecarIdentity identity) throws InterruptedException {
    HoratioOptions options = plan.options();
    lease = ProcessPool.acquire(
        identity.job(), OperatorBinary.find(options), options.operatorArguments(), options.startTimeout());
    LaunchedProcess process = lease.process();
    ReadyLine ready = process.awaitReady(options.startTimeout());
    WorkloadDescription workload = new ControlClient(ready, process.token()).register(plan.source());
    if (!workload.equals(plan.workload())) {
      throw new HoratioException(
          "the horatio-operator of this machine (" + ready.version() + ") reads the workload differently from the one"
              + " where the job was made: use one release everywhere");
    }
    ZmqLink opening = new ZmqLink(ready.data(), options.progressTimeout(), inbox, process::endWithin);
    link = opening;
    process.whenEnded(end -> opening.abort(new HoratioException(end)));
    SidecarCore<T> core = new SidecarCore<>(host, inbox, link, identity, workload, plan.mapping(), options);
    core.open(link.open(hello(identity, process.token(), workload), options.startTimeout()));
    return core;
  }

  private Frames.Hello hello(SidecarIdentity identity, String token, WorkloadDescription workload) {
    return new Frames.Hello(
        token, identity.job(), identity.operator(), identity.subtask(), identity.attempt(), identity.maxParallelism(),
        identity.firstKeyGroup(), identity.lastKeyGroup(), workload.hash(), workload.columns(),
        plan.options().resultCredit());
  }

  void close() {
    inbox.close();
    try {
      if (link != null) {
        link.close();
      }
    } finally {
      if (lease != null) {
        lease.release();
      }
    }
  }
}
