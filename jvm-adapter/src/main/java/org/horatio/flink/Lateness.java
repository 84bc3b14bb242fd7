// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.util.Arrays;

/**
 * What is late: a record at or below the input's watermark, or below the one that its key group's state had seen. Task
 * thread.
 */
final class Lateness {
  private final int firstKeyGroup;
  private final int keyGroups;
  private long watermark = Long.MIN_VALUE;
  private long lastFinite = Long.MIN_VALUE; // the end of the input is never stored: more may follow a restore
  private long[] restored; // by key group; null: nothing that the watermark has not passed
  private long greatestRestored = Long.MIN_VALUE;

  Lateness(int firstKeyGroup, int lastKeyGroup) {
    this.firstKeyGroup = firstKeyGroup;
    this.keyGroups = lastKeyGroup - firstKeyGroup + 1;
  }

  long watermark() {
    return watermark;
  }

  void advance(long time) {
    watermark = time;
    if (time != Long.MAX_VALUE) {
      lastFinite = time;
    }
    if (lastFinite >= greatestRestored) {
      restored = null;
    }
  }

  boolean isLate(long time, int keyGroup) {
    return time <= watermark || (restored != null && time <= restored[keyGroup - firstKeyGroup]);
  }

  /** What the state of a key group says. */
  void restore(int keyGroup, long lateUpTo) {
    if (restored == null) {
      restored = new long[keyGroups];
      Arrays.fill(restored, Long.MIN_VALUE);
    }
    restored[keyGroup - firstKeyGroup] = lateUpTo;
    greatestRestored = Math.max(greatestRestored, lateUpTo);
  }

  /** What the state of each key group is to say; the process has applied this watermark. */
  long[] stored(long applied) {
    long[] stored = new long[keyGroups];
    for (int i = 0; i < keyGroups; i++) {
      stored[i] = Math.max(Math.max(lastFinite, applied), restored == null ? Long.MIN_VALUE : restored[i]);
    }
    return stored;
  }
}
