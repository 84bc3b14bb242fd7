// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import org.msgpack.core.MessageBufferPacker;
import org.msgpack.core.MessagePack;

/** A RESULT frame of one row: group text, count, window. Written by msgpack itself. */
final class GoldenResult {
  private GoldenResult() {}

  static byte[] row(String group, long count, long start, long end) {
    try (MessageBufferPacker out = MessagePack.newDefaultBufferPacker()) {
      out.packArrayHeader(15).packInt(Wire.MAGIC).packInt(Wire.VERSION).packInt(Wire.RESULT).packLong(1).packLong(1);
      out.packInt(0).packInt(1).packBoolean(true);
      bin(out, longs(start));
      bin(out, longs(end));
      bin(out, new byte[2]);
      bin(out, new byte[0]);
      bin(out, new byte[0]);
      LittleEndianBytes offsets = new LittleEndianBytes();
      offsets.putInt(0);
      offsets.putInt(group.length());
      out.packArrayHeader(5).packInt(Wire.TEXT);
      bin(out, new byte[0]);
      bin(out, java.util.Arrays.copyOf(offsets.array(), 8));
      bin(out, group.getBytes(java.nio.charset.StandardCharsets.US_ASCII));
      bin(out, new byte[0]);
      out.packArrayHeader(7).packInt(Wire.UINT64);
      bin(out, new byte[0]);
      bin(out, longs(count));
      for (int i = 0; i < 4; i++) {
        bin(out, new byte[0]);
      }
      return out.toByteArray();
    } catch (java.io.IOException e) {
      throw new AssertionError(e);
    }
  }

  private static byte[] longs(long value) {
    byte[] bytes = new byte[8];
    Wire.LONGS.set(bytes, 0, value);
    return bytes;
  }

  private static void bin(MessageBufferPacker out, byte[] data) throws java.io.IOException {
    out.packBinaryHeader(data.length);
    out.writePayload(data);
  }
}
