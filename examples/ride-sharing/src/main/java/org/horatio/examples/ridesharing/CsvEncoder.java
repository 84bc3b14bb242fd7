// SPDX-License-Identifier: Apache-2.0
package org.horatio.examples.ridesharing;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.horatio.flink.EventEncoder;
import org.horatio.flink.EventWriter;

/** Reads the fields of a CSV row by the declared types of their columns; a field that is none rejects the row. */
final class CsvEncoder implements EventEncoder<CsvRow> {
  private static final long serialVersionUID = 1;

  private final String[] names;
  private final String[] types;
  private final int typeColumn;
  private final String onlyType;

  /** @param typeColumn place of the event type; below 0: every row is of {@code onlyType} */
  CsvEncoder(List<String> names, List<String> types, int typeColumn, String onlyType) {
    this.names = names.toArray(String[]::new);
    this.types = types.toArray(String[]::new);
    this.typeColumn = typeColumn;
    this.onlyType = onlyType;
  }

  @Override
  public void encode(CsvRow row, EventWriter event) {
    String type = typeColumn < 0 ? onlyType : row.fields[typeColumn];
    if (type == null) {
      event.reject("the row has no event type");
      return;
    }
    event.type(type);
    for (int i = 0; i < names.length; i++) {
      try {
        event.set(names[i], value(types[i], row.fields[i]));
      } catch (RuntimeException e) {
        event.reject(names[i] + " = " + row.fields[i] + " is no " + types[i]);
        return;
      }
    }
  }

  private static Object value(String type, String text) {
    if (text == null) {
      return null;
    }
    if (type.startsWith("DECIMAL")) {
      return new BigDecimal(text);
    }
    return switch (type) {
      case "INT" -> Long.valueOf(text);
      case "FLOAT" -> Double.valueOf(text);
      case "BOOL" -> Boolean.valueOf(text);
      case "TIMESTAMP" -> Instant.ofEpochMilli(Long.parseLong(text));
      default -> text;
    };
  }
}
