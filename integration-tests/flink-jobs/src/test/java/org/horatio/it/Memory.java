// SPDX-License-Identifier: Apache-2.0
package org.horatio.it;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;

/** Bytes that a process and this JVM hold; of the JVM what is left after a collection, and direct buffers. */
record Memory(long process, long heap, long direct) {
  private static final long MIB = 1 << 20;

  static Memory now(long pid) throws IOException {
    System.gc();
    long heap = Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    long direct =
        ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
            .mapToLong(BufferPoolMXBean::getMemoryUsed)
            .sum();
    return new Memory(Sidecars.residentBytes(pid), heap, direct);
  }

  void assertWithin(long processMiB, long heapMiB, long directMiB) {
    assertTrue(process <= processMiB * MIB, () -> "the process: " + this);
    assertTrue(heap <= heapMiB * MIB, () -> "the JVM's heap: " + this);
    assertTrue(direct <= directMiB * MIB, () -> "the JVM's direct buffers: " + this);
  }

  void assertNotAbove(Memory before, long byMiB) {
    assertTrue(process <= before.process + byMiB * MIB, () -> "the process: " + before + " to " + this);
    assertTrue(heap <= before.heap + byMiB * MIB, () -> "the JVM's heap: " + before + " to " + this);
    assertTrue(direct <= before.direct + byMiB * MIB, () -> "the JVM's direct buffers: " + before + " to " + this);
  }

  @Override
  public String toString() {
    return process / MIB + " MiB of the process, " + heap / MIB + " MiB of heap and " + direct / MIB + " MiB of direct buffers";
  }
}
