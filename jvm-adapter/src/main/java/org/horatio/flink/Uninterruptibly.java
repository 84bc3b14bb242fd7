// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Bounded waits that end what they began although Flink interrupts the task thread; the interrupt is kept. */
final class Uninterruptibly {
  private Uninterruptibly() {}

  private interface Wait<R> {
    R forNanos(long nanos) throws InterruptedException;
  }

  /** The value, or null if it is not there in time or failed. */
  static <R> R get(CompletableFuture<R> future, Duration most) {
    return bounded(most, nanos -> {
      try {
        return future.get(nanos, TimeUnit.NANOSECONDS);
      } catch (TimeoutException | ExecutionException e) {
        return null;
      }
    });
  }

  static void join(Thread thread, Duration most) {
    bounded(most, nanos -> {
      TimeUnit.NANOSECONDS.timedJoin(thread, nanos);
      return null;
    });
  }

  private static <R> R bounded(Duration most, Wait<R> wait) {
    long end = System.nanoTime() + most.toNanos();
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return wait.forNanos(Math.max(1, end - System.nanoTime()));
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
