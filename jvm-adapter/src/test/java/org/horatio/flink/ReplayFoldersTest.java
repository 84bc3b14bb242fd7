// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplayFoldersTest {
  private static final Frames.Hello HELLO =
      new Frames.Hello("secret", "aa00", "op", 2, "attempt_1", 128, 0, 63, "hash", "B(k)", 1 << 20);
  private static final WorkloadSource SOURCE = new WorkloadSource("the workload é", false, List.of("k", "\"q\\"));

  @TempDir Path base;

  private static byte[] panes(int size) {
    return new FrameWriter(Wire.PANES, 3, 1, size).integer(0).integer(0).bin(new byte[size - 64], size - 64).finish();
  }

  private ReplayFolders folders(String process) {
    return new ReplayFolders(base, process, HELLO, SOURCE, List.of("--memory", "5"));
  }

  private static SentFrames.Kept kept(byte[]... frames) {
    return new SentFrames.Kept(List.of(frames), 7, 1);
  }

  private Set<String> names(Path folder) throws Exception {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.map(entry -> entry.getFileName().toString()).collect(Collectors.toCollection(TreeSet::new));
    }
  }

  // ---- Which frames are kept

  @Test
  void theNewestFramesStayUpToTheEventCredit() {
    SentFrames sent = new SentFrames(1 << 20);
    byte[] frame = panes(100_000);
    for (int i = 0; i < 100; i++) {
      sent.add(frame);
    }
    SentFrames.Kept kept = sent.kept();
    long bytes = (long) kept.frames().size() * frame.length;
    assertTrue(bytes > 1 << 20 && bytes < (1 << 20) + 100_000, bytes + " bytes");
    assertEquals(100, kept.frames().size() + kept.dropped());
  }

  @Test
  void framesForWhichCreditHasComeBackAreAcknowledged() {
    SentFrames sent = new SentFrames(1 << 20);
    sent.add(panes(5_000));
    sent.add(Frames.watermark(1, 5));
    sent.add(panes(200)); // spends 1 KiB
    sent.add(panes(6_000));
    assertEquals(0, sent.kept().acknowledged());
    sent.acknowledge(panes(5_000).length);
    assertEquals(2, sent.kept().acknowledged());
    sent.acknowledge(Wire.LEAST_CHARGE);
    assertEquals(3, sent.kept().acknowledged());
    sent.acknowledge(panes(6_000).length);
    assertEquals(4, sent.kept().acknowledged());
  }

  @Test
  void framesThatOnlyAskOrGiveCreditAreNotKept() {
    SentFrames sent = new SentFrames(1 << 20);
    byte[] small = {1, 2, 3};
    List<byte[]> kept = List.of(
        panes(100), Frames.restore(1, 2, 0, true, small, 3), Frames.restoreDone(1, 0, 1, 1, 1), Frames.watermark(1, 5),
        Frames.barrier(1, 2, 3), Frames.release(1, 2), Frames.endOfInput(1));
    kept.forEach(sent::add);
    List.of(Frames.ping(1, 2), Frames.resultCredit(1, 2), Frames.snapshot(1, 2, 3, 4, 5), Frames.bye(1))
        .forEach(sent::add);
    assertEquals(kept, sent.kept().frames());
  }

  // ---- How they are kept

  @Test
  void aFolderHoldsTheWorkloadTheFramesAndWhoseTheyWere() throws Exception {
    byte[] first = panes(100);
    byte[] second = Frames.watermark(1, 5);
    String told = folders("17").keep("exit status 139,\n\"bad\"", kept(first, second));
    Path group = base.resolve("aa00-17");
    assertTrue(told.contains("`horatio replay " + group + "`"), told);
    Path folder = group.resolve("op-2-attempt_1");
    assertEquals(SOURCE.text(), Files.readString(folder.resolve("workload.hql")));
    String about = Files.readString(folder.resolve("session.json"));
    for (String member : List.of(
        "\"job\": \"aa00\"", "\"subtask\": 2", "\"last_key_group\": 63", "\"keys\": [\"k\", \"\\\"q\\\\\"]",
        "\"arguments\": [\"--memory\", \"5\"]", "\"reason\": \"exit status 139,\\u000a\\\"bad\\\"\"", "\"dropped\": 7",
        "\"acknowledged\": 1", "\"global\": false")) {
      assertTrue(about.contains(member), member + " in " + about);
    }
    assertFalse(about.contains("secret"), about);
    ByteBuffer file = ByteBuffer.wrap(Files.readAllBytes(folder.resolve("frames.bin"))).order(ByteOrder.LITTLE_ENDIAN);
    byte[] magic = new byte[8];
    file.get(magic);
    assertEquals("HRATKEPT", new String(magic, StandardCharsets.US_ASCII));
    assertEquals(1, file.getInt());
    assertFrame(first, file);
    assertFrame(second, file);
    assertEquals(0, file.getInt());
    assertEquals(2, file.getInt());
    assertFalse(file.hasRemaining());
  }

  private static void assertFrame(byte[] frame, ByteBuffer file) {
    assertEquals(frame.length, file.getInt());
    CRC32C crc = new CRC32C();
    crc.update(frame);
    assertEquals((int) crc.getValue(), file.getInt());
    byte[] bytes = new byte[frame.length];
    file.get(bytes);
    assertArrayEquals(frame, bytes);
  }

  @Test
  void onlyTheOwnerCanReadAFolder() throws Exception {
    Path below = base.resolve("made");
    new ReplayFolders(below, "1", HELLO, SOURCE, List.of()).keep("killed", kept(panes(100)));
    for (Path folder : List.of(below, below.resolve("aa00-1"), below.resolve("aa00-1/op-2-attempt_1"))) {
      assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)), folder.toString());
    }
  }

  @Test
  void theNewestProcessesStayAndWhatOthersPutThere() throws Exception {
    Files.createDirectory(base.resolve("notes"));
    Files.createDirectories(base.resolve("bb11-9/foreign"));
    Files.writeString(base.resolve("bb11-9/foreign/kept.txt"), "somebody's");
    base.resolve("bb11-9").toFile().setLastModified(1_000);
    for (int process = 0; process < 12; process++) {
      folders("" + process).keep("killed", kept(panes(100)));
      base.resolve("aa00-" + process).toFile().setLastModified(1_000_000L + process * 1_000L);
    }
    Set<String> expected = IntStream.range(12 - ReplayFolders.MOST_PROCESSES, 12)
        .mapToObj(process -> "aa00-" + process).collect(Collectors.toCollection(TreeSet::new));
    expected.addAll(Set.of("notes", "bb11-9"));
    assertEquals(expected, names(base));
    assertEquals(Set.of("foreign"), names(base.resolve("bb11-9")));
  }

  @Test
  void nothingIsKeptWhereNothingWasSent() throws Exception {
    assertEquals("", folders("1").keep("killed", new SentFrames(1 << 20).kept()));
    assertEquals(Set.of(), names(base));
  }

  @Test
  void whatCannotBeWrittenIsToldWithTheOption() throws Exception {
    Files.writeString(base.resolve("aa00-1"), "a file where the folder would be");
    String told = folders("1").keep("killed", kept(panes(100)));
    assertTrue(told.contains("could not be kept in " + base.resolve("aa00-1")), told);
    assertTrue(told.contains("option replayDirectory"), told);
  }
}
