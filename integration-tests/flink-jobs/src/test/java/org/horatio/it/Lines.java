// SPDX-License-Identifier: Apache-2.0
package org.horatio.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;

/** Compares results line by line and says where they part. */
final class Lines {
  private Lines() {}

  /** @param least how many lines there must be for the comparison to mean anything */
  static void assertSame(List<String> expected, List<String> actual, int least) {
    assertTrue(expected.size() >= least, "only " + expected.size() + " lines to compare");
    for (int i = 0; i < Math.min(expected.size(), actual.size()); i++) {
      assertEquals(expected.get(i), actual.get(i), "line " + (i + 1) + " of " + expected.size());
    }
    assertEquals(expected.size(), actual.size(), "number of lines");
  }
}
