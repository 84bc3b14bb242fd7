// SPDX-License-Identifier: Apache-2.0
package org.horatio.examples.ridesharing;

import java.util.List;
import java.util.stream.Collectors;

/** Writes CSV records as RFC 4180 asks: NULL is empty, an empty string {@code ""}. */
final class CsvText {
  private CsvText() {}

  static String record(List<?> fields) {
    return fields.stream().map(CsvText::field).collect(Collectors.joining(","));
  }

  static String field(Object value) {
    if (value == null) {
      return "";
    }
    String text = value.toString();
    boolean plain = !text.isEmpty() && text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
  }
}
