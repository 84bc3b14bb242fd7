// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
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
  private final boolean windowOfEvents;
  private final Object[] groups;
  private final Object[] aggregates;
  private final AggregateStatus[] statuses;
  private final String rowStatus; // OK, SHED(fraction) or PARTIAL; counts where all aggregates are OK

  TrendResult(
      String query,
      Long windowStart,
      Long windowEnd,
      boolean windowOfEvents,
      Object[] groups,
      Object[] aggregates,
      AggregateStatus[] statuses,
      String rowStatus) {
    this.query = Objects.requireNonNull(query);
    this.windowStart = windowStart;
    this.windowEnd = windowEnd;
    this.windowOfEvents = windowOfEvents;
    this.groups = groups;
    this.aggregates = aggregates;
    this.statuses = statuses;
    this.rowStatus = Objects.requireNonNull(rowStatus);
  }

  /** Name of the query. */
  public String query() {
    return query;
  }

  /** First millisecond of the window, or of EVENTS its first number; null if the query has no WITHIN. */
  public Long windowStart() {
    return windowStart;
  }

  /** End of the window, exclusive; null if the query has no WITHIN. */
  public Long windowEnd() {
    return windowEnd;
  }

  /** Whether the window is over numbers of events (WITHIN n EVENTS), not over time. */
  public boolean isWindowOfEvents() {
    return windowOfEvents;
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
   * Value of the aggregate at this place: Long, or BigInteger past 64 bits, for counts and for INT; BigDecimal with all n
   * decimals for DECIMAL(n); Double for averages, for FLOAT and for approximations, or BigDecimal beyond the range of a
   * double; null where it is NULL or overflowed.
   */
  public Object aggregate(int index) {
    return aggregates[index];
  }

  /**
   * The aggregate as an exact integer of any size; null where it is NULL or overflowed. Fails with an
   * ArithmeticException if it is no exact integer.
   */
  public BigInteger exactInteger(int index) {
    Object value = aggregates[index];
    if (value instanceof Long integer) {
      return BigInteger.valueOf(integer);
    }
    if (value == null || value instanceof BigInteger) {
      return (BigInteger) value;
    }
    throw new ArithmeticException("aggregate " + index + " of " + query + " is no exact integer: " + text(index));
  }

  /** The aggregate as a decimal number, without any loss; null where it is NULL or overflowed. */
  public BigDecimal decimal(int index) {
    return aggregates[index] == null ? null : NumberText.decimal(aggregates[index]);
  }

  /**
   * The double nearest to the aggregate, infinite where it is beyond the range of one; null where it is NULL or
   * overflowed.
   */
  public Double nearestDouble(int index) {
    return aggregates[index] == null ? null : (Double) ((Number) aggregates[index]).doubleValue();
  }

  /**
   * The aggregate as `horatio run` writes it: integers whole, DECIMAL with all decimals, approximations as d.ddde+N with
   * 17 significant digits; empty where it is NULL or overflowed.
   */
  public String text(int index) {
    if (aggregates[index] == null) {
      return "";
    }
    boolean approx = statuses[index].kind() == AggregateStatus.Kind.APPROX;
    return approx ? NumberText.approximate(aggregates[index]) : NumberText.exact(aggregates[index]);
  }

  /** Status of the aggregate at this place, with its bound. */
  public AggregateStatus aggregateStatus(int index) {
    return statuses[index];
  }

  /** That of the worst aggregate: OK, APPROX(bound) or OVERFLOW; if all are OK, SHED(fraction) or PARTIAL. */
  public String status() {
    AggregateStatus worst = AggregateStatus.OK;
    for (AggregateStatus status : statuses) {
      worst = status.isWorseThan(worst) ? status : worst;
    }
    return worst.kind() == AggregateStatus.Kind.OK ? rowStatus : worst.toString();
  }

  String rowStatus() {
    return rowStatus;
  }

  Object[] groups() {
    return groups;
  }

  Object[] aggregates() {
    return aggregates;
  }

  AggregateStatus[] statuses() {
    return statuses;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TrendResult that
        && query.equals(that.query)
        && Objects.equals(windowStart, that.windowStart)
        && Objects.equals(windowEnd, that.windowEnd)
        && windowOfEvents == that.windowOfEvents
        && Arrays.equals(groups, that.groups)
        && Arrays.equals(aggregates, that.aggregates)
        && Arrays.equals(statuses, that.statuses)
        && rowStatus.equals(that.rowStatus);
  }

  @Override
  public int hashCode() {
    int hash = Objects.hash(query, windowStart, windowEnd, rowStatus);
    return 31 * (31 * hash + Arrays.hashCode(groups)) + Arrays.hashCode(aggregates);
  }

  @Override
  public String toString() {
    String window = windowStart == null ? "" : "[" + windowStart + ", " + windowEnd + ") ";
    return query + " " + window + Arrays.toString(groups) + " " + Arrays.toString(aggregates) + " " + status();
  }
}
