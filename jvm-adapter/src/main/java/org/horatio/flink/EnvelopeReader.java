// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.msgpack.core.MessagePack;
import org.msgpack.core.MessagePackException;
import org.msgpack.core.MessageUnpacker;

/**
 * Typed reading of msgpack: every declared length is checked against the bytes that are there before anything is
 * allocated. The only owner of msgpack.
 */
final class EnvelopeReader {
  private static final int MOST_DEPTH = 3;

  private final byte[] frame;
  private final MessageUnpacker unpacker;

  EnvelopeReader(byte[] frame) {
    this.frame = frame;
    this.unpacker = MessagePack.newDefaultUnpacker(frame);
  }

  /** Reads something of the frame; msgpack's own exceptions become a fault that names what was read. */
  private interface Read<R> {
    R read() throws IOException, BadFrameException;
  }

  private static <R> R reading(String what, Read<R> read) throws BadFrameException {
    try {
      return read.read();
    } catch (IOException | MessagePackException e) {
      throw new BadFrameException("cannot read " + what + ": " + e.getMessage(), e);
    }
  }

  int array(String what, int least, int most) throws BadFrameException {
    int elements = reading(what, unpacker::unpackArrayHeader);
    if (elements < least || elements > most || elements > remaining()) {
      throw new BadFrameException(what + " has " + elements + " elements, expected " + least + " to " + most);
    }
    return elements;
  }

  long unsigned(String what) throws BadFrameException {
    long value = integer(what);
    if (value < 0) {
      throw new BadFrameException(what + " is " + value + ", expected a number from 0 on");
    }
    return value;
  }

  /** The same up to 2^64 - 1, the upper half as negative. */
  long unsigned64(String what) throws BadFrameException {
    BigInteger value = reading(what, unpacker::unpackBigInteger);
    if (value.signum() < 0) {
      throw new BadFrameException(what + " is " + value + ", expected a number from 0 on");
    }
    return value.longValue();
  }

  int unsigned(String what, int most) throws BadFrameException {
    long value = unsigned(what);
    if (value > most) {
      throw new BadFrameException(what + " is " + value + ", at most " + most + " is allowed");
    }
    return (int) value;
  }

  long integer(String what) throws BadFrameException {
    return reading(what, unpacker::unpackLong);
  }

  boolean bool(String what) throws BadFrameException {
    return reading(what, unpacker::unpackBoolean);
  }

  String text(String what) throws BadFrameException {
    int length = reading(what, unpacker::unpackRawStringHeader);
    if (length > Wire.MOST_TEXT) {
      throw new BadFrameException(what + " has " + length + " bytes, at most " + Wire.MOST_TEXT + " are allowed");
    }
    return StandardCharsets.UTF_8.decode(payload(what, length)).toString();
  }

  ByteBuffer bin(String what) throws BadFrameException {
    return payload(what, reading(what, unpacker::unpackBinaryHeader));
  }

  /** Passes over elements that a newer minor version appended to an array of this depth (the envelope's is 1). */
  void skip(String what, int elements, int depth) throws BadFrameException {
    for (int i = 0; i < elements; i++) {
      switch (reading(what, unpacker::getNextFormat).getValueType()) {
        case ARRAY -> {
          if (depth == MOST_DEPTH) {
            throw new BadFrameException(what + " are nested deeper than " + MOST_DEPTH + " arrays");
          }
          skip(what, array(what, 0, Integer.MAX_VALUE), depth + 1);
        }
        case MAP, EXTENSION -> throw new BadFrameException(what + " hold a map or an extension");
        case STRING -> text(what);
        case BINARY -> bin(what);
        default -> reading(what, () -> {
          unpacker.skipValue();
          return null;
        });
      }
    }
  }

  /** Nothing may follow the frame. */
  void expectEnd() throws BadFrameException {
    if (remaining() > 0) {
      throw new BadFrameException(remaining() + " bytes follow the frame");
    }
  }

  private long remaining() {
    return frame.length - unpacker.getTotalReadBytes();
  }

  private ByteBuffer payload(String what, int length) throws BadFrameException {
    if (length < 0 || length > remaining()) {
      throw new BadFrameException(what + " declares " + length + " bytes, but only " + remaining() + " follow");
    }
    int at = (int) unpacker.getTotalReadBytes();
    reading(what, () -> unpacker.readPayloadAsReference(length));
    return ByteBuffer.wrap(frame, at, length).slice().order(ByteOrder.LITTLE_ENDIAN);
  }
}
