// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.nio.ByteBuffer;
import java.util.List;

/** A frame of the process. Buffers point into the bytes that were read. */
sealed interface InFrame {
  /** What stands before the body. */
  record Header(int kind, long session, long seq) {}

  /** Answer to HELLO. */
  record HelloOk(String processVersion, long eventCredit, long maxFrame, String workloadHash) implements InFrame {}

  /**
   * Rows of one query; starts and ends are empty if not windowed, times unless the windows are of events; boundTexts
   * has a column for each of the cells or none.
   */
  record Result(
      int query,
      int rows,
      boolean windowed,
      ByteBuffer starts,
      ByteBuffer ends,
      ByteBuffer keyGroups,
      ByteBuffer shed,
      ByteBuffer partial,
      List<ColumnView> groups,
      List<Cells> cells,
      ByteBuffer times,
      List<ColumnView> boundTexts)
      implements InFrame {}

  /** One aggregate of the rows: status is empty if all are OK, bounds are empty if there are none. */
  record Cells(ColumnView values, ByteBuffer status, ByteBuffer bounds) {}

  /** The process has taken the state of these key groups. */
  record RestoreDone(int firstKeyGroup, int lastKeyGroup, int count, long crc, long skippedPartial) implements InFrame {}

  /** State is frozen: it holds what was not in a RESULT up to this number, and has applied this watermark. */
  record BarrierAck(long checkpoint, long lastResultSeq, long watermark) implements InFrame {}

  /** A chunk of the frozen state of a key group, which has so many bytes in all. */
  record Snapshot(long checkpoint, int keyGroup, long offset, long size, ByteBuffer chunk) implements InFrame {}

  /** All results up to this time were sent. */
  record DrainedWatermark(long time) implements InFrame {}

  /** Event credit given back. */
  record Credit(long bytes) implements InFrame {}

  /** Rows that the process refused. */
  record Rejected(long count, int code, String reason) implements InFrame {}

  /** Answer to PING; state is 0 idle, 1 working, 2 waits for result credit. */
  record Pong(long nonce, long progress, int state) implements InFrame {}

  /** The session ended. */
  record Fault(int code, String message, String remedy) implements InFrame {}

  /** The process ended the session in peace. */
  record Bye() implements InFrame {}
}
