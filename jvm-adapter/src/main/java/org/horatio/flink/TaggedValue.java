// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;

/** One value of a result row in bytes: a tag, then the value. */
final class TaggedValue {
  private static final int NULL = 0;
  private static final int LONG = 1;
  private static final int DOUBLE = 2;
  private static final int TEXT = 3;
  private static final int FALSE = 4;
  private static final int TRUE = 5;
  private static final int BIG_INTEGER = 6;
  private static final int BIG_DECIMAL = 7;

  private TaggedValue() {}

  static void write(Object value, DataOutput out) throws IOException {
    if (value == null) {
      out.writeByte(NULL);
    } else if (value instanceof Long number) {
      out.writeByte(LONG);
      out.writeLong(number);
    } else if (value instanceof Double number) {
      out.writeByte(DOUBLE);
      out.writeDouble(number);
    } else if (value instanceof String text) {
      out.writeByte(TEXT);
      writeText(text, out);
    } else if (value instanceof Boolean bool) {
      out.writeByte(bool ? TRUE : FALSE);
    } else if (value instanceof BigInteger number) {
      out.writeByte(BIG_INTEGER);
      writeBytes(number.toByteArray(), out);
    } else if (value instanceof BigDecimal number) {
      out.writeByte(BIG_DECIMAL);
      out.writeInt(number.scale());
      writeBytes(number.unscaledValue().toByteArray(), out);
    } else {
      throw new IOException("a result row cannot hold a " + value.getClass().getName());
    }
  }

  static Object read(DataInput in) throws IOException {
    int tag = in.readUnsignedByte();
    switch (tag) {
      case NULL:
        return null;
      case LONG:
        return in.readLong();
      case DOUBLE:
        return in.readDouble();
      case TEXT:
        return readText(in);
      case FALSE:
      case TRUE:
        return tag == TRUE;
      case BIG_INTEGER:
        return new BigInteger(readBytes(in));
      case BIG_DECIMAL:
        int scale = in.readInt();
        return new BigDecimal(new BigInteger(readBytes(in)), scale);
      default:
        throw new IOException("unknown tag " + tag + " in a result row");
    }
  }

  static void writeText(String text, DataOutput out) throws IOException {
    writeBytes(text.getBytes(StandardCharsets.UTF_8), out);
  }

  static String readText(DataInput in) throws IOException {
    return new String(readBytes(in), StandardCharsets.UTF_8);
  }

  private static void writeBytes(byte[] bytes, DataOutput out) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static byte[] readBytes(DataInput in) throws IOException {
    byte[] bytes = new byte[in.readInt()];
    in.readFully(bytes);
    return bytes;
  }
}
