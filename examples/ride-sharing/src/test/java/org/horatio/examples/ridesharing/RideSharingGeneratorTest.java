// SPDX-License-Identifier: Apache-2.0
package org.horatio.examples.ridesharing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RideSharingGeneratorTest {
  private static final int MANY = 50_000;

  @Test
  void theSameSeedGivesTheSameEventsAndAnotherSeedOthers() {
    assertEquals(texts(7, 0, 1_000), texts(7, 0, 1_000));
    assertNotEquals(texts(7, 0, 1_000), texts(8, 0, 1_000));
  }

  @Test
  void all20TypesOccurInAscendingTimeWithTies() {
    Set<String> types = new HashSet<>();
    RideSharingGenerator generator = new RideSharingGenerator(1);
    long before = Long.MIN_VALUE;
    int ties = 0;
    for (int i = 0; i < MANY; i++) {
      RideEvent event = generator.next();
      assertTrue(event.ts >= before, "time goes back");
      ties += event.ts == before ? 1 : 0;
      before = event.ts;
      types.add(event.type);
    }
    assertEquals(Arrays.stream(RideType.values()).map(Enum::name).collect(Collectors.toSet()), types);
    assertTrue(ties > 0);
  }

  @Test
  void aMinuteHoldsAbout10000Events() {
    RideSharingGenerator generator = new RideSharingGenerator(1);
    Map<Long, Integer> perMinute = new HashMap<>();
    for (int i = 0; i < 100_000; i++) {
      perMinute.merge((generator.next().ts - RideSharingGenerator.START_MS) / 60_000, 1, Integer::sum);
    }
    for (long minute = 0; minute < 8; minute++) {
      int events = perMinute.get(minute);
      assertTrue(events > 8_000 && events < 12_000, "minute " + minute + " holds " + events);
    }
  }

  @Test
  void aTripNeverHasMoreTravelEventsThanA64BitCountCanBear() {
    RideSharingGenerator generator = new RideSharingGenerator(1);
    Map<List<Long>, Integer> travels = new HashMap<>();
    for (int i = 0; i < MANY; i++) {
      RideEvent event = generator.next();
      if (event.type.equals("Travel")) {
        travels.merge(List.of(event.driver, event.rider), 1, Integer::sum);
      }
    }
    assertTrue(travels.values().stream().allMatch(n -> n <= 24));
  }

  @Test
  void anEventIsTheSameInWhateverOrderItIsAskedFor() {
    RideSharingFunction stream = new RideSharingFunction(3, 500);
    String hundredth = CsvText.record(RideCsv.fields(stream.map(100L)));
    String third = CsvText.record(RideCsv.fields(stream.map(3L)));
    List<String> inOrder = texts(3, 500, 101);
    assertEquals(inOrder.get(100), hundredth);
    assertEquals(inOrder.get(3), third);
  }

  @Test
  void shuffledEventsStayWithinTheBoundAndNoneIsLost() {
    int bound = 700;
    RideSharingFunction shuffled = new RideSharingFunction(5, bound);
    long newest = 0;
    int back = 0;
    Set<String> texts = new HashSet<>();
    for (long i = 0; i < MANY; i++) {
      RideEvent event = shuffled.map(i);
      assertTrue(event.ts >= newest - bound, "an event comes later than the bound allows");
      back += event.ts < newest ? 1 : 0;
      newest = Math.max(newest, event.ts);
      texts.add(CsvText.record(RideCsv.fields(event)));
    }
    assertTrue(back > MANY / 10);
    // What is out is the ordered stream, but for the events of the last bound.
    long end = newest - bound;
    RideSharingFunction ordered = new RideSharingFunction(5, 0);
    for (long i = 0; ; i++) {
      RideEvent event = ordered.map(i);
      if (event.ts >= end) {
        break;
      }
      assertTrue(texts.contains(CsvText.record(RideCsv.fields(event))));
    }
  }

  private static List<String> texts(long seed, int outOfOrderMs, long events) {
    RideSharingFunction stream = new RideSharingFunction(seed, outOfOrderMs);
    return LongStream.range(0, events).mapToObj(i -> CsvText.record(RideCsv.fields(stream.map(i)))).toList();
  }
}
