// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A seeded stream of letters out of order, some of them late, with watermarks between; and queries for it. */
final class LetterStream {
  private static final int KEYS = 24;
  private static final String TYPES = "AABBBBCZ";
  private static final long STEP = 10;
  private static final int OUT_OF_ORDER = 3_000;
  private static final long BOUND = 2_900; // below what happens: some letters are late

  /** Windows that overlap, of events and none at all; negation; neighbours; numbers past 64 bits. */
  static final String QUERIES =
      """
      QUERY trends RETURN COUNT(*), COUNT(B) PATTERN SEQ(A, B+) GROUP BY k WITHIN 10 SECONDS SLIDE 2 SECONDS;
      QUERY unless RETURN COUNT(*) PATTERN SEQ(A, NOT C, B+) GROUP BY k WITHIN 8 SECONDS;
      QUERY rising RETURN COUNT(*) PATTERN A+ X WHERE X.price < NEXT(X).price GROUP BY k WITHIN 9 SECONDS;
      QUERY numbered RETURN COUNT(*) PATTERN SEQ(A, B+) GROUP BY k WITHIN 7 EVENTS SLIDE 3;
      QUERY whole RETURN COUNT(*) PATTERN SEQ(C, Z) GROUP BY k;
      QUERY large RETURN COUNT(*) PATTERN (SEQ(A, B+))+ GROUP BY k WITHIN 60 SECONDS SLIDE 30 SECONDS;
      """;

  /** A letter, or a watermark where there is none. */
  record Step(Letter letter, long watermark) {}

  private LetterStream() {}

  static List<Step> steps(long seed, int letters) {
    Random random = new Random(seed);
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < letters; i++) {
      String type = String.valueOf(TYPES.charAt(random.nextInt(TYPES.length())));
      Letter letter = new Letter(type, random.nextInt(KEYS), STEP * i - random.nextInt(OUT_OF_ORDER));
      letter.price = BigDecimal.valueOf(random.nextInt(1_000), 2);
      steps.add(new Step(letter, 0));
      if (random.nextInt(10) == 0) {
        steps.add(new Step(null, STEP * i - BOUND));
      }
    }
    return steps;
  }
}
