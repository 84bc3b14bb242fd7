// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** State on its way from the process and back, without either end. */
@Timeout(30)
class StateTransferTest {
  private static final SidecarIdentity IDENTITY = new SidecarIdentity("job", "operator", 0, "attempt", 8, 2, 5);

  private final FakeHost host = new FakeHost();
  private final FakeLink link = new FakeLink();
  private final SidecarInbox inbox = new SidecarInbox(host);

  @Test
  void chunksBecomeKeyGroupsWithTwoRequestsUnderWay() throws Exception {
    SnapshotReader reader = new SnapshotReader(link, 1, 9, 2, 4);
    reader.start();
    // Answers that come before they are waited for.
    offer(reader, 2, 0, 5, "abc");
    offer(reader, 3, 0, 0, "");
    offer(reader, 2, 3, 5, "de");
    offer(reader, 4, 0, 1, "x");
    Map<Integer, String> read = new TreeMap<>();
    reader.readInto(new SnapshotReader.Sink() {
      private int keyGroup;

      @Override
      public void begin(int begun, long size) {
        keyGroup = begun;
        read.put(begun, size + ":");
      }

      @Override
      public void write(InFrame.Snapshot chunk) {
        read.merge(keyGroup, new String(chunk.chunk().array()), String::concat);
      }

      @Override
      public void end() {}
    });
    assertEquals(Map.of(2, "5:abcde", 3, "0:", 4, "1:x"), read);
    assertEquals(
        List.of(
            "snapshot 9 of 2 from 0", "snapshot 9 of 3 from 0", "snapshot 9 of 2 from 3", "snapshot 9 of 4 from 0"),
        link.takeSent());
  }

  private static void offer(SnapshotReader reader, int keyGroup, long offset, long size, String chunk) {
    reader.offer(new InFrame.Snapshot(9, keyGroup, offset, size, ByteBuffer.wrap(chunk.getBytes())));
  }

  private static InputStream state(int keyGroup, int first, int last, String content) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    KeyGroupState.Writer writer =
        new KeyGroupState.Writer(out, new KeyGroupState.Header(keyGroup, first, last, 77, content.length()));
    writer.write(ByteBuffer.wrap(content.getBytes()));
    writer.finish();
    return new ByteArrayInputStream(out.toByteArray());
  }

  private StateRestore restore(Lateness lateness) {
    inbox.grant(1 << 20);
    return new StateRestore(
        inbox, link, IDENTITY, lateness, new OperatorLink.Session(1, 1 << 20, 1 << 20), new SidecarCounters());
  }

  private void answered(String content, int count) {
    CRC32C crc = new CRC32C();
    crc.update(content.getBytes());
    inbox.onRestored(new InFrame.RestoreDone(2, 5, count, crc.getValue(), 0));
  }

  @Test
  void stateOfSeveralWritersIsHandedOverAndAcknowledged() throws Exception {
    Lateness lateness = new Lateness(2, 5);
    StateRestore restore = restore(lateness);
    restore.keyGroup(2, state(2, 0, 2, ""));
    restore.keyGroup(3, state(3, 3, 7, "ab"));
    restore.keyGroup(4, state(4, 3, 7, ""));
    restore.keyGroup(5, state(5, 3, 7, "c"));
    answered("abc", 4);
    restore.finish();
    assertEquals(
        List.of(
            "restore 2 from 0 last", "restore 3 from 0 last", "restore 4 from 0 last", "restore 5 from 0 last",
            "restored 2 to 5: 4"),
        link.takeSent());
    assertTrue(lateness.isLate(77, 3));
  }

  @Test
  void aLargeKeyGroupGoesInChunksUnderCredit() throws Exception {
    String content = "x".repeat(600 << 10);
    StateRestore restore = restore(new Lateness(2, 5));
    inbox.spend(700 << 10); // credit for one chunk is left
    List<Throwable> failures = new ArrayList<>();
    Thread giver = new Thread(() -> {
      try {
        for (int chunks = 1; chunks <= 3; chunks++) {
          while (link.sent.size() < chunks) {
            Thread.sleep(1);
          }
          inbox.onCredit(300 << 10);
        }
      } catch (InterruptedException e) {
        failures.add(e);
      }
    });
    giver.start();
    restore.keyGroup(3, state(3, 3, 3, content));
    giver.join();
    assertEquals(List.of(), failures);
    assertEquals(
        List.of("restore 3 from 0", "restore 3 from 262144", "restore 3 from 524288 last"), link.takeSent());
  }

  @Test
  void aKeyGroupThatItsWriterMustHaveWrittenIsMissed() throws Exception {
    StateRestore restore = restore(new Lateness(2, 5));
    restore.keyGroup(2, state(2, 0, 2, ""));
    restore.keyGroup(3, state(3, 3, 7, ""));
    restore.keyGroup(5, state(5, 3, 7, ""));
    String message = assertThrows(HoratioException.class, restore::finish).getMessage();
    assertTrue(message.contains("key group 4 is missing"), message);
  }

  @Test
  void aWriterOfWhichNothingCameHadFinished() throws Exception {
    StateRestore restore = restore(new Lateness(2, 5));
    restore.keyGroup(2, state(2, 0, 2, "a"));
    answered("a", 1);
    restore.finish();
    restore = restore(new Lateness(2, 5));
    restore.finish();
    assertEquals(List.of("restore 2 from 0 last", "restored 2 to 5: 1"), link.takeSent());
  }

  @Test
  void anEndOfTheProcessEndsARestoreThatWaits() throws Exception {
    StateRestore restore = restore(new Lateness(2, 5));
    restore.keyGroup(2, state(2, 2, 2, "a"));
    new Thread(() -> inbox.onFailure(new HoratioException("the process ended"))).start();
    assertEquals("the process ended", assertThrows(HoratioException.class, restore::finish).getMessage());
  }
}
