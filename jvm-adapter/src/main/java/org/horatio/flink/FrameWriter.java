// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Lays one frame out in one array. Session and sequence number have a fixed width, so that the number can be stamped
 * when the frame is sent: only the I/O thread knows the order on the wire.
 */
final class FrameWriter {
  private static final int FIXED_ARRAY = 0x90;
  private static final int ARRAY16 = 0xdc;
  private static final int FALSE = 0xc2;
  private static final int TRUE = 0xc3;
  private static final int UINT16 = 0xcd;
  private static final int UINT32 = 0xce;
  private static final int UINT64 = 0xcf;
  private static final int INT64 = 0xd3;
  private static final int STR32 = 0xdb;
  private static final int BIN32 = 0xc6;
  private static final int MOST_FIXED_ELEMENTS = 15;
  private static final int MOST_FIXED_INT = 127;
  private static final int KIND_FROM_ARRAY_END = 5 + 3;
  private static final int SEQ_FROM_ARRAY_END = KIND_FROM_ARRAY_END + 1 + 9 + 1;

  /** Bytes of the header of a bin, and of an integer of fixed width, as written here. */
  static final int BIN_HEADER = 5;

  static final int INTEGER = 9;

  private byte[] bytes;
  private int size;

  FrameWriter(int kind, int bodyElements, long session, int capacity) {
    bytes = new byte[Math.max(capacity, envelopeSize(bodyElements))];
    array(Wire.ENVELOPE + bodyElements);
    raw(UINT32);
    Wire.BIG_INTS.set(reserve(4), size - 4, Wire.MAGIC);
    raw(UINT16);
    Wire.BIG_SHORTS.set(reserve(2), size - 2, (short) Wire.VERSION);
    raw(kind);
    wide(session);
    wide(0);
  }

  /** Bytes of the envelope of a frame with so many body elements. */
  static int envelopeSize(int bodyElements) {
    return arraySize(Wire.ENVELOPE + bodyElements) + SEQ_FROM_ARRAY_END + 8;
  }

  /** Bytes of the header of an array. */
  static int arraySize(int elements) {
    return elements <= MOST_FIXED_ELEMENTS ? 1 : 3;
  }

  /** The kind of a frame made here. */
  static int kindOf(byte[] frame) {
    int arrayEnd = (frame[0] & 0xff) == ARRAY16 ? 3 : 1;
    return frame[arrayEnd + KIND_FROM_ARRAY_END];
  }

  /** Writes the sequence number into a frame made here. */
  static void stamp(byte[] frame, long seq) {
    int arrayEnd = (frame[0] & 0xff) == ARRAY16 ? 3 : 1;
    Wire.BIG_LONGS.set(frame, arrayEnd + SEQ_FROM_ARRAY_END, seq);
  }

  FrameWriter array(int elements) {
    if (elements <= MOST_FIXED_ELEMENTS) {
      raw(FIXED_ARRAY | elements);
    } else {
      raw(ARRAY16);
      Wire.BIG_SHORTS.set(reserve(2), size - 2, (short) elements);
    }
    return this;
  }

  /** A number from 0 to 2^64 - 1, the upper half as negative. */
  FrameWriter unsigned(long value) {
    if (value >= 0 && value <= MOST_FIXED_INT) {
      raw((int) value);
    } else {
      wide(value);
    }
    return this;
  }

  /** The same in a fixed width. */
  FrameWriter wide(long value) {
    raw(UINT64);
    Wire.BIG_LONGS.set(reserve(8), size - 8, value);
    return this;
  }

  FrameWriter integer(long value) {
    raw(INT64);
    Wire.BIG_LONGS.set(reserve(8), size - 8, value);
    return this;
  }

  FrameWriter bool(boolean value) {
    raw(value ? TRUE : FALSE);
    return this;
  }

  FrameWriter text(String value) {
    byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
    raw(STR32);
    return lengthAndBytes(utf8, utf8.length);
  }

  FrameWriter bin(byte[] data, int length) {
    raw(BIN32);
    return lengthAndBytes(data, length);
  }

  FrameWriter bin(LittleEndianBytes data) {
    return bin(data.array(), data.size());
  }

  FrameWriter emptyBin() {
    return bin(bytes, 0);
  }

  /** The header of a bin; gives the offset in {@link #array()} where the caller writes its content. */
  int binAt(int length) {
    raw(BIN32);
    Wire.BIG_INTS.set(reserve(4), size - 4, length);
    reserve(length);
    return size - length;
  }

  byte[] array() {
    return bytes;
  }

  /** The frame; not copied if the capacity was exact. */
  byte[] finish() {
    return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
  }

  private FrameWriter lengthAndBytes(byte[] data, int length) {
    Wire.BIG_INTS.set(reserve(4), size - 4, length);
    System.arraycopy(data, 0, reserve(length), size - length, length);
    return this;
  }

  private void raw(int value) {
    reserve(1)[size - 1] = (byte) value;
  }

  // Makes room and moves the end behind it; gives the array, which may be a new one.
  private byte[] reserve(int count) {
    if (count > bytes.length - size) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + count));
    }
    size += count;
    return bytes;
  }
}
