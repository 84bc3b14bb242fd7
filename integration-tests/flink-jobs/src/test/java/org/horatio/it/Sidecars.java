// SPDX-License-Identifier: Apache-2.0
package org.horatio.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/** The native processes that a JVM has launched, as the machine sees them. */
final class Sidecars {
  private static final String NAME = "horatio-operator";

  private Sidecars() {}

  static List<ProcessHandle> of(ProcessHandle jvm) {
    return jvm.descendants().filter(Sidecars::isSidecar).filter(ProcessHandle::isAlive).toList();
  }

  static List<ProcessHandle> ofThisJvm() {
    return of(ProcessHandle.current());
  }

  /** The only one of this JVM, once it is there. */
  static ProcessHandle awaitOne() throws Exception {
    Await.until("one process is running", () -> ofThisJvm().size() == 1);
    return ofThisJvm().get(0);
  }

  static void awaitNone() throws Exception {
    Await.until("no process is left", () -> ofThisJvm().isEmpty());
  }

  /** Sends a signal by its name: STOP, CONT, KILL. */
  static void signal(String name, long pid) throws IOException, InterruptedException {
    Process kill = new ProcessBuilder("sh", "-c", "kill -" + name + " " + pid).inheritIO().start();
    if (kill.waitFor() != 0) {
      throw new IOException("kill -" + name + " " + pid + " failed");
    }
  }

  /** Whether a process has ended; one that nobody has reaped yet counts as ended. */
  static boolean hasEnded(long pid) throws IOException {
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
      return stat.substring(stat.lastIndexOf(')') + 2).startsWith("Z");
    } catch (NoSuchFileException e) {
      return true;
    }
  }

  /** Resident memory in bytes. */
  static long residentBytes(long pid) throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc", Long.toString(pid), "status"))) {
      if (line.startsWith("VmRSS:")) {
        return Long.parseLong(line.replaceAll("\\D", "")) * 1024;
      }
    }
    throw new IOException("process " + pid + " has no resident memory");
  }

  private static boolean isSidecar(ProcessHandle process) {
    return process.info().command().map(command -> Path.of(command).getFileName().toString().equals(NAME)).orElse(false);
  }
}
