// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.io.OutputStream;

/** The state of a subtask at a barrier: what the process has frozen, and from when on records are not late. */
final class FrozenState implements AutoCloseable {
  private final SnapshotReader reader;
  private final int firstKeyGroup;
  private final int lastKeyGroup;
  private final long[] lateUpTo;
  private final SidecarCounters counters;
  private final Runnable onClose;

  /** A stream of which each key group has a part of its own, of so many bytes. */
  interface Target {
    OutputStream keyGroup(int keyGroup, long size) throws Exception;
  }

  FrozenState(
      SnapshotReader reader,
      int firstKeyGroup,
      int lastKeyGroup,
      long[] lateUpTo,
      SidecarCounters counters,
      Runnable onClose) {
    this.reader = reader;
    this.firstKeyGroup = firstKeyGroup;
    this.lastKeyGroup = lastKeyGroup;
    this.lateUpTo = lateUpTo;
    this.counters = counters;
    this.onClose = onClose;
  }

  /** Writes every key group, those without content too. Not on the task thread. */
  void writeTo(Target target) throws Exception {
    long start = System.nanoTime();
    long[] bytes = {0};
    reader.readInto(new SnapshotReader.Sink() {
      private KeyGroupState.Writer writer;

      @Override
      public void begin(int keyGroup, long size) throws Exception {
        bytes[0] += size;
        long late = lateUpTo[keyGroup - firstKeyGroup];
        writer = new KeyGroupState.Writer(
            target.keyGroup(keyGroup, KeyGroupState.ENVELOPE + size), new KeyGroupState.Header(keyGroup, firstKeyGroup, lastKeyGroup, late, size));
      }

      @Override
      public void write(InFrame.Snapshot chunk) throws Exception {
        writer.write(chunk.chunk());
      }

      @Override
      public void end() throws Exception {
        writer.finish();
      }
    });
    counters.lastSnapshotBytes = bytes[0];
    counters.lastSnapshotMillis = (System.nanoTime() - start) / 1_000_000;
  }

  /** Frees it in the process; any thread, also while it is written. */
  @Override
  public void close() {
    onClose.run();
    reader.close();
  }
}
