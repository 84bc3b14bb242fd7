// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.util.ArrayDeque;
import java.util.function.LongConsumer;

/**
 * What waits to leave the operator in the order in which it came: watermarks, and what keeps its place among them
 * (status, latency markers, record attributes). A watermark leaves when its answer is there; results never wait here.
 */
final class OutputOrder {
  private static final int MOST_UNANSWERED = 16;
  private static final int MOST_MARKERS = 1_000;
  private static final int MOST_WAITING = 1_000;

  private final ArrayDeque<Entry> entries = new ArrayDeque<>();
  private final ArrayDeque<Long> unanswered = new ArrayDeque<>();
  private int markers;

  private static final class Entry {
    private long watermark;
    private final SidecarHost.CoreTask emit; // null: a watermark
    private boolean sent;

    private Entry(long watermark, SidecarHost.CoreTask emit) {
      this.watermark = watermark;
      this.emit = emit;
    }
  }

  /** A new true watermark; it takes the place of the one before if nothing stands between them and it was not sent. */
  void addWatermark(long time) {
    Entry last = entries.peekLast();
    if (last != null && last.emit == null && !last.sent) {
      last.watermark = time;
    } else {
      entries.addLast(new Entry(time, null));
    }
  }

  /** Whether few enough wait that one more may be added. */
  boolean hasRoom() {
    return entries.size() - markers < MOST_WAITING;
  }

  /** Something that leaves after all watermarks before it. */
  void add(SidecarHost.CoreTask emit) {
    entries.addLast(new Entry(0, emit));
  }

  /** The same for what may get lost: past a number of them waiting it is dropped. */
  void addMarker(SidecarHost.CoreTask emit) {
    if (markers < MOST_MARKERS) {
      markers++;
      add(() -> {
        markers--;
        emit.run();
      });
    }
  }

  /** The newest watermark that was not sent, or null. */
  Long unsent() {
    var newestFirst = entries.descendingIterator();
    while (newestFirst.hasNext()) {
      Entry entry = newestFirst.next();
      if (entry.emit == null) {
        return entry.sent ? null : (Long) entry.watermark;
      }
    }
    return null;
  }

  /** Whether another watermark may be sent. */
  boolean maySend() {
    return unanswered.size() < MOST_UNANSWERED;
  }

  /** Notes that the newest watermark was sent; its answer counts for all before it. */
  void sent(long time) {
    for (Entry entry : entries) {
      entry.sent |= entry.emit == null;
    }
    unanswered.addLast(time);
  }

  /** Notes the answer for all watermarks up to a time. */
  void answered(long time) {
    while (!unanswered.isEmpty() && unanswered.peekFirst() <= time) {
      unanswered.removeFirst();
    }
  }

  /** Lets out what may leave when all results up to a time are out. */
  void release(long drained, LongConsumer emitWatermark) throws Exception {
    for (Entry head = entries.peekFirst(); head != null; head = entries.peekFirst()) {
      if (head.emit == null && head.watermark > drained) {
        return;
      }
      entries.removeFirst();
      if (head.emit != null) {
        head.emit.run();
      } else {
        emitWatermark.accept(head.watermark);
      }
    }
  }

  boolean isEmpty() {
    return entries.isEmpty();
  }
}
