// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.time.Duration;

/**
 * Judges whether the process stands still. Time counts only while it has work and does not wait for result credit, or
 * while a PING is unanswered; a pause of this JVM counts as one tick. One thread, no clock of its own.
 */
final class ProgressWatch {
  private static final long PING_EVERY = Duration.ofSeconds(1).toNanos();
  private static final long MOST_PER_TICK = Duration.ofSeconds(1).toNanos();
  private static final int WORKING = 1;

  private final long limit;
  private long lastTick;
  private long lastPing;
  private boolean answered = true;
  private boolean working;
  private long progress = -1;
  private long stalled;
  private long nonce;

  ProgressWatch(Duration limit, long now) {
    this.limit = limit.toNanos();
    this.lastTick = now;
    this.lastPing = now;
  }

  /** The nonce of a PING that is due, or -1. One PING is under way at a time. */
  long pingDue(long now) {
    if (!answered || now - lastPing < PING_EVERY) {
      return -1;
    }
    lastPing = now;
    answered = false;
    return ++nonce;
  }

  /** Gives the time since its PING, or -1 if it answers another one. */
  long onPong(InFrame.Pong pong, long now) {
    long roundTrip = pong.nonce() == nonce && !answered ? now - lastPing : -1;
    answered |= pong.nonce() == nonce;
    working = pong.state() == WORKING;
    if (!working || pong.progress() != progress) {
      stalled = 0;
    }
    progress = pong.progress();
    return roundTrip;
  }

  /** Whether the process has stood still for too long. Call it after what has arrived was read. */
  boolean isStalled(long now) {
    long passed = Math.min(now - lastTick, MOST_PER_TICK);
    lastTick = now;
    if (working || !answered) {
      stalled += passed;
    }
    return stalled > limit;
  }

  String describe() {
    return answered ? "its progress counter stands at " + progress : "it does not answer";
  }
}
