// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.util.ArrayDeque;
import java.util.function.Consumer;

/** The last lines that a process wrote to stderr, and a rate limit for passing them on to a log. Thread-safe. */
final class StderrTail {
  private static final int MOST_LINES = 40;
  private static final int MOST_LOGGED_PER_SECOND = 50;

  private final ArrayDeque<String> lines = new ArrayDeque<>();
  private long second = Long.MIN_VALUE;
  private int logged;
  private long suppressed;

  /** Keeps the line; gives it to the log if the rate allows. */
  synchronized void add(String line, long nowMillis, Consumer<String> log) {
    if (lines.size() == MOST_LINES) {
      lines.removeFirst();
    }
    lines.addLast(line);
    long now = Math.floorDiv(nowMillis, 1000);
    if (now != second) {
      second = now;
      logged = 0;
    }
    if (logged++ >= MOST_LOGGED_PER_SECOND) {
      suppressed++;
      return;
    }
    if (suppressed > 0) {
      log.accept("(" + suppressed + " lines left out)");
      suppressed = 0;
    }
    log.accept(line);
  }

  /** The lines for an exception's message. */
  synchronized String text() {
    return lines.isEmpty() ? "It wrote nothing to stderr." : "Its last stderr lines:\n  " + String.join("\n  ", lines);
  }
}
