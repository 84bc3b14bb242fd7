// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.util.Arrays;

/**
 * One attribute of the rows of an open frame. A value is first set, then appended when its whole row is known to be
 * good; a value that is not set is NULL. Fixed-width kinds are this class, text is {@link TextColumnBuilder}.
 */
class ColumnBuilder {
  /** Bytes of a column without content. */
  static final int EMPTY_SIZE = 1 + 4 * FrameWriter.BIN_HEADER;

  private final int encoding;
  private final int width;
  private final LittleEndianBytes values = new LittleEndianBytes();
  private byte[] valid = new byte[64];
  private int rows;
  private int nulls;
  private boolean set;
  private long pending;

  private ColumnBuilder(int encoding, int width) {
    this.encoding = encoding;
    this.width = width;
  }

  /** For text, which keeps its values itself. */
  protected ColumnBuilder() {
    this(Wire.TEXT, Integer.BYTES);
  }

  static ColumnBuilder of(WorkloadDescription.Kind kind) {
    return switch (kind) {
      case STRING -> new TextColumnBuilder();
      case FLOAT -> new ColumnBuilder(Wire.FLOAT64, Double.BYTES);
      case BOOL -> new ColumnBuilder(Wire.BOOL, 1);
      case INT, DECIMAL, TIMESTAMP -> new ColumnBuilder(Wire.INT64, Long.BYTES);
      case COUNT, INTEGER -> throw new IllegalArgumentException("no attribute has the kind " + kind);
    };
  }

  final void setLong(long value) {
    pending = value;
    set = true;
  }

  final void setDouble(double value) {
    setLong(Double.doubleToRawLongBits(value));
  }

  final void setBool(boolean value) {
    setLong(value ? 1 : 0);
  }

  void setText(String value) {
    throw new IllegalStateException("not a text column");
  }

  /** Marks a value that a subclass keeps as set. */
  protected final void markSet() {
    set = true;
  }

  /** Forgets what was set since the last append. */
  void discard() {
    set = false;
  }

  /** Upper bound of the bytes that appending what is set adds to a frame. */
  int pendingBytes() {
    return width;
  }

  /** Appends what was set as the next row; gives an upper bound of the bytes that this added to the frame. */
  final int append() {
    markValidity();
    rows++;
    int added = set ? appendValue() : appendNothing();
    discard();
    return added;
  }

  protected int appendValue() {
    return appendFixed(pending);
  }

  protected int appendNothing() {
    return appendFixed(0);
  }

  private int appendFixed(long value) {
    if (width == 1) {
      values.putByte((int) value);
    } else {
      values.putLong(value);
    }
    return width;
  }

  private void markValidity() {
    int at = rows >> 3;
    if (at == valid.length) {
      valid = Arrays.copyOf(valid, 2 * valid.length);
    }
    int bit = 1 << (rows & 7);
    if (set) {
      valid[at] |= (byte) bit;
    } else {
      valid[at] &= (byte) ~bit;
      nulls++;
    }
  }

  final int rows() {
    return rows;
  }

  /** Bytes of the five elements of this column. */
  final int encodedSize() {
    int validity = nulls == 0 ? 0 : (rows + 7) / 8;
    return EMPTY_SIZE + (nulls == rows ? 0 : validity + contentSize());
  }

  protected int contentSize() {
    return values.size();
  }

  /** Writes the five elements and empties the column. */
  final void write(FrameWriter out) {
    if (nulls == rows) {
      out.unsigned(Wire.NULL).emptyBin().emptyBin().emptyBin().emptyBin();
    } else {
      out.unsigned(encodingNow());
      writeValidity(out);
      writeContent(out);
    }
    rows = 0;
    nulls = 0;
    clear();
  }

  private void writeValidity(FrameWriter out) {
    if (nulls == 0) {
      out.emptyBin();
      return;
    }
    int length = (rows + 7) / 8;
    if ((rows & 7) != 0) {
      valid[length - 1] &= (byte) ((1 << (rows & 7)) - 1);
    }
    out.bin(valid, length);
  }

  protected int encodingNow() {
    return encoding;
  }

  protected void writeContent(FrameWriter out) {
    out.bin(values).emptyBin().emptyBin();
  }

  protected void clear() {
    values.clear();
  }
}
