// SPDX-License-Identifier: Apache-2.0
package org.horatio.it;

import java.time.Duration;
import java.util.concurrent.Callable;

/** Waits for conditions, with a deadline that only a fault reaches. */
final class Await {
  private static final Duration DEADLINE = Duration.ofSeconds(60);
  private static final long STEP_MS = 20;

  private Await() {}

  static void until(String condition, Callable<Boolean> holds) throws Exception {
    long end = System.nanoTime() + DEADLINE.toNanos();
    while (!holds.call()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("did not come true in " + DEADLINE.toSeconds() + " s: " + condition);
      }
      Thread.sleep(STEP_MS);
    }
  }
}
