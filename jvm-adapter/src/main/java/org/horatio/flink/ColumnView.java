// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A column of a RESULT frame, read in place. */
record ColumnView(int encoding, int rows, ByteBuffer validity, ByteBuffer a, ByteBuffer b, ByteBuffer c) {

  /** Checks every size and offset, so that reading a row cannot fail afterwards. */
  static ColumnView checked(int encoding, int rows, ByteBuffer validity, ByteBuffer a, ByteBuffer b, ByteBuffer c)
      throws BadFrameException {
    FrameReader.sizedOrEmpty("a validity", validity, (rows + 7) / 8);
    switch (encoding) {
      case Wire.INT64, Wire.FLOAT64, Wire.UINT64 -> fixed(a, b, c, rows * 8L);
      case Wire.BOOL -> fixed(a, b, c, rows);
      case Wire.NULL -> fixed(a, b, c, 0);
      case Wire.TEXT -> {
        FrameReader.sized("offsets", a, 4L * (rows + 1));
        checkOffsets(a, b);
        FrameReader.sized("the last part of a column", c, 0);
      }
      case Wire.TEXT_DICTIONARY -> {
        FrameReader.sized("codes", a, 4L * rows);
        checkOffsets(b, c);
        checkCodes(a, b.capacity() / 4 - 1);
      }
      default -> throw new BadFrameException("unknown column encoding " + encoding);
    }
    return new ColumnView(encoding, rows, validity, a, b, c);
  }

  private static void fixed(ByteBuffer a, ByteBuffer b, ByteBuffer c, long bytes) throws BadFrameException {
    FrameReader.sized("a column", a, bytes);
    FrameReader.sized("the second part of a column", b, 0);
    FrameReader.sized("the last part of a column", c, 0);
  }

  private static void checkOffsets(ByteBuffer offsets, ByteBuffer text) throws BadFrameException {
    int count = offsets.capacity() / 4;
    if (count == 0 || offsets.capacity() % 4 != 0 || offsets.getInt(0) != 0) {
      throw new BadFrameException("text offsets do not begin with 0");
    }
    for (int i = 1; i < count; i++) {
      if (offsets.getInt(4 * i) < offsets.getInt(4 * (i - 1))) {
        throw new BadFrameException("text offsets do not ascend");
      }
    }
    if (offsets.getInt(4 * (count - 1)) != text.capacity()) {
      throw new BadFrameException("the last text offset is not the size of the text");
    }
  }

  private static void checkCodes(ByteBuffer codes, int entries) throws BadFrameException {
    for (int at = 0; at < codes.capacity(); at += 4) {
      if (codes.getInt(at) < 0 || codes.getInt(at) >= entries) {
        throw new BadFrameException("a text code is outside of its dictionary");
      }
    }
  }

  boolean isNull(int row) {
    return encoding == Wire.NULL || validity.capacity() > 0 && (validity.get(row >> 3) >> (row & 7) & 1) == 0;
  }

  /** The value of a row as the API shows it: see {@link TrendResult}. */
  Object value(int row, WorkloadDescription.Column column) throws BadFrameException {
    if (isNull(row)) {
      return null;
    }
    return switch (encoding) {
      case Wire.INT64 -> integer(a.getLong(8 * row), column);
      case Wire.FLOAT64 -> a.getDouble(8 * row);
      case Wire.BOOL -> a.get(row) != 0;
      case Wire.UINT64 -> unsigned(a.getLong(8 * row));
      case Wire.TEXT -> parsed(text(a, b, row), column);
      default -> parsed(text(b, c, a.getInt(4 * row)), column);
    };
  }

  private static Object integer(long value, WorkloadDescription.Column column) {
    return column.kind() == WorkloadDescription.Kind.DECIMAL ? BigDecimal.valueOf(value, column.scale()) : value;
  }

  private static Object unsigned(long value) {
    return value >= 0 ? (Object) value : new BigInteger(Long.toUnsignedString(value));
  }

  private static String text(ByteBuffer offsets, ByteBuffer utf8, int index) {
    int start = offsets.getInt(4 * index);
    return StandardCharsets.UTF_8.decode(utf8.slice(start, offsets.getInt(4 * (index + 1)) - start)).toString();
  }

  /** The text of a row of a column that is TEXT or NULL; null where it has none. */
  String text(int row) {
    return isNull(row) ? null : text(a, b, row);
  }

  // Numbers past 64 bits and sums of DECIMAL travel as decimal digits, approximations beyond doubles as d.ddde+N.
  private static Object parsed(String text, WorkloadDescription.Column column) throws BadFrameException {
    try {
      return switch (column.kind()) {
        case STRING -> text;
        case DECIMAL -> new BigDecimal(text);
        default -> text.indexOf('e') >= 0 ? real(new BigDecimal(text)) : shortest(new BigInteger(text));
      };
    } catch (NumberFormatException e) {
      throw new BadFrameException("column " + column.name() + " holds " + text + ", which is no number", e);
    }
  }

  // A double unless it would become infinite or 0.
  private static Object real(BigDecimal value) {
    double nearest = value.doubleValue();
    boolean within = Double.isFinite(nearest) && (nearest != 0 || value.signum() == 0);
    return within ? (Object) nearest : value;
  }

  private static Object shortest(BigInteger value) {
    return value.bitLength() < Long.SIZE ? (Object) value.longValue() : value;
  }
}
