// SPDX-License-Identifier: Apache-2.0
package org.horatio.examples.ridesharing;

import java.io.PrintStream;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.horatio.flink.TrendResult;

/** Prints rows for people, as a table, or for programs, in the very CSV of {@code horatio run}. */
public final class ResultPrinter {
  private static final int WIDEST_NUMBER = 15;
  private static final MathContext ABBREVIATED = new MathContext(6, RoundingMode.HALF_UP);

  private ResultPrinter() {}

  /** Sorted rows under a header. */
  public static void csv(ResultColumns columns, List<TrendResult> rows, PrintStream out) {
    out.print(CsvText.record(columns.header()) + "\n");
    for (TrendResult row : sorted(columns, rows)) {
      out.print(CsvText.record(columns.cellsAsText(row)) + "\n");
    }
  }

  /** The first {@code limit} rows (0: all), in aligned columns; numbers that are too wide are abbreviated. */
  public static void table(ResultColumns columns, List<TrendResult> rows, int limit, PrintStream out) {
    List<List<String>> lines = new ArrayList<>();
    lines.add(columns.header());
    int shown = limit == 0 ? rows.size() : Math.min(limit, rows.size());
    for (TrendResult row : sorted(columns, rows).subList(0, shown)) {
      lines.add(readable(columns.cells(row), row.isWindowOfEvents()));
    }
    int[] widths = new int[columns.header().size()];
    for (List<String> line : lines) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], line.get(i).length());
      }
    }
    lines.forEach(line -> out.println(padded(line, widths)));
    if (shown < rows.size()) {
      out.println("... and " + (rows.size() - shown) + " more");
    }
  }

  private static List<TrendResult> sorted(ResultColumns columns, List<TrendResult> rows) {
    return rows.stream().sorted(new ResultOrder(columns)).toList();
  }

  private static List<String> readable(List<Object> cells, boolean windowOfEvents) {
    List<String> line = new ArrayList<>();
    for (int i = 0; i < cells.size(); i++) {
      boolean time = (i == 1 || i == 2) && cells.get(i) != null && !windowOfEvents;
      line.add(time ? Instant.ofEpochMilli((Long) cells.get(i)).toString() : readable(cells.get(i)));
    }
    return line;
  }

  private static String readable(Object value) {
    if (!(value instanceof Number)) {
      return value == null ? "" : value.toString();
    }
    String text = value.toString();
    return text.length() <= WIDEST_NUMBER ? text : new BigDecimal(text).round(ABBREVIATED).toString();
  }

  private static String padded(List<String> line, int[] widths) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      text.append(i == 0 ? "" : "  ").append(line.get(i));
      text.append(" ".repeat(i == widths.length - 1 ? 0 : widths[i] - line.get(i).length()));
    }
    return text.toString();
  }
}
