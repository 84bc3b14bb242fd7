// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Bytes of the process to frames, as bridge/FRAMES.md lays them out. */
final class FrameReader {
  private static final int LAST_STATE = 2;
  private static final int COLUMN = 5;
  private static final int CELL = 7;
  private static final int MOST_COLUMNS = 4096;
  private static final int RESULT_APPENDED = 2; // by 1.1
  private static final int BARRIER_ACK_APPENDED = 1; // by 1.2
  private static final int RESTORE_DONE_APPENDED = 1; // by 1.3
  private static final long MOST_CRC = 0xffff_ffffL;

  private FrameReader() {}

  /** The header alone. */
  static InFrame.Header header(byte[] frame) throws BadFrameException {
    EnvelopeReader in = new EnvelopeReader(frame);
    in.array("the envelope", Wire.ENVELOPE, Wire.MOST_ELEMENTS);
    return header(in);
  }

  static InFrame read(byte[] frame) throws BadFrameException {
    EnvelopeReader in = new EnvelopeReader(frame);
    int elements = in.array("the envelope", Wire.ENVELOPE, Wire.MOST_ELEMENTS);
    int kind = header(in).kind();
    int appended = elements - Wire.ENVELOPE - bodyElements(kind);
    if (appended < 0) {
      throw new BadFrameException("a frame of kind " + kind + " has only " + elements + " elements");
    }
    int known = Math.min(appended, appendedElements(kind));
    InFrame read = body(kind, in, known);
    in.skip("appended elements", appended - known, 1);
    in.expectEnd();
    return read;
  }

  private static int appendedElements(int kind) {
    return switch (kind) {
      case Wire.RESULT -> RESULT_APPENDED;
      case Wire.BARRIER_ACK -> BARRIER_ACK_APPENDED;
      case Wire.RESTORE_DONE -> RESTORE_DONE_APPENDED;
      default -> 0;
    };
  }

  private static int bodyElements(int kind) throws BadFrameException {
    return switch (kind) {
      case Wire.HELLO_OK, Wire.RESTORE_DONE -> 4;
      case Wire.SNAPSHOT -> 5;
      case Wire.BARRIER_ACK -> 2;
      case Wire.RESULT -> 10;
      case Wire.DRAINED_WATERMARK, Wire.CREDIT -> 1;
      case Wire.REJECTED, Wire.PONG, Wire.ERROR -> 3;
      case Wire.BYE -> 0;
      default -> throw new BadFrameException("kind " + kind + " may not come from the process");
    };
  }

  private static InFrame body(int kind, EnvelopeReader in, int appended) throws BadFrameException {
    return switch (kind) {
      case Wire.HELLO_OK -> new InFrame.HelloOk(
          in.text("process_version"), in.unsigned("event_credit"), in.unsigned("max_frame"), in.text("workload_hash"));
      case Wire.RESULT -> result(in, appended);
      case Wire.RESTORE_DONE -> new InFrame.RestoreDone(
          keyGroup(in), keyGroup(in), in.unsigned("the count", Integer.MAX_VALUE), crc(in),
          appended > 0 ? in.unsigned("the skipped windows") : 0);
      case Wire.BARRIER_ACK -> new InFrame.BarrierAck(
          in.unsigned("the checkpoint"), in.unsigned("the last result"),
          appended > 0 ? in.integer("the watermark") : Long.MIN_VALUE);
      case Wire.SNAPSHOT -> new InFrame.Snapshot(
          in.unsigned("the checkpoint"), keyGroup(in), in.unsigned("the offset"), in.unsigned("the size"),
          in.bin("the chunk"));
      case Wire.DRAINED_WATERMARK -> new InFrame.DrainedWatermark(in.integer("the time"));
      case Wire.CREDIT -> new InFrame.Credit(in.unsigned("bytes"));
      case Wire.REJECTED -> new InFrame.Rejected(
          in.unsigned("count"), in.unsigned("code", Integer.MAX_VALUE), in.text("reason"));
      case Wire.PONG -> new InFrame.Pong(
          in.unsigned64("nonce"), in.unsigned64("progress"), in.unsigned("state", LAST_STATE));
      case Wire.ERROR -> new InFrame.Fault(
          in.unsigned("code", Integer.MAX_VALUE), in.text("message"), in.text("remedy"));
      default -> new InFrame.Bye();
    };
  }

  private static int keyGroup(EnvelopeReader in) throws BadFrameException {
    return in.unsigned("a key group", Integer.MAX_VALUE);
  }

  private static long crc(EnvelopeReader in) throws BadFrameException {
    long crc = in.unsigned("the CRC");
    if (crc > MOST_CRC) {
      throw new BadFrameException("the CRC " + crc + " has more than 32 bits");
    }
    return crc;
  }

  private static InFrame.Header header(EnvelopeReader in) throws BadFrameException {
    if (in.integer("the magic number") != Wire.MAGIC) {
      throw new BadFrameException("not a frame of Horatio: the magic number is missing");
    }
    long version = in.unsigned("the version");
    if (version >> 8 != Wire.MAJOR) {
      throw new BadFrameException(
          "the process speaks version " + (version >> 8) + "." + (version & 0xff) + " of the frames, this adapter "
              + Wire.MAJOR + ".x: use an adapter and a horatio-operator of one release");
    }
    int kind = in.unsigned("the kind", Integer.MAX_VALUE);
    return new InFrame.Header(kind, in.unsigned("the session"), in.unsigned("the sequence number"));
  }

  private static InFrame result(EnvelopeReader in, int appended) throws BadFrameException {
    int query = in.unsigned("the query", Integer.MAX_VALUE);
    int rows = in.unsigned("rows", Wire.MOST_ROWS);
    boolean windowed = in.bool("windowed");
    ByteBuffer starts = sized("starts", in.bin("starts"), windowed ? rows * 8L : 0);
    ByteBuffer ends = sized("ends", in.bin("ends"), windowed ? rows * 8L : 0);
    ByteBuffer keyGroups = sized("key_groups", in.bin("key_groups"), rows * 2L);
    ByteBuffer shed = sizedOrEmpty("shed", in.bin("shed"), rows * 8L);
    ByteBuffer partial = sizedOrEmpty("partial", in.bin("partial"), rows);
    List<ColumnView> groups = columns("group", in, rows);
    List<InFrame.Cells> cells = cells(in, rows);
    ByteBuffer times = appended > 0 ? sizedOrEmpty("times", in.bin("times"), rows * 8L) : ByteBuffer.allocate(0);
    List<ColumnView> boundTexts = appended > 1 ? boundTexts(in, rows, cells.size()) : List.of();
    return new InFrame.Result(
        query, rows, windowed, starts, ends, keyGroups, shed, partial, groups, cells, times, boundTexts);
  }

  private static List<ColumnView> columns(String what, EnvelopeReader in, int rows) throws BadFrameException {
    int elements = in.array(what, 0, COLUMN * MOST_COLUMNS);
    List<ColumnView> columns = new ArrayList<>();
    for (int i = 0; i < elements / COLUMN; i++) {
      columns.add(column(in, rows));
    }
    in.skip(what, elements % COLUMN, 2);
    return columns;
  }

  private static List<ColumnView> boundTexts(EnvelopeReader in, int rows, int cells) throws BadFrameException {
    List<ColumnView> columns = columns("bound_texts", in, rows);
    if (!columns.isEmpty() && columns.size() != cells) {
      throw new BadFrameException("bound_texts has " + columns.size() + " columns, cells has " + cells);
    }
    for (ColumnView column : columns) {
      if (column.encoding() != Wire.TEXT && column.encoding() != Wire.NULL) {
        throw new BadFrameException("bound_texts has a column that is no text");
      }
    }
    return columns;
  }

  private static List<InFrame.Cells> cells(EnvelopeReader in, int rows) throws BadFrameException {
    int elements = in.array("cells", 0, CELL * MOST_COLUMNS);
    List<InFrame.Cells> cells = new ArrayList<>();
    for (int i = 0; i < elements / CELL; i++) {
      ColumnView values = column(in, rows);
      ByteBuffer status = sizedOrEmpty("status", in.bin("status"), rows);
      cells.add(new InFrame.Cells(values, status, sizedOrEmpty("bounds", in.bin("bounds"), rows * 8L)));
    }
    in.skip("cells", elements % CELL, 2);
    return cells;
  }

  private static ColumnView column(EnvelopeReader in, int rows) throws BadFrameException {
    int encoding = in.unsigned("an encoding", Integer.MAX_VALUE);
    ByteBuffer validity = in.bin("a validity");
    return ColumnView.checked(encoding, rows, validity, in.bin("a column"), in.bin("a column"), in.bin("a column"));
  }

  static ByteBuffer sized(String what, ByteBuffer bin, long bytes) throws BadFrameException {
    if (bin.capacity() != bytes) {
      throw new BadFrameException(what + " has " + bin.capacity() + " bytes, its rows ask for " + bytes);
    }
    return bin;
  }

  static ByteBuffer sizedOrEmpty(String what, ByteBuffer bin, long bytes) throws BadFrameException {
    return bin.capacity() == 0 ? bin : sized(what, bin, bytes);
  }
}
