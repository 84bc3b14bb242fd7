// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.util.function.LongSupplier;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.metrics.DescriptiveStatisticsHistogram;

/** The metrics of a subtask, in the group "horatio" of its operator; README.md says what each means. */
final class SidecarMetrics {
  private static final int ROUND_TRIPS = 128; // a PING each second: the last two minutes
  private static final long NANOS_PER_MICRO = 1_000;

  private final DescriptiveStatisticsHistogram roundTrips = new DescriptiveStatisticsHistogram(ROUND_TRIPS);

  /** Any thread, one at a time. */
  void roundTrip(long nanos) {
    roundTrips.update(nanos / NANOS_PER_MICRO);
  }

  void register(MetricGroup operator, SidecarCounters counters, SidecarInbox inbox, int restarts) {
    MetricGroup group = operator.addGroup("horatio");
    group.counter("events", new View(() -> counters.events));
    group.counter("late", new View(() -> counters.late));
    group.counter("rejected", new View(() -> counters.rejected));
    group.counter("ignored", new View(() -> counters.ignored));
    group.counter("refusedByProcess", new View(() -> counters.refusedByProcess));
    group.counter("skippedPartial", new View(() -> counters.skippedPartial));
    group.counter("rows", new View(() -> counters.rows));
    group.counter("frames", new View(() -> counters.frames));
    group.counter("bytes", new View(() -> counters.bytes));
    group.counter("barriers", new View(() -> counters.barriers));
    group.counter("restarts", new View(() -> restarts));
    group.histogram("roundTripMicros", roundTrips);
    gauge(group, "inFlightPanes", inbox::inFlightFrames);
    gauge(group, "inFlightBytes", inbox::inFlightBytes);
    gauge(group, "lastDrainMillis", () -> counters.lastDrainMillis);
    gauge(group, "lastDrainRows", () -> counters.lastDrainRows);
    gauge(group, "lastSnapshotMillis", () -> counters.lastSnapshotMillis);
    gauge(group, "lastSnapshotBytes", () -> counters.lastSnapshotBytes);
  }

  private static void gauge(MetricGroup group, String name, LongSupplier value) {
    group.gauge(name, (Gauge<Long>) value::getAsLong);
  }

  /** A count that is kept elsewhere. */
  private record View(LongSupplier count) implements Counter {
    @Override
    public long getCount() {
      return count.getAsLong();
    }

    @Override
    public void inc() {
      inc(1);
    }

    @Override
    public void inc(long n) {
      throw new UnsupportedOperationException("this count is kept elsewhere");
    }

    @Override
    public void dec() {
      inc(-1);
    }

    @Override
    public void dec(long n) {
      inc(-n);
    }
  }
}
