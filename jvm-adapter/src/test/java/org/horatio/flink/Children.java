// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;

/** The native processes that this JVM has started. */
final class Children {
  private static final long WAIT_MILLIS = 30_000;

  private Children() {}

  static List<ProcessHandle> alive() {
    return ProcessHandle.current().children()
        .filter(child -> child.info().command().orElse("").endsWith(OperatorBinary.NAME))
        .filter(ProcessHandle::isAlive)
        .toList();
  }

  static ProcessHandle awaitOne() throws InterruptedException {
    long end = System.currentTimeMillis() + WAIT_MILLIS;
    while (alive().isEmpty() && System.currentTimeMillis() < end) {
      Thread.sleep(20);
    }
    return alive().get(0);
  }

  static void awaitNone() throws InterruptedException {
    long end = System.currentTimeMillis() + WAIT_MILLIS;
    while (!alive().isEmpty() && System.currentTimeMillis() < end) {
      Thread.sleep(20);
    }
    assertEquals(List.of(), alive());
  }
}
