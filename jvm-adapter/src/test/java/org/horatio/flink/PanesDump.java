// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** A PANES frame read back for tests, independent of the code that wrote it. */
record PanesDump(long session, long seq, long oldestArrival, long oldestIngest, List<Block> blocks) {

  record Block(
      long type, int rows, List<List<Long>> panes, List<Integer> keyGroups, List<Long> times, List<Integer> arrivals,
      List<Integer> encodings, List<List<Object>> columns) {}

  static PanesDump of(byte[] frame) throws BadFrameException {
    EnvelopeReader in = new EnvelopeReader(frame);
    in.array("envelope", 8, 64);
    in.integer("magic");
    in.integer("version");
    if (in.integer("kind") != Wire.PANES) {
      throw new BadFrameException("not a PANES frame");
    }
    long session = in.integer("session");
    long seq = in.integer("seq");
    long arrival = in.integer("oldest_arrival_ns");
    long ingest = in.integer("oldest_ingest_ms");
    List<Block> blocks = new ArrayList<>();
    int count = in.array("blocks", 0, 4096);
    for (int i = 0; i < count; i++) {
      blocks.add(block(in));
    }
    return new PanesDump(session, seq, arrival, ingest, blocks);
  }

  private static Block block(EnvelopeReader in) throws BadFrameException {
    int elements = in.array("block", 7, 65_535);
    long type = in.integer("type");
    int rows = (int) in.integer("rows");
    ByteBuffer panes = in.bin("panes");
    List<List<Long>> slices = new ArrayList<>();
    for (int at = 0; at < panes.capacity(); at += 16) {
      slices.add(List.of(panes.getLong(at), (long) panes.getInt(at + 8), (long) panes.getInt(at + 12)));
    }
    ByteBuffer groups = in.bin("key_groups");
    ByteBuffer times = in.bin("times");
    ByteBuffer arrivals = in.bin("arrivals");
    List<Integer> keyGroups = new ArrayList<>();
    List<Long> rowTimes = new ArrayList<>();
    List<Integer> order = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      keyGroups.add(Short.toUnsignedInt(groups.getShort(2 * row)));
      rowTimes.add(times.getLong(8 * row));
      order.add(arrivals.getInt(4 * row));
    }
    List<Integer> encodings = new ArrayList<>();
    List<List<Object>> columns = new ArrayList<>();
    long columnCount = in.integer("column_count");
    for (int i = 0; i < columnCount; i++) {
      readColumn(in, rows, encodings, columns);
    }
    in.skip("appended", (int) (elements - 7 - 5 * columnCount), 3);
    return new Block(type, rows, slices, keyGroups, rowTimes, order, encodings, columns);
  }

  private static void readColumn(EnvelopeReader in, int rows, List<Integer> encodings, List<List<Object>> columns)
      throws BadFrameException {
    int encoding = (int) in.integer("encoding");
    ByteBuffer validity = in.bin("validity");
    ColumnView view = ColumnView.checked(encoding, rows, validity, in.bin("a"), in.bin("b"), in.bin("c"));
    List<Object> values = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      values.add(view.value(row, Workloads.column("c", WorkloadDescription.Kind.STRING)));
    }
    encodings.add(encoding);
    columns.add(values);
  }
}
