// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.util.HashMap;
import java.util.Map;

/**
 * The open PANES frame of a subtask: rows by event type, each type with its columns. Owned by the task thread. A frame
 * never grows over {@link #fullFrame()}, so that this much credit is enough for its flush.
 */
final class FrameBuilder {
  /** A frame of this size is flushed. */
  static final int TARGET = 224 << 10;

  /** A larger event is rejected. */
  static final int MOST_ROW = 64 << 10;

  private static final long NO_INGEST_TIME = Long.MIN_VALUE;
  private static final int BODY = 3;

  private final TypeBlock[] blocks; // by index of the type; null where the type is not used
  private final Map<String, Integer> types = new HashMap<>();
  private final Panes panes;
  private final int fullFrame;
  private int size; // upper bound of the bytes of the open frame
  private int rows;
  private long oldestArrival;

  FrameBuilder(WorkloadDescription workload) {
    blocks = new TypeBlock[workload.types().size()];
    int overhead = 0;
    for (WorkloadDescription.EventType type : workload.types()) {
      types.put(type.name(), type.index());
      if (type.used()) {
        blocks[type.index()] = new TypeBlock(type);
        overhead = Math.max(overhead, blocks[type.index()].overhead());
      }
    }
    panes = new Panes(workload.paneSlide(), workload.paneOffset());
    fullFrame = TARGET + MOST_ROW + overhead + emptySize();
    size = emptySize();
  }

  private int emptySize() {
    return FrameWriter.envelopeSize(BODY) + 2 * FrameWriter.INTEGER + 3;
  }

  /** The most bytes that a frame can have. */
  int fullFrame() {
    return fullFrame;
  }

  /** Fails where the process takes fewer bytes at once than a full frame may have. */
  void requireRoom(long granted) {
    if (granted < fullFrame) {
      throw new HoratioException(
          "horatio-operator takes " + granted + " bytes at once, one frame of this workload needs " + fullFrame
              + ": raise --event-credit and --max-frame");
    }
  }

  /** Index of a type in the schema, or -1. */
  int typeIndex(String name) {
    Integer index = types.get(name);
    return index == null ? -1 : index;
  }

  /** The block of a type; null if no query uses the type. */
  TypeBlock block(int type) {
    return blocks[type];
  }

  Panes panes() {
    return panes;
  }

  boolean isEmpty() {
    return rows == 0;
  }

  boolean isFull() {
    return size >= TARGET;
  }

  /** Whether the values set in the block are too large for a frame. */
  boolean isTooLarge(TypeBlock block) {
    return block.pendingBytes() - (block.isEmpty() ? block.overhead() : 0) > MOST_ROW;
  }

  /** Appends the values set in the block as a row. REQUIRES: not too large, and the frame is not full. */
  void append(TypeBlock block, int keyGroup, long time, long nowNanos) {
    if (rows == 0) {
      oldestArrival = nowNanos;
    }
    size += block.append(keyGroup, time, rows, panes.startOf(time));
    rows++;
  }

  /** The frame of all rows; the builder is empty afterwards. */
  byte[] build(long session) {
    int used = 0;
    int bytes = FrameWriter.envelopeSize(BODY) + 2 * FrameWriter.INTEGER;
    for (TypeBlock block : blocks) {
      if (block != null && !block.isEmpty()) {
        used++;
        bytes += block.encodedSize();
      }
    }
    bytes += FrameWriter.arraySize(used);
    FrameWriter out = new FrameWriter(Wire.PANES, BODY, session, bytes);
    out.integer(oldestArrival).integer(NO_INGEST_TIME).array(used);
    for (TypeBlock block : blocks) {
      if (block != null && !block.isEmpty()) {
        block.write(out);
      }
    }
    rows = 0;
    size = emptySize();
    return out.finish();
  }
}
