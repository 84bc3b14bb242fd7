// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.util.Arrays;

/** A growing array of little-endian numbers: the content of a column while its frame is open. */
final class LittleEndianBytes {
  private static final int INITIAL = 512;

  private byte[] bytes = new byte[INITIAL];
  private int size;

  byte[] array() {
    return bytes;
  }

  int size() {
    return size;
  }

  void clear() {
    size = 0;
  }

  void putLong(long value) {
    Wire.LONGS.set(grown(8), size - 8, value);
  }

  void putInt(int value) {
    Wire.INTS.set(grown(4), size - 4, value);
  }

  void putShort(int value) {
    Wire.SHORTS.set(grown(2), size - 2, (short) value);
  }

  void putByte(int value) {
    grown(1)[size - 1] = (byte) value;
  }

  void putBytes(byte[] data) {
    System.arraycopy(data, 0, grown(data.length), size - data.length, data.length);
  }

  int intAt(int index) {
    return (int) Wire.INTS.get(bytes, 4 * index);
  }

  void setInt(int index, int value) {
    Wire.INTS.set(bytes, 4 * index, value);
  }

  private byte[] grown(int count) {
    if (count > bytes.length - size) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + count));
    }
    size += count;
    return bytes;
  }
}
