// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

/** The frames without rows that the JVM sends; each is stamped with its sequence number when it is sent. */
final class Frames {
  private static final int SMALL = 64;

  private Frames() {}

  /** What HELLO says beside its try number. */
  record Hello(
      String token,
      String job,
      String operator,
      int subtask,
      String attempt,
      int maxParallelism,
      int firstKeyGroup,
      int lastKeyGroup,
      String workloadHash,
      String columns,
      long resultCredit) {}

  static byte[] hello(Hello hello, int tryNumber) {
    return new FrameWriter(Wire.HELLO, 13, 0, SMALL)
        .text(hello.token())
        .text(hello.job())
        .text(hello.operator())
        .unsigned(hello.subtask())
        .text(hello.attempt())
        .unsigned(tryNumber)
        .unsigned(hello.maxParallelism())
        .unsigned(hello.firstKeyGroup())
        .unsigned(hello.lastKeyGroup())
        .text(hello.workloadHash())
        .text(hello.columns())
        .unsigned(hello.resultCredit())
        .unsigned(Wire.MOST_FRAME)
        .finish();
  }

  static byte[] watermark(long session, long time) {
    return new FrameWriter(Wire.WATERMARK, 1, session, SMALL).integer(time).finish();
  }

  static byte[] resultCredit(long session, long bytes) {
    return new FrameWriter(Wire.RESULT_CREDIT, 1, session, SMALL).unsigned(bytes).finish();
  }

  static byte[] ping(long session, long nonce) {
    return new FrameWriter(Wire.PING, 1, session, SMALL).unsigned(nonce).finish();
  }

  /** A chunk of a key group's state. */
  static byte[] restore(long session, int keyGroup, long offset, boolean last, byte[] chunk, int length) {
    return new FrameWriter(Wire.RESTORE, 4, session, SMALL + length)
        .unsigned(keyGroup).unsigned(offset).bool(last).bin(chunk, length).finish();
  }

  static byte[] restoreDone(long session, int firstKeyGroup, int lastKeyGroup, int count, long crc) {
    return new FrameWriter(Wire.RESTORE_DONE, 5, session, SMALL)
        .unsigned(firstKeyGroup).unsigned(lastKeyGroup).unsigned(count).unsigned(crc).unsigned(0).finish();
  }

  /** The time is that of the newest record that was on time but not sent. */
  static byte[] barrier(long session, long checkpoint, long newestUnsent) {
    return new FrameWriter(Wire.BARRIER, 2, session, SMALL).unsigned(checkpoint).integer(newestUnsent).finish();
  }

  /** Asks for a chunk of what a barrier has frozen. */
  static byte[] snapshot(long session, long checkpoint, int keyGroup, long offset, long limit) {
    return new FrameWriter(Wire.SNAPSHOT, 5, session, SMALL)
        .unsigned(checkpoint).unsigned(keyGroup).unsigned(offset).unsigned(limit).emptyBin().finish();
  }

  static byte[] release(long session, long checkpoint) {
    return new FrameWriter(Wire.RELEASE, 1, session, SMALL).unsigned(checkpoint).finish();
  }

  static byte[] endOfInput(long session) {
    return new FrameWriter(Wire.END_OF_INPUT, 0, session, SMALL).finish();
  }

  static byte[] bye(long session) {
    return new FrameWriter(Wire.BYE, 0, session, SMALL).finish();
  }
}
