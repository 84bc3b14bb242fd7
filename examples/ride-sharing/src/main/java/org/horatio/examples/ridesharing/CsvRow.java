// SPDX-License-Identifier: Apache-2.0
package org.horatio.examples.ridesharing;

/** One row of a CSV file as it stands there; a null field is NULL. A Flink POJO. */
public class CsvRow {
  /** Event time in milliseconds. */
  public long ts;

  /** All fields, in the order of the header. */
  public String[] fields;

  public CsvRow() {}

  CsvRow(long ts, String[] fields) {
    this.ts = ts;
    this.fields = fields;
  }
}
