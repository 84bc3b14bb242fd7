// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.util.List;

/** The rows of one event type in the open frame. */
final class TypeBlock {
  private static final int FIXED_ROW_BYTES = Short.BYTES + Long.BYTES + Integer.BYTES;
  private static final int PANE_ENTRY = 16;
  private static final int FIXED_ELEMENTS = 7;

  private final WorkloadDescription.EventType type;
  private final ColumnBuilder[] columns;
  private final LittleEndianBytes panes = new LittleEndianBytes();
  private final LittleEndianBytes keyGroups = new LittleEndianBytes();
  private final LittleEndianBytes times = new LittleEndianBytes();
  private final LittleEndianBytes arrivals = new LittleEndianBytes();
  private int rows;
  private long pane;

  TypeBlock(WorkloadDescription.EventType type) {
    this.type = type;
    this.columns = type.columns().stream().map(column -> ColumnBuilder.of(column.kind())).toArray(ColumnBuilder[]::new);
  }

  ColumnBuilder column(int index) {
    return columns[index];
  }

  List<WorkloadDescription.Column> columns() {
    return type.columns();
  }

  String name() {
    return type.name();
  }

  boolean isEmpty() {
    return rows == 0;
  }

  /** Forgets the values set since the last row. */
  void discard() {
    for (ColumnBuilder column : columns) {
      column.discard();
    }
  }

  /** Upper bound of what appending the values that are set adds to the frame. */
  long pendingBytes() {
    long bytes = FIXED_ROW_BYTES + PANE_ENTRY + (rows == 0 ? overhead() : 0);
    for (ColumnBuilder column : columns) {
      bytes += column.pendingBytes() + 1L;
    }
    return bytes;
  }

  /** Bytes of a block beside its rows. */
  int overhead() {
    int text = 2 * Integer.BYTES; // a text column has one more offset than rows, and the text of NULL rows
    int fixed = 3 + 3 * FrameWriter.INTEGER + 4 * FrameWriter.BIN_HEADER;
    return fixed + columns.length * (ColumnBuilder.EMPTY_SIZE + text);
  }

  /** Appends what was set as a row; gives an upper bound of the bytes that this added to the frame. */
  int append(int keyGroup, long time, int arrival, long paneStart) {
    int added = FIXED_ROW_BYTES + (rows == 0 ? overhead() : 0) + appendPane(paneStart);
    keyGroups.putShort(keyGroup);
    times.putLong(time);
    arrivals.putInt(arrival);
    for (ColumnBuilder column : columns) {
      added += column.append();
    }
    int validity = (rows & 7) == 0 ? columns.length : 0;
    rows++;
    return added + validity;
  }

  private int appendPane(long start) {
    if (rows > 0 && start == pane) {
      int last = panes.size() / Integer.BYTES - 1;
      panes.setInt(last, panes.intAt(last) + 1);
      return 0;
    }
    pane = start;
    panes.putLong(start);
    panes.putInt(rows);
    panes.putInt(1);
    return PANE_ENTRY;
  }

  /** Bytes of the block as it will be written. */
  int encodedSize() {
    int size = FrameWriter.arraySize(elements()) + 3 * FrameWriter.INTEGER + 4 * FrameWriter.BIN_HEADER;
    size += panes.size() + keyGroups.size() + times.size() + arrivals.size();
    for (ColumnBuilder column : columns) {
      size += column.encodedSize();
    }
    return size;
  }

  private int elements() {
    return FIXED_ELEMENTS + 5 * columns.length;
  }

  /** Writes the block and empties it. */
  void write(FrameWriter out) {
    out.array(elements()).wide(type.index()).wide(rows);
    out.bin(panes).bin(keyGroups).bin(times).bin(arrivals).wide(columns.length);
    for (ColumnBuilder column : columns) {
      column.write(out);
    }
    rows = 0;
    panes.clear();
    keyGroups.clear();
    times.clear();
    arrivals.clear();
  }
}
