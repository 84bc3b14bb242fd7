// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Objects;
import org.apache.flink.api.common.typeinfo.TypeInfo;

/** One result row: a query, a window, a group, its aggregates and the row's status. Immutable. */
@TypeInfo(TrendResultTypeInfo.Factory.class)
public final class TrendResult implements Serializable {
  private static final long serialVersionUID = 1L;

  private final String query;
  private final Long windowStart;
  private final Long windowEnd;
  private final Object[] groups;
  private final Object[] aggregates;
  private final String status;

  TrendResult(
      String query, Long windowStart, Long windowEnd, Object[] groups, Object[] aggregates, String status) {
    this.query = Objects.requireNonNull(query);
    this.windowStart = windowStart;
    this.windowEnd = windowEnd;
    this.groups = groups;
    this.aggregates = aggregates;
    this.status = Objects.requireNonNull(status);
  }

  /** Name of the query. */
  public String query() {
    return query;
  }

  /** First millisecond of the window; null if the query has no WITHIN. */
  public Long windowStart() {
    return windowStart;
  }

  /** End of the window, exclusive; null if the query has no WITHIN. */
  public Long windowEnd() {
    return windowEnd;
  }

  /** Number of GROUP BY attributes. */
  public int groupCount() {
    return groups.length;
  }

  /** Number of aggregates. */
  public int aggregateCount() {
    return aggregates.length;
  }

  /**
   * Value of the GROUP BY attribute at this place: Long (INT, TIMESTAMP), Double, BigDecimal, String, Boolean, or null.
   */
  public Object group(int index) {
    return groups[index];
  }

  /**
   * Value of the aggregate at this place: Long, or BigInteger above 2^63 - 1; Double and BigDecimal for sums; null
   * where it is NULL or overflowed.
   */
  public Object aggregate(int index) {
    return aggregates[index];
  }

  /** OK, APPROX(bound), OVERFLOW, SHED(fraction) or PARTIAL. */
  public String status() {
    return status;
  }

  Object[] groups() {
    return groups;
  }

  Object[] aggregates() {
    return aggregates;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TrendResult that
        && query.equals(that.query)
        && Objects.equals(windowStart, that.windowStart)
        && Objects.equals(windowEnd, that.windowEnd)
        && Arrays.equals(groups, that.groups)
        && Arrays.equals(aggregates, that.aggregates)
        && status.equals(that.status);
  }

  @Override
  public int hashCode() {
    int hash = Objects.hash(query, windowStart, windowEnd, status);
    return 31 * (31 * hash + Arrays.hashCode(groups)) + Arrays.hashCode(aggregates);
  }

  @Override
  public String toString() {
    String window = windowStart == null ? "" : "[" + windowStart + ", " + windowEnd + ") ";
    return query + " " + window + Arrays.toString(groups) + " " + Arrays.toString(aggregates) + " " + status;
  }
}
