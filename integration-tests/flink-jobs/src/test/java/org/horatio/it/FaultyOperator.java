// SPDX-License-Identifier: Apache-2.0
package org.horatio.it;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.horatio.flink.HoratioOptions;

/** The process with faults at places of its conversation with the JVM, one in each start: faulty_operator.py. */
record FaultyOperator(Path faults) {
  static FaultyOperator in(Path folder) throws IOException {
    return new FaultyOperator(Files.createDirectory(folder.resolve("faults")));
  }

  HoratioOptions options() {
    return HoratioOptions.defaults()
        .withOperatorBinary(Path.of("faulty_operator.py").toAbsolutePath())
        .withOperatorArguments("--operator=" + Products.operator(), "--faults=" + faults);
  }

  /** From now on the processes that start have these faults, in turn. */
  void arm(List<String> all) throws IOException {
    for (int i = 0; i < all.size(); i++) {
      Path written = Files.writeString(faults.resolve("taken-new"), all.get(i));
      Files.move(written, faults.resolve(String.format("%03d", i)));
    }
  }

  /** The faults that have not happened. */
  List<String> left() throws IOException {
    try (Stream<Path> files = Files.list(faults)) {
      return files.filter(file -> !file.getFileName().toString().startsWith("done-")).map(FaultyOperator::read).toList();
    }
  }

  private static String read(Path fault) {
    try {
      return Files.readString(fault);
    } catch (IOException e) {
      return "none: " + e;
    }
  }

  void assertAllHappened() throws IOException {
    assertEquals(List.of(), left());
  }
}
