// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/** Java values to the declared types of attributes. Each method gives null, or the reason why the value is rejected. */
final class ValueConversion {
  private static final long LARGEST_EXACT_DOUBLE = 1L << 53;
  private static final int MOST_DECIMAL_TEXT = 400;

  private ValueConversion() {}

  static String setLong(long value, WorkloadDescription.Column attribute, ColumnBuilder column) {
    switch (attribute.kind()) {
      case INT, TIMESTAMP -> column.setLong(value);
      case DECIMAL -> {
        return setDecimal(BigDecimal.valueOf(value), attribute, column);
      }
      case FLOAT -> {
        if (Math.abs(value) > LARGEST_EXACT_DOUBLE) {
          return attribute.name() + " = " + value + " is no exact FLOAT";
        }
        column.setDouble(value);
      }
      default -> {
        return wrongType(value, attribute);
      }
    }
    return null;
  }

  static String setDouble(double value, WorkloadDescription.Column attribute, ColumnBuilder column) {
    if (attribute.kind() != WorkloadDescription.Kind.FLOAT) {
      return wrongType(value, attribute);
    }
    if (attribute.key() && Double.isNaN(value)) {
      return attribute.name() + " is NaN and part of a key";
    }
    column.setDouble(value);
    return null;
  }

  static String setBool(boolean value, WorkloadDescription.Column attribute, ColumnBuilder column) {
    if (attribute.kind() != WorkloadDescription.Kind.BOOL) {
      return wrongType(value, attribute);
    }
    column.setBool(value);
    return null;
  }

  static String setObject(Object value, WorkloadDescription.Column attribute, ColumnBuilder column) {
    if (value == null) {
      return null;
    }
    if (attribute.kind() == WorkloadDescription.Kind.STRING) {
      return setText(value, attribute, column);
    }
    if (value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte) {
      return setLong(((Number) value).longValue(), attribute, column);
    }
    if (value instanceof Double || value instanceof Float) {
      return setDouble(((Number) value).doubleValue(), attribute, column);
    }
    if (value instanceof Boolean bool) {
      return setBool(bool, attribute, column);
    }
    return setOther(value, attribute, column);
  }

  private static String setText(Object value, WorkloadDescription.Column attribute, ColumnBuilder column) {
    if (value instanceof Enum<?> constant) {
      column.setText(constant.name());
    } else if (value instanceof CharSequence || value instanceof Character) {
      column.setText(value.toString());
    } else {
      return wrongType(value, attribute);
    }
    return null;
  }

  private static String setOther(Object value, WorkloadDescription.Column attribute, ColumnBuilder column) {
    if (attribute.kind() == WorkloadDescription.Kind.TIMESTAMP && value instanceof Instant instant) {
      return setInstant(instant, attribute, column);
    }
    if (attribute.kind() == WorkloadDescription.Kind.TIMESTAMP && value instanceof LocalDateTime local) {
      return setInstant(local.toInstant(ZoneOffset.UTC), attribute, column);
    }
    if (attribute.kind() != WorkloadDescription.Kind.DECIMAL) {
      return wrongType(value, attribute);
    }
    if (value instanceof BigDecimal decimal) {
      return setDecimal(decimal, attribute, column);
    }
    if (value instanceof BigInteger integer) {
      return setDecimal(new BigDecimal(integer), attribute, column);
    }
    return value instanceof String text ? setDecimal(text, attribute, column) : wrongType(value, attribute);
  }

  private static String setInstant(Instant value, WorkloadDescription.Column attribute, ColumnBuilder column) {
    try {
      column.setLong(value.toEpochMilli());
      return null;
    } catch (ArithmeticException e) {
      return attribute.name() + " = " + value + " does not fit into 64-bit milliseconds";
    }
  }

  private static String setDecimal(String text, WorkloadDescription.Column attribute, ColumnBuilder column) {
    if (text.length() > MOST_DECIMAL_TEXT) {
      return attribute.name() + " has " + text.length() + " characters, which is no " + attribute.declaredType();
    }
    try {
      return setDecimal(new BigDecimal(text), attribute, column);
    } catch (NumberFormatException e) {
      return attribute.name() + " = '" + text + "' is no " + attribute.declaredType();
    }
  }

  private static String setDecimal(BigDecimal value, WorkloadDescription.Column attribute, ColumnBuilder column) {
    try {
      column.setLong(value.movePointRight(attribute.scale()).longValueExact());
      return null;
    } catch (ArithmeticException e) {
      return attribute.name() + " = " + value + " does not fit into " + attribute.declaredType()
          + " (at most " + attribute.scale() + " decimals, 64 bits)";
    }
  }

  private static String wrongType(Object value, WorkloadDescription.Column attribute) {
    return attribute.name() + " is a " + value.getClass().getSimpleName() + ", declared is " + attribute.declaredType();
  }

  /** Whether values of a Java type can be of the declared type at all. */
  static boolean accepts(WorkloadDescription.Column attribute, Class<?> type) {
    return switch (attribute.kind()) {
      case INT -> isInteger(type);
      case TIMESTAMP -> isInteger(type) || type == Instant.class || type == LocalDateTime.class;
      case FLOAT -> type == double.class || type == Double.class || type == float.class || type == Float.class
          || isInteger(type) && type != long.class && type != Long.class;
      case DECIMAL -> isInteger(type) || type == BigDecimal.class || type == BigInteger.class || type == String.class;
      case STRING -> CharSequence.class.isAssignableFrom(type) || type.isEnum() || type == char.class
          || type == Character.class;
      case BOOL -> type == boolean.class || type == Boolean.class;
      case COUNT, INTEGER -> false;
    };
  }

  private static boolean isInteger(Class<?> type) {
    return type == long.class || type == int.class || type == short.class || type == byte.class || type == Long.class
        || type == Integer.class || type == Short.class || type == Byte.class;
  }
}
