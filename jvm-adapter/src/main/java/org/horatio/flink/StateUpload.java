// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.util.concurrent.FutureTask;
import java.util.concurrent.RunnableFuture;
import org.apache.flink.runtime.state.KeyedStateCheckpointOutputStream;
import org.apache.flink.runtime.state.KeyedStateHandle;
import org.apache.flink.runtime.state.SnapshotResult;

/**
 * The asynchronous part of a snapshot: writes the frozen state into the checkpoint's stream, then has Flink close it.
 * It runs on Flink's thread for that, so that what goes wrong declines the checkpoint, where a lease on the stream
 * would leave one that looks whole. More bytes than the limit end it with the reason.
 */
final class StateUpload extends FutureTask<SnapshotResult<KeyedStateHandle>> {
  private final FrozenState state;
  private final RunnableFuture<SnapshotResult<KeyedStateHandle>> closing;

  StateUpload(
      FrozenState state,
      KeyedStateCheckpointOutputStream out,
      long limit,
      RunnableFuture<SnapshotResult<KeyedStateHandle>> closing) {
    super(() -> {
      long[] bytes = {0};
      state.writeTo((keyGroup, size) -> {
        bytes[0] += size;
        JobManagerStorage.check(bytes[0], limit);
        out.startNewKeyGroup(keyGroup);
        return out;
      });
      closing.run();
      return closing.get();
    });
    this.state = state;
    this.closing = closing;
  }

  @Override
  public boolean cancel(boolean interrupt) {
    boolean cancelled = super.cancel(interrupt);
    closing.cancel(interrupt);
    return cancelled;
  }

  @Override
  protected void done() {
    state.close();
  }
}
