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
 * would leave one that looks whole.
 */
final class StateUpload extends FutureTask<SnapshotResult<KeyedStateHandle>> {
  private final FrozenState state;
  private final RunnableFuture<SnapshotResult<KeyedStateHandle>> closing;

  StateUpload(
      FrozenState state,
      KeyedStateCheckpointOutputStream out,
      RunnableFuture<SnapshotResult<KeyedStateHandle>> closing) {
    super(() -> {
      state.writeTo(keyGroup -> {
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
