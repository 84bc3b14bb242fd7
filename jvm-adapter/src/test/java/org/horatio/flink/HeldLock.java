// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A JVM that holds the lock of a file until its stdin ends. */
final class HeldLock {
  private HeldLock() {}

  public static void main(String[] args) throws Exception {
    try (FileChannel channel = FileChannel.open(Path.of(args[0]), StandardOpenOption.WRITE)) {
      channel.lock();
      System.out.println("locked");
      System.in.read();
    }
  }
}
