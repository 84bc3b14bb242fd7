// SPDX-License-Identifier: Apache-2.0
package org.horatio.bench;

import org.HdrHistogram.Histogram;

/** From the moment the source emits the watermark that makes a result due to the moment the sink has it, in nanoseconds. */
final class Latency {
  private final Histogram histogram = new Histogram(3);
  private final long[] times;
  private final long[] nanos;
  private int watermarks;
  private int searched;

  /** {@code capacity} watermarks are kept; 0: nothing is measured. */
  Latency(int capacity) {
    times = new long[capacity];
    nanos = new long[capacity];
  }

  synchronized void watermark(long time) {
    if (watermarks < times.length) {
      times[watermarks] = time;
      nanos[watermarks++] = System.nanoTime();
    }
  }

  /** A result that is due with the first watermark of at least {@code due} has arrived; ascending but for ties. */
  synchronized void arrived(long due) {
    if (times.length == 0) {
      return;
    }
    if (searched > 0 && times[searched - 1] >= due) {
      searched = 0;
    }
    while (searched < watermarks && times[searched] < due) {
      searched++;
    }
    if (searched < watermarks) {
      histogram.recordValue(System.nanoTime() - nanos[searched]);
    }
  }

  Histogram histogram() {
    return histogram;
  }
}
