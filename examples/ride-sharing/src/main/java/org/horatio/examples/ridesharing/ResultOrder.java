// SPDX-License-Identifier: Apache-2.0
package org.horatio.examples.ridesharing;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.horatio.flink.TrendResult;

/**
 * The order of {@code horatio run}: window end, window start, query, group columns (numbers by value, texts by their
 * UTF-8 bytes, NULL first); rows without a window last.
 */
final class ResultOrder implements Comparator<TrendResult> {
  private static final Comparator<TrendResult> BY_WINDOW_AND_QUERY =
      Comparator.comparing(TrendResult::windowEnd, Comparator.nullsLast(Comparator.naturalOrder()))
          .thenComparing(TrendResult::windowStart, Comparator.nullsLast(Comparator.naturalOrder()))
          .thenComparing(TrendResult::query, ResultOrder::compareText);

  private final ResultColumns columns;

  ResultOrder(ResultColumns columns) {
    this.columns = columns;
  }

  @Override
  public int compare(TrendResult a, TrendResult b) {
    int order = BY_WINDOW_AND_QUERY.compare(a, b);
    return order != 0 ? order : compareGroups(columns.groupCells(a), columns.groupCells(b));
  }

  private static int compareGroups(List<Object> a, List<Object> b) {
    for (int i = 0; i < a.size(); i++) {
      int order = compareValues(a.get(i), b.get(i));
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private static int compareValues(Object a, Object b) {
    if (a == null || b == null) {
      return Boolean.compare(a != null, b != null);
    }
    if (a instanceof Number && b instanceof Number) {
      return new BigDecimal(a.toString()).compareTo(new BigDecimal(b.toString()));
    }
    return compareText(a.toString(), b.toString());
  }

  private static int compareText(String a, String b) {
    return Arrays.compareUnsigned(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
  }
}
