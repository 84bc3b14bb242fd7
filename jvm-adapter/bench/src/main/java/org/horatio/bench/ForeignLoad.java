// SPDX-License-Identifier: Apache-2.0
package org.horatio.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** How many cores others used since {@link #begin()}: what the machine was busy with, less this JVM and its processes. */
final class ForeignLoad {
  private static final double TICKS_A_SECOND = 100;

  private final long busy = machineTicks();
  private final long own = ownTicks();
  private final long began = System.nanoTime();

  private ForeignLoad() {}

  static ForeignLoad begin() {
    return new ForeignLoad();
  }

  double cores() {
    double ticks = (machineTicks() - busy) - (ownTicks() - own);
    return Math.max(0, ticks / TICKS_A_SECOND / ((System.nanoTime() - began) / 1e9));
  }

  /** user, nice, system, irq, softirq and steal of all cores. */
  private static long machineTicks() {
    String[] fields = read(Path.of("/proc/stat")).lines().findFirst().orElseThrow().split("\\s+");
    return IntStream.of(1, 2, 3, 6, 7, 8).mapToLong(i -> Long.parseLong(fields[i])).sum();
  }

  private static long ownTicks() {
    LongStream children = ProcessHandle.current().descendants().mapToLong(child -> ticks(child.pid(), 13, 14));
    return ticks(ProcessHandle.current().pid(), 13, 14, 15, 16) + children.sum();
  }

  /** Fields of /proc/PID/stat, counted from 0; 0 where the process has just ended: its parent has them then. */
  private static long ticks(long pid, int... fields) {
    String stat = read(Path.of("/proc/" + pid + "/stat"));
    String[] behindName = stat.substring(stat.lastIndexOf(')') + 1).trim().split(" ");
    return stat.isEmpty() ? 0 : IntStream.of(fields).mapToLong(i -> Long.parseLong(behindName[i - 2])).sum();
  }

  /** The most memory that a process had, in bytes. */
  static long peakBytes(long pid) {
    try (Stream<String> lines = read(Path.of("/proc/" + pid + "/status")).lines()) {
      return lines
          .filter(line -> line.startsWith("VmHWM:"))
          .mapToLong(line -> 1024 * Long.parseLong(line.replaceAll("\\D", "")))
          .findFirst()
          .orElse(0);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return "";
    }
  }
}
