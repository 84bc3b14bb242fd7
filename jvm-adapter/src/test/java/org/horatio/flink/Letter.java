// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** An event of the tests that run jobs: a letter of a word, one word per key. */
public class Letter {
  public String type;
  public int k;
  public long time;
  public BigDecimal price;

  public Letter() {}

  Letter(String type, int k, long time) {
    this.type = type;
    this.k = k;
    this.time = time;
  }

  /** The letters of a word at the times 0, 1, 2, ... under each of the keys 0 to keys - 1, keys interleaved. */
  static List<Letter> word(String letters, int keys) {
    List<Letter> events = new ArrayList<>();
    for (int i = 0; i < letters.length(); i++) {
      for (int k = 0; k < keys; k++) {
        events.add(new Letter(letters.substring(i, i + 1), k, i));
      }
    }
    return events;
  }

  static String schema() {
    return "STREAM letters (TYPE A (k INT, price DECIMAL(2)), TYPE B (k INT), TYPE C (k INT), TYPE Z (k INT));\n";
  }

  static String query(String name, String pattern) {
    return "QUERY " + name + " RETURN COUNT(*) PATTERN " + pattern + " GROUP BY k WITHIN 10 SECONDS;\n";
  }

  @Override
  public String toString() {
    return type + k + "@" + time;
  }
}
