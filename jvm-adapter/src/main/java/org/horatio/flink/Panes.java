// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

/** The panes of a workload: [start, start + slide), starts at offset modulo slide, floored also for negative times. */
final class Panes {
  static final long NONE = Long.MIN_VALUE;

  private final long slide;
  private final long offset;
  private long lastStart = NONE; // rows mostly follow rows of the same pane
  private long lastEnd = NONE;

  Panes(long slide, long offset) {
    this.slide = slide;
    this.offset = offset;
  }

  /** Start of the pane of a time; {@link #NONE} where the workload has no pane or the pane begins before all time. */
  long startOf(long time) {
    if (slide == 0) {
      return NONE;
    }
    if (time >= lastStart && time < lastEnd) {
      return lastStart;
    }
    long inPane = Math.floorMod(Math.floorMod(time, slide) - Math.floorMod(offset, slide), slide);
    if (time < Long.MIN_VALUE + inPane) {
      return NONE;
    }
    lastStart = time - inPane;
    lastEnd = lastStart > Long.MAX_VALUE - slide ? Long.MAX_VALUE : lastStart + slide;
    return lastStart;
  }

  /** Whether a watermark that moves from one time to another closes a pane: times up to the watermark are complete. */
  boolean crosses(long from, long to) {
    return slide != 0 && startOf(next(from)) != startOf(next(to));
  }

  private static long next(long time) {
    return time == Long.MAX_VALUE ? time : time + 1;
  }
}
