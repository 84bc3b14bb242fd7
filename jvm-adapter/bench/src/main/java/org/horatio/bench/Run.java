// SPDX-License-Identifier: Apache-2.0
package org.horatio.bench;

import java.math.BigDecimal;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** What one run of a job has come to. Source and sinks live in this JVM and find it here. */
final class Run {
  private static volatile Run current;

  private final Latency latency;
  private final boolean summing;
  private final AtomicLong began = new AtomicLong();
  private final AtomicLong ended = new AtomicLong();
  private long rows;
  private BigDecimal sum = BigDecimal.ZERO;

  private Run(Latency latency, boolean summing) {
    this.latency = latency;
    this.summing = summing;
  }

  /** Of {@code watermarks} latencies are measured; {@code summing}: to be checked, and so not timed. */
  static Run begin(int watermarks, boolean summing) {
    current = new Run(new Latency(watermarks), summing);
    return current;
  }

  static Run current() {
    return current;
  }

  void began(long nanos) {
    began.compareAndSet(0, nanos);
  }

  /** The end of an operator's input: the last one counts. */
  void ended() {
    ended.accumulateAndGet(System.nanoTime(), Math::max);
  }

  double seconds() {
    return (ended.get() - began.get()) / 1e9;
  }

  Latency latency() {
    return latency;
  }

  synchronized void row(Supplier<Number> count) {
    rows++;
    if (summing) {
      sum = sum.add(new BigDecimal(count.get().toString()));
    }
  }

  synchronized long rows() {
    return rows;
  }

  synchronized BigDecimal sum() {
    return sum;
  }
}
