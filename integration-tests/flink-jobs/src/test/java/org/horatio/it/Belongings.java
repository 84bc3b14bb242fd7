// SPDX-License-Identifier: Apache-2.0
package org.horatio.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What this JVM has of the machine: children, open files and sockets, Horatio's threads, and files in its folder for such. */
record Belongings(long children, Map<String, Long> descriptors, List<String> threads, List<String> files) {
  static Belongings now(Path temporary) throws IOException {
    return new Belongings(
        ProcessHandle.current().descendants().count(), openDescriptors(), horatioThreads(), files(temporary));
  }

  // By kind: "socket", "pipe", "anon_inode:[eventpoll]", and files by their paths.
  private static Map<String, Long> openDescriptors() throws IOException {
    Map<String, Long> counts = new TreeMap<>();
    try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
      descriptors.forEach(one -> {
        String kind = target(one).replaceAll(":\\[\\d+]$", "");
        if (!kind.isEmpty() && !kind.endsWith(".jar") && !kind.startsWith("/proc/")) {
          counts.merge(kind, 1L, Long::sum);
        }
      });
    }
    return counts;
  }

  private static String target(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString();
    } catch (IOException e) {
      return ""; // closed meanwhile
    }
  }

  private static List<String> horatioThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith("horatio-") || name.contains("reaper-") || name.contains("iothread-"))
        .sorted()
        .toList();
  }

  private static List<String> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).filter(name -> name.startsWith("horatio")).sorted().toList();
    }
  }

  /** Whether nothing has been added since. */
  boolean isAtMost(Belongings before) {
    return children <= before.children && threads.size() <= before.threads.size() && before.files.containsAll(files)
        && descriptors.entrySet().stream()
            .allMatch(one -> one.getValue() <= before.descriptors.getOrDefault(one.getKey(), 0L));
  }
}
