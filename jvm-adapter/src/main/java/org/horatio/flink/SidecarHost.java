// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

/**
 * What the core needs of the operator around it. All methods are called on the task thread, except {@link #post},
 * {@link #roundTrip} and {@link #failExternally}.
 */
interface SidecarHost<T> {
  void emit(TrendResult row, long timestamp);

  void emitLate(T record, long timestamp);

  void emitRejected(T record, String reason, long timestamp);

  void emitWatermark(long time);

  /** Runs one mail of the task's mailbox, waiting for it; the mail may call back into the core. */
  void yieldOnce() throws InterruptedException;

  /** Has the task thread run this soon; does nothing if the task has ended. Any thread. */
  void post(CoreTask task);

  /** Has the task thread run this after a while. */
  void schedule(long delayMillis, CoreTask task);

  /** The process has answered a PING after so long. On the link's thread. */
  void roundTrip(long nanos);

  /** Fails the task wherever it is. Any thread. */
  void failExternally(Throwable failure);

  /** Something that runs on the task thread. */
  @FunctionalInterface
  interface CoreTask {
    void run() throws Exception;
  }
}
