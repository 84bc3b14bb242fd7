// SPDX-License-Identifier: Apache-2.0
package org.horatio.examples.ridesharing;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * The ride-sharing stream of the HAMLET paper (section 6.1): 20 event types in bursts, about 10,000 events a minute,
 * random attribute values. Quiet and busy stretches take turns. Endless, in ascending time with ties; the same seed
 * gives the same events on every machine. Not thread safe.
 */
public final class RideSharingGenerator {
  /** Where the stream starts: 2026-01-01T00:00:00Z. */
  public static final long START_MS = 1_767_225_600_000L;

  private static final String[] DISTRICTS = {
    "Abbey", "Bridge", "Castle", "Dock", "Eastgate", "Forge", "Garden", "Harbour", "Island", "Kiln", "Lane", "Market"
  };
  private static final int ACTIVE_TRIPS = 240;
  private static final int DRIVERS = 600;
  private static final int RIDERS = 100_000;
  private static final long STRETCH_MS = 15_000;
  // Gaps are 0..BUSY_GAP or 0..QUIET_GAP milliseconds, evenly: 6 ms on average over two stretches of equal length.
  private static final int BUSY_GAP_MS = 9;
  private static final int QUIET_GAP_MS = 18;

  private final Random random;
  private final List<Trip> active = new ArrayList<>(ACTIVE_TRIPS);
  private long time = START_MS;
  private long trips;
  private Trip trip;
  private RideType type;
  private int left;

  public RideSharingGenerator(long seed) {
    random = new Random(seed);
    for (int i = 0; i < ACTIVE_TRIPS; i++) {
      active.add(newTrip());
    }
  }

  public RideEvent next() {
    while (left == 0) {
      nextBurst();
    }
    left--;
    boolean busy = time / STRETCH_MS % 2 == 0;
    time += random.nextInt((busy ? BUSY_GAP_MS : QUIET_GAP_MS) + 1);
    return event();
  }

  private void nextBurst() {
    int place = random.nextInt(ACTIVE_TRIPS);
    trip = active.get(place);
    Trip.Burst burst = trip.next();
    if (burst == null) {
      active.set(place, newTrip());
      return;
    }
    type = burst.type();
    left = burst.events();
  }

  private Trip newTrip() {
    long rider = 1 + trips++ % RIDERS;
    return new Trip(random, DISTRICTS[random.nextInt(DISTRICTS.length)], 1 + random.nextInt(DRIVERS), rider);
  }

  private RideEvent event() {
    RideEvent event = new RideEvent();
    event.type = type.name();
    event.ts = time;
    event.district = trip.district;
    event.driver = trip.driver;
    switch (type) {
      case Online, Offline, Refuel -> {}
      default -> ofRide(event);
    }
    return event;
  }

  private void ofRide(RideEvent event) {
    event.rider = trip.rider;
    switch (type) {
      case Request, Quote, Accept, Decline -> event.kind = trip.kind;
      case Travel -> {
        event.speed = trip.slow ? random.nextInt(120) / 10.0 : 8 + random.nextInt(400) / 10.0;
        event.duration = 5L + random.nextInt(56);
      }
      case Wait, Detour, Stop -> event.duration = 30L + random.nextInt(271);
      default -> {}
    }
    switch (type) {
      case Quote, Dropoff, Payment, Tip, Refund -> event.price = BigDecimal.valueOf(200 + random.nextInt(6_000), 2);
      default -> {}
    }
  }
}
