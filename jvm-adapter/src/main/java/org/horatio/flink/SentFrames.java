// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.util.ArrayDeque;
import java.util.List;

/**
 * The newest frames of a session, at most the event credit, so that those for which no credit has come back are among
 * them. Nothing is copied: a frame does not change once it is sent. Thread-safe.
 */
final class SentFrames {
  private static final long CONTROL_FRAMES = 64 << 10; // of which few are under way beside the event frames

  private final long most;
  private final ArrayDeque<byte[]> frames = new ArrayDeque<>();
  private long bytes;
  private long dropped;
  private long chargeOfDropped;
  private long creditBack;

  /**
   * What is kept.
   *
   * @param dropped frames that came before
   * @param acknowledged of the frames, how many the process had taken over, as far as credit tells
   */
  record Kept(List<byte[]> frames, long dropped, int acknowledged) {}

  SentFrames(long eventCredit) {
    this.most = eventCredit + CONTROL_FRAMES;
  }

  /** A frame that is being sent; those that only ask or give credit are not kept. */
  synchronized void add(byte[] frame) {
    if (!isKept(FrameWriter.kindOf(frame))) {
      return;
    }
    frames.add(frame);
    bytes += frame.length;
    while (bytes > most) {
      byte[] oldest = frames.remove();
      bytes -= oldest.length;
      chargeOfDropped += charge(oldest);
      dropped++;
    }
  }

  private static boolean isKept(int kind) {
    return switch (kind) {
      case Wire.PANES, Wire.RESTORE, Wire.RESTORE_DONE, Wire.WATERMARK, Wire.BARRIER, Wire.RELEASE, Wire.END_OF_INPUT ->
          true;
      default -> false;
    };
  }

  private static long charge(byte[] frame) {
    int kind = FrameWriter.kindOf(frame);
    return kind == Wire.PANES || kind == Wire.RESTORE ? Wire.charge(frame.length) : 0;
  }

  /** Event credit has come back. */
  synchronized void acknowledge(long credit) {
    creditBack += credit;
  }

  synchronized Kept kept() {
    long charged = chargeOfDropped;
    int acknowledged = 0;
    for (byte[] frame : frames) {
      charged += charge(frame);
      if (charged > creditBack) {
        break;
      }
      acknowledged++;
    }
    return new Kept(List.copyOf(frames), dropped, acknowledged);
  }
}
