// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/** A key group in a checkpoint: what the process has frozen, and what the adapter adds to it; see STATE.md. */
final class KeyGroupState {
  static final int VERSION = 1;

  private static final int MAGIC = 0x4754_5248; // "HRTG"
  private static final int END = 0x444e_4548; // "HEND"
  private static final int PREFIX = 8;
  private static final int HEADER = 36;
  private static final int TRAILER = 8;

  /** Bytes beside the content. */
  static final long ENVELOPE = HEADER + TRAILER;

  private KeyGroupState() {}

  /**
   * What stands before the content.
   *
   * @param firstKeyGroup with lastKeyGroup the range of the subtask that wrote it
   * @param lateUpTo a record of the key group at or below this time is late
   * @param size bytes of the content
   */
  record Header(int keyGroup, int firstKeyGroup, int lastKeyGroup, long lateUpTo, long size) {}

  /** Writes one key group: the content in pieces, then {@link #finish}. */
  static final class Writer {
    private final OutputStream out;
    private final CRC32C crc = new CRC32C();

    Writer(OutputStream out, Header header) throws IOException {
      this.out = out;
      ByteBuffer bytes = ByteBuffer.allocate(HEADER).order(ByteOrder.LITTLE_ENDIAN);
      bytes.putInt(MAGIC).putInt(VERSION).putInt(header.keyGroup()).putInt(header.firstKeyGroup())
          .putInt(header.lastKeyGroup()).putLong(header.lateUpTo()).putLong(header.size());
      write(bytes.flip());
    }

    /** The buffer has an array. */
    void write(ByteBuffer bytes) throws IOException {
      int at = bytes.arrayOffset() + bytes.position();
      crc.update(bytes.array(), at, bytes.remaining());
      out.write(bytes.array(), at, bytes.remaining());
    }

    void finish() throws IOException {
      ByteBuffer bytes = ByteBuffer.allocate(TRAILER).order(ByteOrder.LITTLE_ENDIAN);
      out.write(bytes.putInt((int) crc.getValue()).putInt(END).array());
    }
  }

  /** Reads one key group: the header at once, the content in pieces; {@link #finish} says whether it was whole. */
  static final class Reader {
    private final InputStream in;
    private final int keyGroup;
    private final CRC32C crc = new CRC32C();
    private final Header header;
    private long left;

    Reader(InputStream in, int keyGroup) throws IOException {
      this.in = in;
      this.keyGroup = keyGroup;
      ByteBuffer prefix = next(PREFIX);
      if (prefix.getInt() != MAGIC) {
        throw bad("this is no state of Horatio");
      }
      int version = prefix.getInt();
      if (version != VERSION) {
        throw bad("its format version is " + version + ", this adapter reads version " + VERSION
            + ": restore with the release that wrote it, or a newer one");
      }
      ByteBuffer rest = next(HEADER - PREFIX);
      header = new Header(rest.getInt(), rest.getInt(), rest.getInt(), rest.getLong(), rest.getLong());
      left = header.size();
      if (header.keyGroup() != keyGroup || left < 0) {
        throw bad("it is damaged: its header says key group " + header.keyGroup() + " of " + left + " bytes");
      }
    }

    Header header() {
      return header;
    }

    long left() {
      return left;
    }

    /** The next piece of the content, of at most so many bytes. */
    byte[] read(int most) throws IOException {
      byte[] bytes = next((int) Math.min(most, left)).array();
      left -= bytes.length;
      return bytes;
    }

    /** After the whole content. */
    void finish() throws IOException {
      int expected = (int) crc.getValue();
      ByteBuffer trailer = next(TRAILER);
      if (trailer.getInt() != expected) {
        throw bad("it is damaged: wrong CRC");
      }
      if (trailer.getInt() != END) {
        throw bad("it is damaged: no end mark");
      }
    }

    private ByteBuffer next(int length) throws IOException {
      byte[] bytes = in.readNBytes(length);
      if (bytes.length < length) {
        throw bad("it is truncated");
      }
      crc.update(bytes);
      return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private HoratioException bad(String what) {
      return new HoratioException("cannot restore key group " + keyGroup + ": " + what);
    }
  }
}
