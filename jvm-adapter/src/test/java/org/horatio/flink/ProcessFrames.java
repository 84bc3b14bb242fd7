// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

/** Frames as the process would send them. */
final class ProcessFrames {
  private ProcessFrames() {}

  static byte[] drained(long time) {
    return new FrameWriter(Wire.DRAINED_WATERMARK, 1, 1, 64).integer(time).finish();
  }

  static byte[] helloOk(long session, long eventCredit) {
    return new FrameWriter(Wire.HELLO_OK, 4, session, 64)
        .text("0.1.0").unsigned(eventCredit).unsigned(Wire.MOST_FRAME).text("hash").finish();
  }

  static byte[] barrierAck(long checkpoint, long lastResultSeq, long watermark) {
    return new FrameWriter(Wire.BARRIER_ACK, 3, 1, 64)
        .unsigned(checkpoint).unsigned(lastResultSeq).integer(watermark).finish();
  }

  static byte[] credit(long bytes) {
    return new FrameWriter(Wire.CREDIT, 1, 1, 64).unsigned(bytes).finish();
  }

  static byte[] pong(long nonce, long progress, int state) {
    return new FrameWriter(Wire.PONG, 3, 1, 64).unsigned(nonce).unsigned(progress).unsigned(state).finish();
  }

  static byte[] error(int code, String message, String remedy) {
    return new FrameWriter(Wire.ERROR, 3, 1, 64).unsigned(code).text(message).text(remedy).finish();
  }

  static byte[] rejected(long count, int code, String reason) {
    return new FrameWriter(Wire.REJECTED, 3, 1, 64).unsigned(count).unsigned(code).text(reason).finish();
  }
}
