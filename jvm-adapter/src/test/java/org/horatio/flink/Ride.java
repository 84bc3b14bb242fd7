// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** An event with an attribute of every kind, each of which may be NULL, and one that no query reads. */
public class Ride {
  public String type;
  public Integer k;
  public long time;
  public BigDecimal price;
  public Double speed;
  public String place;
  public Boolean shared;
  public Instant booked;
  public String note;

  static final String WORKLOAD =
      """
      STREAM rides (
        TYPE Request (k INT, place STRING, booked TIMESTAMP, note STRING),
        TYPE Travel (k INT, price DECIMAL(2), speed FLOAT, shared BOOL, place STRING, note STRING));
      QUERY fares RETURN COUNT(*) AS trends, SUM(T.price) AS fare, MAX(T.speed) AS fastest
      PATTERN SEQ(Request R, Travel+ T) WHERE R.booked > 500 AND T.shared = true GROUP BY k WITHIN 10 SECONDS;
      QUERY places RETURN COUNT(*) PATTERN Travel T GROUP BY k, place WITHIN 5 SECONDS;
      """;

  /** Seeded, in the order of their times. */
  static List<Ride> some(int rides) {
    Random random = new Random(42);
    List<Ride> all = new ArrayList<>();
    for (int i = 0; i < rides; i++) {
      Ride ride = new Ride();
      ride.type = random.nextInt(4) == 0 ? "Request" : random.nextInt(20) == 0 ? "Strike" : "Travel";
      ride.k = random.nextInt(8);
      ride.time = 100L * i;
      ride.price = random.nextInt(9) == 0 ? null : BigDecimal.valueOf(random.nextInt(10_000), 2);
      ride.speed = random.nextInt(9) == 0 ? null : random.nextInt(1_000) / 8.0;
      ride.place = random.nextInt(9) == 0 ? null : "place é " + random.nextInt(3);
      ride.shared = random.nextInt(9) == 0 ? null : (Boolean) (random.nextInt(3) > 0);
      ride.booked = random.nextInt(9) == 0 ? null : Instant.ofEpochMilli(random.nextInt(1_000));
      ride.note = "never sent";
      all.add(ride);
    }
    return all;
  }
}
