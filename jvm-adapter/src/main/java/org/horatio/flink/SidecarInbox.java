// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

/**
 * Where the link's thread meets the task thread: frames and credit come in, at most one mail is pending at a time, and
 * every wait of the task thread is woken by what it waits for or by a failure.
 */
final class SidecarInbox implements OperatorLink.Listener {
  private static final long MOST_WAIT_MILLIS = 10;

  private final SidecarHost<?> host;
  private final ConcurrentLinkedQueue<byte[]> frames = new ConcurrentLinkedQueue<>();
  private final AtomicLong credit = new AtomicLong();
  private final ConcurrentLinkedQueue<Long> underWay = new ConcurrentLinkedQueue<>(); // what each event frame has spent
  private long unplaced; // credit that has come back for a part of a frame; of the link's thread
  private final AtomicReference<HoratioException> failure = new AtomicReference<>();
  private final AtomicBoolean mailPending = new AtomicBoolean();
  private volatile SidecarHost.CoreTask mail;
  private final Map<Long, SnapshotReader> readers = new ConcurrentHashMap<>();
  private final Object arrival = new Object(); // what a blocked wait is woken by
  private volatile InFrame.RestoreDone restored;
  private volatile boolean blocked;
  private volatile boolean waiting;
  private volatile boolean closed;
  private boolean finished; // of the task thread alone

  SidecarInbox(SidecarHost<?> host) {
    this.host = host;
  }

  /** From now on this mail is posted for what arrives, and for what has arrived. */
  void start(SidecarHost.CoreTask onMail) {
    mail = onMail;
    requestMail();
  }

  @Override
  public void onFrame(int kind, byte[] frame) {
    frames.add(frame);
    requestMail();
    wakeBlocked();
  }

  @Override
  public void onCredit(long bytes) {
    credit.addAndGet(bytes);
    takeFromUnderWay(bytes);
    if (waiting) {
      requestMail();
    }
    wakeBlocked();
  }

  @Override
  public void onRoundTrip(long nanos) {
    host.roundTrip(nanos);
  }

  @Override
  public void onSnapshot(InFrame.Snapshot chunk) {
    SnapshotReader reader = readers.get(chunk.checkpoint());
    if (reader != null) {
      reader.offer(chunk);
    }
  }

  @Override
  public void onRestored(InFrame.RestoreDone answer) {
    restored = answer;
    wakeBlocked();
  }

  @Override
  public void onFailure(HoratioException cause) {
    if (!closed && failure.compareAndSet(null, cause)) {
      readers.values().forEach(reader -> reader.fail(cause));
      wakeBlocked();
      requestMail();
      host.failExternally(cause);
    }
  }

  /** Whether the session has failed because the process stands still. */
  boolean hasStalled() {
    return StalledException.isBehind(failure.get());
  }

  /** Waits until all is out. A barrier may still come, as the last mail of a closing task: no later wait needs mails. */
  void finish(BooleanSupplier isOut) throws InterruptedException {
    await(isOut);
    finished = true;
  }

  /** Nothing that comes later matters. */
  void close() {
    closed = true;
    HoratioException end = new HoratioException("the task has ended");
    readers.values().forEach(reader -> reader.fail(end));
  }

  /** From now on the reader is given its chunks, or the failure, until {@link #remove}. */
  void add(long checkpoint, SnapshotReader reader) {
    readers.put(checkpoint, reader);
    HoratioException cause = failure.get();
    if (cause != null) {
      reader.fail(cause);
    }
  }

  /** Any thread. */
  void remove(long checkpoint) {
    readers.remove(checkpoint);
  }

  SnapshotReader reader(long checkpoint) {
    return readers.get(checkpoint);
  }

  /** The answer to RESTORE_DONE, or null. */
  InFrame.RestoreDone restored() {
    return restored;
  }

  byte[] poll() {
    return frames.poll();
  }

  boolean hasFrames() {
    return !frames.isEmpty();
  }

  void grant(long bytes) {
    credit.addAndGet(bytes);
  }

  long credit() {
    return credit.get();
  }

  /** For one event frame, before it is sent. */
  void spend(long bytes) {
    credit.addAndGet(-bytes);
    underWay.add(bytes);
  }

  // Credit comes back in the order of the frames, for one or for several at once.
  private void takeFromUnderWay(long bytes) {
    unplaced += bytes;
    for (Long oldest = underWay.peek(); oldest != null && oldest <= unplaced; oldest = underWay.peek()) {
      unplaced -= oldest;
      underWay.remove();
    }
  }

  /** Event frames that the process has not taken over. Any thread. */
  int inFlightFrames() {
    return underWay.size();
  }

  /** The credit that they have spent. Any thread. */
  long inFlightBytes() {
    return underWay.stream().mapToLong(Long::longValue).sum();
  }

  /** Has the task thread look into the inbox. Any thread. */
  void requestMail() {
    SidecarHost.CoreTask task = mail;
    if (task != null && !closed && mailPending.compareAndSet(false, true)) {
      host.post(() -> {
        mailPending.set(false);
        checkFailure();
        if (!closed) {
          task.run();
        }
      });
    }
  }

  /** Runs mails until the condition holds; throws if the session has failed. Task thread. */
  void await(BooleanSupplier holds) throws InterruptedException {
    checkFailure();
    if (holds.getAsBoolean()) {
      return;
    }
    if (finished) {
      awaitArrival(holds);
      return;
    }
    boolean within = waiting; // a mail of another wait
    waiting = true;
    try {
      while (!holds.getAsBoolean()) {
        host.yieldOnce();
        checkFailure();
      }
    } finally {
      waiting = within;
    }
  }

  private void awaitArrival(BooleanSupplier holds) throws InterruptedException {
    blocked = true;
    for (runMail(); !holds.getAsBoolean(); runMail()) {
      synchronized (arrival) {
        arrival.wait(MOST_WAIT_MILLIS); // what came before `blocked` was seen has not woken it
      }
    }
    blocked = false;
  }

  private void runMail() throws InterruptedException {
    try {
      mail.run();
    } catch (InterruptedException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    checkFailure();
  }

  /** The same before the task runs mails: blocks. */
  void awaitBlocked(BooleanSupplier holds) throws InterruptedException {
    blocked = true;
    try {
      synchronized (arrival) {
        checkFailure();
        while (!holds.getAsBoolean()) {
          arrival.wait();
          checkFailure();
        }
      }
    } finally {
      blocked = false;
    }
  }

  private void wakeBlocked() {
    if (blocked) {
      synchronized (arrival) {
        arrival.notifyAll();
      }
    }
  }

  private void checkFailure() {
    HoratioException cause = failure.get();
    if (cause != null) {
      throw new HoratioException(cause.code(), cause.getMessage(), cause.faults(), cause);
    }
  }
}
