// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

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
  private final SidecarHost<?> host;
  private final ConcurrentLinkedQueue<byte[]> frames = new ConcurrentLinkedQueue<>();
  private final AtomicLong credit = new AtomicLong();
  private final AtomicReference<HoratioException> failure = new AtomicReference<>();
  private final AtomicBoolean mailPending = new AtomicBoolean();
  private volatile SidecarHost.CoreTask mail;
  private volatile boolean waiting;
  private volatile boolean closed;

  SidecarInbox(SidecarHost<?> host) {
    this.host = host;
  }

  /** From now on the mail is posted for what arrives, and for what has arrived. */
  void start(long eventCredit, SidecarHost.CoreTask onMail) {
    credit.addAndGet(eventCredit);
    mail = onMail;
    requestMail();
  }

  @Override
  public void onFrame(int kind, byte[] frame) {
    frames.add(frame);
    requestMail();
  }

  @Override
  public void onCredit(long bytes) {
    credit.addAndGet(bytes);
    if (waiting) {
      requestMail();
    }
  }

  @Override
  public void onFailure(HoratioException cause) {
    if (!closed && failure.compareAndSet(null, cause)) {
      requestMail();
      host.failExternally(cause);
    }
  }

  /** Nothing that comes later matters. */
  void close() {
    closed = true;
  }

  byte[] poll() {
    return frames.poll();
  }

  boolean hasFrames() {
    return !frames.isEmpty();
  }

  long credit() {
    return credit.get();
  }

  void spend(long bytes) {
    credit.addAndGet(-bytes);
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
    waiting = true;
    try {
      while (!holds.getAsBoolean()) {
        host.yieldOnce();
        checkFailure();
      }
    } finally {
      waiting = false;
    }
  }

  private void checkFailure() {
    HoratioException cause = failure.get();
    if (cause != null) {
      throw new HoratioException(cause.code(), cause.getMessage(), cause.faults(), cause);
    }
  }
}
