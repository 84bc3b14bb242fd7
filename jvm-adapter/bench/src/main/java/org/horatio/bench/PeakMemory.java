// SPDX-License-Identifier: Apache-2.0
package org.horatio.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.stream.Stream;

/** The most that the JVM's heap held and that the native process had resident, looked at ten times a second. */
final class PeakMemory implements AutoCloseable {
  private final Thread watch = new Thread(this::watch, "peak-memory");
  private volatile boolean open = true;
  private volatile long processBytes;

  PeakMemory() {
    heapPools().forEach(MemoryPoolMXBean::resetPeakUsage);
    watch.setDaemon(true);
    watch.start();
  }

  private void watch() {
    while (open) {
      long now = ProcessHandle.current().descendants().mapToLong(child -> ForeignLoad.peakBytes(child.pid())).sum();
      processBytes = Math.max(processBytes, now);
      try {
        Thread.sleep(100);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  long processBytes() {
    return processBytes;
  }

  long heapBytes() {
    return heapPools().mapToLong(pool -> pool.getPeakUsage().getUsed()).sum();
  }

  private static Stream<MemoryPoolMXBean> heapPools() {
    return ManagementFactory.getMemoryPoolMXBeans().stream().filter(pool -> pool.getType() == MemoryType.HEAP);
  }

  @Override
  public void close() {
    open = false;
    watch.interrupt();
  }
}
