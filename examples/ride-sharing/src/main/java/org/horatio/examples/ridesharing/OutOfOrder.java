// SPDX-License-Identifier: Apache-2.0
package org.horatio.examples.ridesharing;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Random;
import java.util.function.Supplier;

/**
 * Shuffles an endless stream of ascending times: every event is delayed by 0 to {@code boundMs}, so that none comes more
 * than {@code boundMs} behind the newest time before it. Deterministic by seed; holds the events of one bound.
 */
final class OutOfOrder implements Supplier<RideEvent> {
  private record Delayed(long release, long number, RideEvent event) {}

  private final Supplier<RideEvent> source;
  private final Random random;
  private final int boundMs;
  private final PriorityQueue<Delayed> waiting =
      new PriorityQueue<>(Comparator.comparingLong(Delayed::release).thenComparingLong(Delayed::number));
  private final Queue<RideEvent> ready = new ArrayDeque<>();
  private long number;

  OutOfOrder(Supplier<RideEvent> source, int boundMs, long seed) {
    this.source = source;
    this.boundMs = boundMs;
    this.random = new Random(seed);
  }

  @Override
  public RideEvent get() {
    while (ready.isEmpty()) {
      RideEvent event = source.get();
      // Later events are released at this event's time or later: what is due before it is in its final order.
      while (!waiting.isEmpty() && waiting.peek().release() < event.ts) {
        ready.add(waiting.poll().event());
      }
      waiting.add(new Delayed(event.ts + random.nextInt(boundMs + 1), number++, event));
    }
    return ready.poll();
  }
}
