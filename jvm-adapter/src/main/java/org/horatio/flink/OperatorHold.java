// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** A subtask's hold on a process, launched or running by itself; released once. */
interface OperatorHold {
  /** Where the process listens, once it is ready. */
  ReadyLine awaitReady(Duration deadline) throws InterruptedException;

  /** What tells the process from others of its machine, once it is ready: its id, or its port. */
  String name();

  /** What it was launched with; nothing of one that is not ours. */
  List<String> arguments();

  /** What callers of both planes show. */
  String token();

  /** Called, on any thread, with the reason when the process has ended; never for one that is not ours to watch. */
  void whenEnded(Consumer<String> listener);

  /** How the process ended, or null if that is not known after the wait. */
  String endWithin(Duration wait);

  /** A launched process that has stalled is killed by its last user: asking it would only let the end wait. */
  void release(boolean stalled);

  default void release() {
    release(false);
  }
}
