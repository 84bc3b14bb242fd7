// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;

/** Numbers as `horatio run` writes them. */
final class NumberText {
  /** As many digits as tell any two doubles apart. */
  private static final MathContext DIGITS = new MathContext(17, RoundingMode.HALF_EVEN);

  private static final int LEAST_PLAIN_EXPONENT = -4;

  private NumberText() {}

  /** Exact numbers whole, a double with up to 17 significant digits. */
  static String exact(Object number) {
    if (number instanceof BigDecimal decimal) {
      return decimal.scale() < 0 ? scientific(decimal) : decimal.toPlainString();
    }
    return number instanceof Double real && Double.isFinite(real) ? general(real) : number.toString();
  }

  /** d.ddde+N with 17 significant digits. */
  static String approximate(Object number) {
    return scientific(padded(decimal(number).round(DIGITS)));
  }

  /** The number itself, whatever its class. */
  static BigDecimal decimal(Object number) {
    if (number instanceof BigDecimal decimal) {
      return decimal;
    }
    if (number instanceof Double real) {
      return new BigDecimal(real);
    }
    return number instanceof BigInteger integer ? new BigDecimal(integer) : BigDecimal.valueOf((Long) number);
  }

  /** d.de-N with as few digits as read back as the same double; inf where it is infinite. */
  static String shortest(double value) {
    if (Double.isInfinite(value)) {
      return "inf";
    }
    BigDecimal exact = new BigDecimal(value);
    BigDecimal shortest = new BigDecimal(Double.toString(value)).stripTrailingZeros();
    for (BigDecimal next = shortest; next != null; next = readsBackWith(exact, shortest.precision() - 1)) {
      shortest = next.stripTrailingZeros();
    }
    return scientific(shortest);
  }

  // Double.toString of older Java may have a digit too many.
  private static BigDecimal readsBackWith(BigDecimal exact, int digits) {
    if (digits < 1) {
      return null;
    }
    BigDecimal closest = null;
    for (RoundingMode mode : new RoundingMode[] {RoundingMode.DOWN, RoundingMode.UP}) {
      BigDecimal rounded = exact.round(new MathContext(digits, mode));
      boolean same = rounded.doubleValue() == exact.doubleValue();
      if (same && (closest == null || distance(rounded, exact).compareTo(distance(closest, exact)) < 0)) {
        closest = rounded;
      }
    }
    return closest;
  }

  private static BigDecimal distance(BigDecimal a, BigDecimal b) {
    return a.subtract(b).abs();
  }

  private static String general(double value) {
    BigDecimal rounded = new BigDecimal(value).round(DIGITS).stripTrailingZeros();
    long exponent = rounded.precision() - (long) rounded.scale() - 1;
    if (rounded.signum() == 0) {
      return "0";
    }
    if (exponent >= LEAST_PLAIN_EXPONENT && exponent < DIGITS.getPrecision()) {
      return rounded.toPlainString();
    }
    String text = scientific(rounded);
    int digits = text.indexOf('e') + 2;
    return text.length() - digits < 2 ? text.substring(0, digits) + "0" + text.substring(digits) : text;
  }

  // With 17 digits also where the last ones are 0.
  private static BigDecimal padded(BigDecimal number) {
    if (number.signum() == 0) {
      return BigDecimal.ZERO.setScale(DIGITS.getPrecision() - 1);
    }
    return number.setScale(number.scale() + DIGITS.getPrecision() - number.precision());
  }

  private static String scientific(BigDecimal number) {
    String digits = number.unscaledValue().abs().toString();
    long exponent = digits.length() - (long) number.scale() - 1;
    if (number.signum() == 0) {
      digits = "0".repeat(number.scale() + 1);
      exponent = 0;
    }
    String mantissa = digits.length() > 1 ? digits.charAt(0) + "." + digits.substring(1) : digits;
    return (number.signum() < 0 ? "-" : "") + mantissa + (exponent < 0 ? "e" : "e+") + exponent;
  }
}
