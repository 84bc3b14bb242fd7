// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.msgpack.core.MessagePack;
import org.msgpack.value.Value;

/** The frames that neither side has written alone. */
class GoldenFramesTest {
  private static final Path GOLDEN = Path.of(System.getProperty("horatio.golden", "../bridge/golden"));
  private static final List<String> FROM_PROCESS =
      List.of(
          "HELLO_OK", "RESTORE_DONE", "BARRIER_ACK", "SNAPSHOT", "RESULT", "DRAINED_WATERMARK", "CREDIT", "REJECTED",
          "PONG", "ERROR", "BYE");

  private static JsonNode list(String name) throws IOException {
    return new ObjectMapper().readTree(GOLDEN.resolve("golden.json").toFile()).get(name);
  }

  private static byte[] bytes(JsonNode frame) throws IOException {
    return bytes(frame.get("file").asText());
  }

  static byte[] bytes(String file) throws IOException {
    return Files.readAllBytes(GOLDEN.resolve(file));
  }

  @TestFactory
  List<DynamicTest> framesOfTheProcessAreReadAsTheirDescriptionSays() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (JsonNode frame : list("frames")) {
      if (FROM_PROCESS.contains(frame.get("kind").asText())) {
        tests.add(DynamicTest.dynamicTest(frame.get("file").asText(), () -> checkRead(frame)));
      }
    }
    assertTrue(tests.size() >= FROM_PROCESS.size());
    return tests;
  }

  private static void checkRead(JsonNode golden) throws Exception {
    InFrame.Header header = FrameReader.header(bytes(golden));
    assertEquals(golden.get("session").asLong(), header.session());
    assertEquals(golden.get("seq").asLong(), header.seq());
    JsonNode body = golden.get("body");
    InFrame frame = FrameReader.read(bytes(golden));
    if (frame instanceof InFrame.HelloOk ok) {
      assertEquals(body.get("process_version").asText(), ok.processVersion());
      assertEquals(body.get("event_credit").asLong(), ok.eventCredit());
      assertEquals(body.get("max_frame").asLong(), ok.maxFrame());
      assertEquals(body.get("workload_hash").asText(), ok.workloadHash());
    } else if (frame instanceof InFrame.DrainedWatermark drained) {
      assertEquals(body.get("time").asLong(), drained.time());
    } else if (frame instanceof InFrame.RestoreDone done) {
      assertEquals(body.get("first_key_group").asInt(), done.firstKeyGroup());
      assertEquals(body.get("last_key_group").asInt(), done.lastKeyGroup());
      assertEquals(body.get("count").asInt(), done.count());
      assertEquals(body.get("crc").asLong(), done.crc());
      assertEquals(body.get("skipped_partial").asLong(), done.skippedPartial());
    } else if (frame instanceof InFrame.BarrierAck ack) {
      assertEquals(body.get("checkpoint").asLong(), ack.checkpoint());
      assertEquals(body.get("last_result_seq").asLong(), ack.lastResultSeq());
      assertEquals(body.get("watermark").asLong(), ack.watermark());
    } else if (frame instanceof InFrame.Snapshot chunk) {
      assertEquals(body.get("checkpoint").asLong(), chunk.checkpoint());
      assertEquals(body.get("key_group").asInt(), chunk.keyGroup());
      assertEquals(body.get("offset").asLong(), chunk.offset());
      assertEquals(body.get("limit").asLong(), chunk.size());
      byte[] bytes = new byte[chunk.chunk().remaining()];
      chunk.chunk().get(bytes);
      assertEquals(body.get("chunk").asText(), HexFormat.of().formatHex(bytes));
    } else if (frame instanceof InFrame.Credit credit) {
      assertEquals(body.get("bytes").asLong(), credit.bytes());
    } else if (frame instanceof InFrame.Rejected rejected) {
      assertEquals(body.get("count").asLong(), rejected.count());
      assertEquals(body.get("code").asInt(), rejected.code());
      assertEquals(body.get("reason").asText(), rejected.reason());
    } else if (frame instanceof InFrame.Pong pong) {
      assertEquals(body.get("nonce").bigIntegerValue().longValue(), pong.nonce());
      assertEquals(body.get("progress").asLong(), pong.progress());
      assertEquals(body.get("state").asInt(), pong.state());
    } else if (frame instanceof InFrame.Fault fault) {
      assertEquals(body.get("code").asInt(), fault.code());
      assertEquals(body.get("message").asText(), fault.message());
      assertEquals(body.get("remedy").asText(), fault.remedy());
    } else if (frame instanceof InFrame.Result result) {
      checkResult(body, result);
    }
  }

  private static void checkResult(JsonNode body, InFrame.Result result) throws BadFrameException {
    assertEquals(body.get("query").asInt(), result.query());
    assertEquals(body.get("windowed").asBoolean(), result.windowed());
    assertEquals(values(body.get("starts")), longs(result.starts()));
    assertEquals(values(body.get("ends")), longs(result.ends()));
    checkColumns(body.get("group"), result.groups(), result.rows());
    List<ColumnView> cells = result.cells().stream().map(InFrame.Cells::values).toList();
    List<JsonNode> columns = new ArrayList<>();
    body.get("cells").forEach(cell -> columns.add(cell.get("column")));
    checkColumns(columns, cells, result.rows());
    assertEquals(values(body.get("times")), longs(result.times()));
    checkColumns(body.get("bound_texts"), result.boundTexts(), result.rows());
    for (int i = 0; i < columns.size(); i++) {
      assertEquals(body.get("cells").get(i).get("status").size(), result.cells().get(i).status().capacity());
      checkBounds(body.get("cells").get(i).get("bounds"), result.cells().get(i).bounds());
    }
  }

  private static void checkBounds(JsonNode golden, ByteBuffer bounds) {
    assertEquals(8 * golden.size(), bounds.capacity());
    for (int i = 0; i < golden.size(); i++) {
      double bound = golden.get(i).asText().equals("inf") ? Double.POSITIVE_INFINITY : golden.get(i).asDouble();
      assertEquals(bound, bounds.getDouble(8 * i));
    }
  }

  private static void checkColumns(Iterable<JsonNode> golden, List<ColumnView> columns, int rows)
      throws BadFrameException {
    int at = 0;
    for (JsonNode column : golden) {
      List<Object> read = new ArrayList<>();
      for (int row = 0; row < rows; row++) {
        read.add(columns.get(at).value(row, Workloads.column("c", WorkloadDescription.Kind.STRING)));
      }
      assertEquals(values(column.get("values")), read);
      at++;
    }
    assertEquals(at, columns.size());
  }

  private static List<Object> values(JsonNode values) {
    List<Object> list = new ArrayList<>();
    for (JsonNode value : values) {
      list.add(value(value));
    }
    return list;
  }

  private static Object value(JsonNode value) {
    if (value.isNull()) {
      return null;
    }
    if (value.isTextual()) {
      return value.asText();
    }
    if (value.isBoolean()) {
      return value.asBoolean();
    }
    if (value.isFloatingPointNumber()) {
      return value.asDouble();
    }
    BigInteger number = value.bigIntegerValue();
    return number.bitLength() < 64 ? (Object) number.longValue() : number;
  }

  private static List<Object> longs(ByteBuffer buffer) {
    List<Object> list = new ArrayList<>();
    for (int at = 0; at < buffer.capacity(); at += 8) {
      list.add(buffer.getLong(at));
    }
    return list;
  }

  @TestFactory
  List<DynamicTest> badFramesAreRefusedWithAReason() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (JsonNode bad : list("bad")) {
      tests.add(DynamicTest.dynamicTest(
          bad.get("why").asText(), () -> assertThrows(BadFrameException.class, () -> FrameReader.read(bytes(bad)))));
    }
    assertTrue(tests.size() > 10);
    return tests;
  }

  private static JsonNode golden(String file) throws IOException {
    for (JsonNode frame : list("frames")) {
      if (frame.get("file").asText().equals(file)) {
        return frame;
      }
    }
    throw new IOException("no golden frame " + file);
  }

  // The same values; integers may have any width.
  private static void checkWritten(String file, byte[] frame) throws IOException {
    JsonNode golden = golden(file);
    FrameWriter.stamp(frame, golden.get("seq").asLong());
    assertEquals(tree(bytes(golden)), tree(frame), file);
  }

  private static Value tree(byte[] frame) throws IOException {
    return MessagePack.newDefaultUnpacker(frame).unpackValue();
  }

  @Test
  void framesOfTheAdapterSayTheSameAsTheGoldenOnes() throws IOException {
    checkWritten("watermark.bin", Frames.watermark(7, -1));
    checkWritten("watermark_before_time.bin", Frames.watermark(7, Long.MIN_VALUE));
    checkWritten("watermark_epoch.bin", Frames.watermark(7, 1_381_104_000_000L));
    checkWritten("result_credit.bin", Frames.resultCredit(7, 1L << 32));
    checkWritten("ping.bin", Frames.ping(7, Long.MIN_VALUE + 1));
    checkWritten("restore.bin", Frames.restore(7, 33, 5_000_000_000L, true, HexFormat.of().parseHex("00ff10fe"), 4));
    checkWritten("restore_empty.bin", Frames.restore(7, 34, 0, false, new byte[0], 0));
    checkWritten("restore_done.bin", Frames.restoreDone(7, 32, 63, 2, 0xe306_9283L));
    checkWritten("barrier.bin", Frames.barrier(7, 9, 1_381_104_000_000L));
    checkWritten("snapshot_request.bin", Frames.snapshot(7, 9, 40, 1L << 40, 262_144));
    checkWritten("release.bin", Frames.release(7, 9));
    checkWritten("end_of_input.bin", Frames.endOfInput(7));
    checkWritten("bye.bin", Frames.bye(7));
  }

  @Test
  void helloSaysTheSameAsTheGoldenOne() throws IOException {
    JsonNode body = golden("hello.bin").get("body");
    Frames.Hello hello = new Frames.Hello(
        body.get("token").asText(), body.get("job").asText(), body.get("operator").asText(), 3,
        body.get("attempt").asText(), 128, 32, 63, body.get("workload_hash").asText(), body.get("columns").asText(),
        4 << 20);
    checkWritten("hello.bin", Frames.hello(hello, 2));
  }

  @Test
  void panesHoldTheSameRowsAsTheGoldenOnes() throws Exception {
    JsonNode golden = golden("panes.bin");
    FrameBuilder frame = new FrameBuilder(Workloads.of(
        10_000,
        Workloads.type(
            0, "T", Workloads.column("a", WorkloadDescription.Kind.INT),
            Workloads.column("b", WorkloadDescription.Kind.FLOAT))));
    long[][] rows = {{-10_000, 32, -7}, {-1, 63, Long.MAX_VALUE}, {0, 40, Long.MIN_VALUE}};
    double[] floats = {0.1, -0.0, 1e308};
    for (int i = 0; i < rows.length; i++) {
      frame.block(0).column(0).setLong(rows[i][2]);
      frame.block(0).column(1).setDouble(floats[i]);
      frame.append(frame.block(0), (int) rows[i][1], rows[i][0], 5);
    }
    PanesDump.Block written = PanesDump.of(frame.build(7)).blocks().get(0);
    PanesDump.Block expected = PanesDump.of(bytes(golden)).blocks().get(0);
    assertEquals(expected.panes(), written.panes());
    assertEquals(expected.keyGroups(), written.keyGroups());
    assertEquals(expected.times(), written.times());
    assertEquals(expected.encodings(), written.encodings());
    assertEquals(expected.columns(), written.columns());
  }
}
