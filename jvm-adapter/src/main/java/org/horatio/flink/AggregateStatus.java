// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.io.Serializable;
import java.math.BigDecimal;
import java.util.Objects;

/**
 * How far an aggregate is to be trusted: OK, APPROX with its bound, or OVERFLOW. The value of an APPROX aggregate is off
 * by the bound at most: relative for counts, absolute for the others.
 */
public final class AggregateStatus implements Serializable {
  private static final long serialVersionUID = 1L;

  /** What a status says, the worst last. */
  public enum Kind {
    /** The value is exact. */
    OK,
    /** The value is within its bound. */
    APPROX,
    /** The value did not fit; there is none. */
    OVERFLOW
  }

  static final AggregateStatus OK = new AggregateStatus(Kind.OK, 0, null);
  static final AggregateStatus OVERFLOW = new AggregateStatus(Kind.OVERFLOW, 0, null);

  private final Kind kind;
  private final double bound;
  private final String farBound;

  private AggregateStatus(Kind kind, double bound, String farBound) {
    this.kind = kind;
    this.bound = bound;
    this.farBound = farBound;
  }

  /** farBound is the bound where it is beyond the range of a double, else null. */
  static AggregateStatus approx(double bound, String farBound) {
    return new AggregateStatus(Kind.APPROX, farBound == null ? bound : Double.POSITIVE_INFINITY, farBound);
  }

  /** OK, APPROX or OVERFLOW. */
  public Kind kind() {
    return kind;
  }

  /** The bound of an APPROX value, infinite beyond the range of a double; 0 for the other kinds. */
  public double bound() {
    return bound;
  }

  /** The bound as text, of any size, such as 1.2e-3 or 1.2e+400. */
  public String boundText() {
    return farBound != null ? farBound : NumberText.shortest(bound);
  }

  /** A bound beyond doubles is larger than any other. */
  boolean isWorseThan(AggregateStatus other) {
    if (kind != other.kind) {
      return kind.compareTo(other.kind) > 0;
    }
    if (farBound != null && other.farBound != null) {
      return new BigDecimal(farBound).compareTo(new BigDecimal(other.farBound)) > 0;
    }
    return farBound != null || other.farBound == null && bound > other.bound;
  }

  String farBound() {
    return farBound;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof AggregateStatus that
        && kind == that.kind
        && Double.compare(bound, that.bound) == 0
        && Objects.equals(farBound, that.farBound);
  }

  @Override
  public int hashCode() {
    return Objects.hash(kind, bound, farBound);
  }

  /** OK, APPROX(bound) or OVERFLOW. */
  @Override
  public String toString() {
    return kind == Kind.APPROX ? "APPROX(" + boundText() + ")" : kind.name();
  }
}
