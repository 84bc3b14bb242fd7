// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.util.concurrent.RejectedExecutionException;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.runtime.checkpoint.CheckpointOptions;
import org.apache.flink.runtime.checkpoint.CheckpointType;
import org.apache.flink.runtime.checkpoint.SavepointType;
import org.apache.flink.runtime.event.WatermarkEvent;
import org.apache.flink.runtime.execution.Environment;
import org.apache.flink.runtime.jobgraph.JobType;
import org.apache.flink.runtime.state.AbstractKeyedStateBackend;
import org.apache.flink.runtime.state.CheckpointStreamFactory;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.KeyGroupStatePartitionStreamProvider;
import org.apache.flink.runtime.state.KeyedStateCheckpointOutputStream;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFutures;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.LatencyMarker;
import org.apache.flink.streaming.runtime.streamrecord.RecordAttributes;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;

/** The Flink operator: a thin shell that hands everything to {@link SidecarCore}, whose comment is the contract. */
final class SidecarOperator<T> extends AbstractStreamOperator<TrendResult>
    implements OneInputStreamOperator<T, TrendResult>, BoundedOneInput {
  private static final long serialVersionUID = 1L;
  private static final long NO_TIMESTAMP = Long.MIN_VALUE; // what a source without a timestamp assigner gives

  private final transient SidecarOperatorFactory.Plan<T> plan;
  private final transient MailboxExecutor mailbox;
  private transient StreamRecord<TrendResult> out;
  private transient SidecarSession<T> session;
  private transient SidecarCore<T> core;
  private transient SidecarMetrics metrics;
  private transient int maxParallelism;
  private transient FrozenState frozen; // during the synchronous part of a snapshot, with its stream
  private transient KeyedStateCheckpointOutputStream rawState;

  SidecarOperator(StreamOperatorParameters<TrendResult> parameters, SidecarOperatorFactory.Plan<T> plan) {
    super(parameters);
    this.plan = plan;
    this.mailbox = parameters.getMailboxExecutor();
  }

  @Override
  protected boolean isUsingCustomRawKeyedState() {
    return true;
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    Environment environment = getContainingTask().getEnvironment();
    if (environment.getJobType() == JobType.BATCH) {
      throw new RefusedJobException(AttachmentChecks.BATCH);
    }
    if (getKeyedStateBackend() instanceof AbstractKeyedStateBackend<?> backend
        && backend.requiresLegacySynchronousTimerSnapshots(CheckpointType.CHECKPOINT)) {
      throw new RefusedJobException(AttachmentChecks.HEAP_TIMERS);
    }
    maxParallelism = getRuntimeContext().getTaskInfo().getMaxNumberOfParallelSubtasks();
    out = new StreamRecord<>(null);
    metrics = new SidecarMetrics();
    String job = environment.getJobID().toString();
    getRuntimeContext().registerUserCodeClassLoaderReleaseHookIfAbsent("horatio", () -> ProcessPool.killAll(job));
    session = new SidecarSession<>(new Host(environment), plan, TaskManagerPlace.of(environment));
    core = session.open(SidecarIdentity.of(environment, getOperatorID()));
    if (context.isRestored()) {
      restore(core.restore(), context);
    }
    core.start();
    metrics.register(
        getMetricGroup(), core.counters(), session.inbox(), getRuntimeContext().getTaskInfo().getAttemptNumber());
  }

  private static void restore(StateRestore restore, StateInitializationContext context) throws Exception {
    for (KeyGroupStatePartitionStreamProvider keyGroup : context.getRawKeyedStateInputs()) {
      restore.keyGroup(keyGroup.getKeyGroupId(), keyGroup.getStream()); // shared: Flink closes it
    }
    restore.finish();
  }

  @Override
  public void processElement(StreamRecord<T> element) throws Exception {
    if (!element.hasTimestamp() || element.getTimestamp() == NO_TIMESTAMP) {
      throw new RefusedJobException(
          "a record has no timestamp: call assignTimestampsAndWatermarks(...) before keyBy(...)");
    }
    int keyGroup = KeyGroupRangeAssignment.assignToKeyGroup(getCurrentKey(), maxParallelism);
    core.element(element.getValue(), element.getTimestamp(), keyGroup);
  }

  @Override
  public void processWatermark(Watermark mark) throws Exception {
    core.watermark(mark.getTimestamp());
  }

  @Override
  public void processWatermarkStatus(WatermarkStatus status) throws Exception {
    core.inOrder(status.isIdle(), () -> output.emitWatermarkStatus(status));
  }

  @Override
  public void processLatencyMarker(LatencyMarker marker) throws Exception {
    core.marker(() -> super.processLatencyMarker(marker));
  }

  @Override
  public void processRecordAttributes(RecordAttributes attributes) throws Exception {
    core.inOrder(false, () -> super.processRecordAttributes(attributes));
  }

  @Override
  public void processWatermark(WatermarkEvent event) throws Exception {
    core.inOrder(false, () -> super.processWatermark(event));
  }

  @Override
  public void endInput() throws Exception {
    core.endOfInput();
  }

  @Override
  public void finish() throws Exception {
    core.endOfInput();
    super.finish();
  }

  @Override
  public void prepareSnapshotPreBarrier(long checkpoint) throws Exception {
    core.barrier(checkpoint);
  }

  // The state is written by the asynchronous part, which therefore takes the place of the one that closes its stream.
  @Override
  public OperatorSnapshotFutures snapshotState(
      long checkpoint, long timestamp, CheckpointOptions options, CheckpointStreamFactory streams) throws Exception {
    boolean stops = options.getCheckpointType() instanceof SavepointType savepoint && savepoint.isSynchronous();
    frozen = core.barriers().snapshot(checkpoint, stops);
    try {
      OperatorSnapshotFutures futures = super.snapshotState(checkpoint, timestamp, options, streams);
      if (frozen != null) {
        futures.setKeyedStateRawFuture(new StateUpload(
            frozen, rawState, JobManagerStorage.limitOf(streams), futures.getKeyedStateRawFuture()));
        frozen = null;
      }
      return futures;
    } finally {
      if (frozen != null) {
        frozen.close();
      }
      frozen = null;
      rawState = null;
    }
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    if (frozen != null) {
      rawState = context.getRawKeyedOperatorStateOutput();
    }
  }

  @Override
  public void notifyCheckpointComplete(long checkpoint) throws Exception {
    super.notifyCheckpointComplete(checkpoint);
    core.barriers().completed(checkpoint);
  }

  @Override
  public void notifyCheckpointAborted(long checkpoint) throws Exception {
    super.notifyCheckpointAborted(checkpoint);
    core.barriers().aborted(checkpoint);
  }

  SidecarCounters counters() {
    return core.counters();
  }

  @Override
  public void close() throws Exception {
    try {
      if (session != null) {
        session.close();
      }
    } finally {
      super.close();
    }
  }

  /** The core's way to Flink. */
  private final class Host implements SidecarHost<T> {
    private final Environment environment;

    private Host(Environment environment) {
      this.environment = environment;
    }

    @Override
    public void emit(TrendResult row, long timestamp) {
      output.collect(out.replace(row, timestamp));
    }

    @Override
    public void emitLate(T record, long timestamp) {
      output.collect(plan.late(), new StreamRecord<>(record, timestamp));
    }

    @Override
    public void emitRejected(T record, String reason, long timestamp) {
      output.collect(plan.rejected(), new StreamRecord<>(new RejectedEvent<>(record, reason), timestamp));
    }

    @Override
    public void emitWatermark(long time) {
      output.emitWatermark(new Watermark(time));
    }

    @Override
    public void yieldOnce() throws InterruptedException {
      mailbox.yield();
    }

    @Override
    public void post(CoreTask task) {
      try {
        mailbox.execute(task::run, "horatio results");
      } catch (RejectedExecutionException e) {
        LOG.debug("the task has ended, nothing is emitted any more");
      }
    }

    @Override
    public void schedule(long delayMillis, CoreTask task) {
      var timers = getProcessingTimeService();
      timers.registerTimer(timers.getCurrentProcessingTime() + delayMillis, time -> task.run());
    }

    @Override
    public void roundTrip(long nanos) {
      metrics.roundTrip(nanos);
    }

    @Override
    public void failExternally(Throwable failure) {
      environment.failExternally(failure);
    }
  }
}
