// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.io.IOException;
import java.io.InputStream;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;
import java.util.zip.CRC32C;

/** Hands the state of a subtask's key groups to the process, before the task runs; blocks where credit is short. */
final class StateRestore {
  private static final int CHUNK = 256 << 10;

  private final SidecarInbox inbox;
  private final OperatorLink link;
  private final SidecarIdentity identity;
  private final Lateness lateness;
  private final OperatorLink.Session session;
  private final SidecarCounters counters;
  private final CRC32C crc = new CRC32C();
  private final BitSet restored = new BitSet();
  private final Set<Range> writers = new HashSet<>();

  private record Range(int first, int last) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Range that && first == that.first && last == that.last;
    }

    @Override
    public int hashCode() {
      return 31 * first + last;
    }
  }

  StateRestore(
      SidecarInbox inbox,
      OperatorLink link,
      SidecarIdentity identity,
      Lateness lateness,
      OperatorLink.Session session,
      SidecarCounters counters) {
    this.inbox = inbox;
    this.link = link;
    this.identity = identity;
    this.lateness = lateness;
    this.session = session;
    this.counters = counters;
  }

  /** The state of one key group, as a checkpoint has it. */
  void keyGroup(int keyGroup, InputStream in) throws IOException, InterruptedException {
    KeyGroupState.Reader reader = new KeyGroupState.Reader(in, keyGroup);
    writers.add(new Range(reader.header().firstKeyGroup(), reader.header().lastKeyGroup()));
    long offset = 0;
    boolean last;
    do {
      byte[] chunk = reader.read(CHUNK);
      last = reader.left() == 0;
      if (last) {
        reader.finish();
      }
      send(keyGroup, offset, last, chunk);
      offset += chunk.length;
    } while (!last);
    restored.set(keyGroup);
    lateness.restore(keyGroup, reader.header().lateUpTo());
  }

  private void send(int keyGroup, long offset, boolean last, byte[] chunk) throws InterruptedException {
    byte[] frame = Frames.restore(session.id(), keyGroup, offset, last, chunk, chunk.length);
    long charge = Wire.charge(frame.length);
    inbox.awaitBlocked(() -> inbox.credit() >= charge);
    crc.update(chunk);
    inbox.spend(charge);
    link.send(frame);
  }

  /** All key groups that there are have been given; returns when the process has taken them, and has said so. */
  void finish() throws InterruptedException {
    writers.forEach(this::checkComplete);
    if (restored.isEmpty()) {
      return; // a new or a finished subtask
    }
    link.send(Frames.restoreDone(
        session.id(), identity.firstKeyGroup(), identity.lastKeyGroup(), restored.cardinality(), crc.getValue()));
    inbox.awaitBlocked(() -> inbox.restored() != null);
    InFrame.RestoreDone answer = inbox.restored();
    if (answer.count() != restored.cardinality() || answer.crc() != crc.getValue()) {
      throw new HoratioException("horatio-operator has taken other state than was sent: " + answer);
    }
    counters.skippedPartial = answer.skippedPartial();
  }

  // A subtask writes all of its key groups: one that is missing here was lost.
  private void checkComplete(Range writer) {
    int first = Math.max(writer.first(), identity.firstKeyGroup());
    int last = Math.min(writer.last(), identity.lastKeyGroup());
    int missing = restored.nextClearBit(first);
    if (missing <= last) {
      throw new HoratioException(
          "cannot restore: the state of key group " + missing + " is missing, though the subtask of key groups "
              + writer.first() + " to " + writer.last() + " has written state: the checkpoint is damaged");
    }
  }
}
