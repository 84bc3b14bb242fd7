// SPDX-License-Identifier: Apache-2.0
package org.horatio.examples.ridesharing;

import java.util.Arrays;
import org.apache.flink.api.java.functions.KeySelector;

/** The key of a CSV row: its key fields as one text. */
final class CsvKey implements KeySelector<CsvRow, String> {
  private static final long serialVersionUID = 1;

  private final int[] places;

  CsvKey(int[] places) {
    this.places = places;
  }

  @Override
  public String getKey(CsvRow row) {
    return CsvText.record(Arrays.stream(places).mapToObj(place -> row.fields[place]).toList());
  }
}
