// SPDX-License-Identifier: Apache-2.0
package org.horatio.examples.ridesharing;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.Random;

/**
 * One driver's way through one ride, from the request to the rating, as a queue of bursts: runs of events of one type.
 * All chance is drawn when the trip is made, so a trip depends on its place in the generator's sequence alone.
 */
final class Trip {
  /** A run of {@code events} events of one type. */
  record Burst(RideType type, int events) {}

  private static final String[] KINDS = {"Solo", "Pool", "Van"};
  private static final int MAX_TRAVEL_BURST = 8;

  final String district;
  final long driver;
  final long rider;
  final String kind;
  final boolean slow;
  private final Queue<Burst> bursts = new ArrayDeque<>();

  Trip(Random random, String district, long driver, long rider) {
    this.district = district;
    this.driver = driver;
    this.rider = rider;
    this.kind = KINDS[random.nextInt(KINDS.length)];
    this.slow = random.nextInt(4) == 0;
    plan(random);
  }

  /** The next burst, or null at the end of the trip. */
  Burst next() {
    return bursts.poll();
  }

  private void plan(Random random) {
    perhaps(random, 10, RideType.Online);
    add(RideType.Request, 1);
    perhaps(random, 50, RideType.Quote);
    if (random.nextInt(100) < 10) {
      add(RideType.Decline, 1);
      return;
    }
    add(RideType.Accept, 1);
    travel(random);
    if (random.nextInt(100) < (slow ? 30 : 10)) {
      add(RideType.Cancel, 1);
      perhaps(random, 30, RideType.Refund);
      return;
    }
    add(RideType.Arrive, 1);
    perhaps(random, 40, RideType.Wait);
    if (random.nextInt(100) < 90) {
      ride(random);
    }
    perhaps(random, 8, RideType.Refuel);
    perhaps(random, 8, RideType.Offline);
  }

  private void ride(Random random) {
    add(RideType.Pickup, 1);
    travel(random);
    perhaps(random, 15, RideType.Detour);
    perhaps(random, 15, RideType.Stop);
    travel(random);
    add(RideType.Dropoff, 1);
    add(RideType.Payment, 1);
    perhaps(random, 30, RideType.Tip);
    perhaps(random, 60, RideType.Rating);
    perhaps(random, 5, RideType.Complaint);
  }

  private void travel(Random random) {
    add(RideType.Travel, 1 + random.nextInt(MAX_TRAVEL_BURST));
  }

  private void perhaps(Random random, int percent, RideType type) {
    if (random.nextInt(100) < percent) {
      add(type, 1);
    }
  }

  private void add(RideType type, int events) {
    bursts.add(new Burst(type, events));
  }
}
