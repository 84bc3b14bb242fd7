// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CancellationException;

/**
 * Reads what a barrier has frozen, key group by key group, while the task goes on: one thread reads, the link's thread
 * brings the chunks, and any thread may end it. The process keeps the state until the reader is closed.
 */
final class SnapshotReader implements AutoCloseable {
  private static final long CHUNK = 1 << 20;

  private final OperatorLink link;
  private final long session;
  private final long checkpoint;
  private final int first;
  private final int last;
  private final Map<Position, InFrame.Snapshot> arrived = new HashMap<>();
  private RuntimeException failure;
  private boolean closed;

  private record Position(int keyGroup, long offset) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Position that
          && keyGroup == that.keyGroup
          && offset == that.offset;
    }

    @Override
    public int hashCode() {
      return 31 * keyGroup + Long.hashCode(offset);
    }
  }

  /** Where the state goes to. */
  interface Sink {
    void begin(int keyGroup, long size) throws Exception;

    void write(InFrame.Snapshot chunk) throws Exception;

    void end() throws Exception;
  }

  SnapshotReader(OperatorLink link, long session, long checkpoint, int first, int last) {
    this.link = link;
    this.session = session;
    this.checkpoint = checkpoint;
    this.first = first;
    this.last = last;
  }

  /** Asks for the first chunk: from now on the process keeps the state whatever barriers follow. */
  void start() {
    request(first, 0);
  }

  /** Reads everything; at most two chunks are on their way or waiting. */
  void readInto(Sink sink) throws Exception {
    for (int keyGroup = first; keyGroup <= last; keyGroup++) {
      if (keyGroup < last) {
        request(keyGroup + 1, 0);
      }
      InFrame.Snapshot chunk = take(keyGroup, 0);
      long size = chunk.size();
      sink.begin(keyGroup, size);
      sink.write(chunk);
      for (long offset = chunk.chunk().capacity(); offset < size; offset += chunk.chunk().capacity()) {
        request(keyGroup, offset);
        chunk = take(keyGroup, offset);
        if (chunk.chunk().capacity() == 0) {
          throw new HoratioException("the state of key group " + keyGroup + " ends at " + offset + " of " + size);
        }
        sink.write(chunk);
      }
      sink.end();
    }
  }

  // Under the lock, so that nothing is asked for after RELEASE.
  private synchronized void request(int keyGroup, long offset) {
    checkGoing();
    link.send(Frames.snapshot(session, checkpoint, keyGroup, offset, CHUNK));
  }

  private synchronized InFrame.Snapshot take(int keyGroup, long offset) throws InterruptedException {
    Position position = new Position(keyGroup, offset);
    InFrame.Snapshot chunk = arrived.remove(position);
    while (chunk == null) {
      checkGoing();
      wait();
      chunk = arrived.remove(position);
    }
    return chunk;
  }

  private void checkGoing() {
    if (failure != null) {
      throw failure;
    }
    if (closed) {
      throw new CancellationException("checkpoint " + checkpoint + " was aborted");
    }
  }

  synchronized void offer(InFrame.Snapshot chunk) {
    arrived.put(new Position(chunk.keyGroup(), chunk.offset()), chunk);
    notifyAll();
  }

  synchronized void fail(HoratioException cause) {
    failure = new HoratioException(
        cause.code(), "checkpoint " + checkpoint + ": " + cause.getMessage(), cause.faults(), cause);
    notifyAll();
  }

  /** Frees the state in the process; who still reads is told. */
  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      link.send(Frames.release(session, checkpoint));
      arrived.clear();
      notifyAll();
    }
  }
}
