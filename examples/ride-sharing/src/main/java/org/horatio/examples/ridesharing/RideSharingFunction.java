// SPDX-License-Identifier: Apache-2.0
package org.horatio.examples.ridesharing;

import java.util.function.Supplier;
import org.apache.flink.connector.datagen.source.GeneratorFunction;

/**
 * The ride-sharing stream by number, for Flink's data generator source at parallelism 1: event {@code i} is the same
 * whenever it is asked for, so a restored job replays it. Ascending numbers cost O(1) each; a step back starts anew.
 */
public final class RideSharingFunction implements GeneratorFunction<Long, RideEvent> {
  private static final long serialVersionUID = 1;

  private final long seed;
  private final int outOfOrderMs;
  private transient Supplier<RideEvent> stream;
  private transient long next;

  /** @param outOfOrderMs how far an event may come behind the newest time before it; 0 leaves the stream in order */
  public RideSharingFunction(long seed, int outOfOrderMs) {
    this.seed = seed;
    this.outOfOrderMs = outOfOrderMs;
  }

  @Override
  public RideEvent map(Long number) {
    if (stream == null || number < next) {
      RideSharingGenerator generator = new RideSharingGenerator(seed);
      stream = outOfOrderMs == 0 ? generator::next : new OutOfOrder(generator::next, outOfOrderMs, seed);
      next = 0;
    }
    RideEvent event = stream.get();
    while (next++ < number) {
      event = stream.get();
    }
    return event;
  }
}
