// SPDX-License-Identifier: Apache-2.0
package org.horatio.it;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs {@code horatio run}, whose rows a job has to give. */
final class Cli {
  private Cli() {}

  /** The lines of the CSV that it prints. */
  static List<String> run(Path workload, Path input, String... options) throws IOException, InterruptedException {
    Path output = Files.createTempFile("horatio-rows", ".csv");
    Path errors = Files.createTempFile("horatio-errors", ".txt");
    try {
      List<String> command = new ArrayList<>(List.of(Products.cli().toString(), "run"));
      command.addAll(List.of("--workload", workload.toString(), "--input", input.toString()));
      command.addAll(List.of("--output", output.toString(), "--format", "csv"));
      command.addAll(List.of(options));
      Process process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
      process.getOutputStream().close();
      assertEquals(0, process.waitFor(), () -> command + " failed: " + text(errors));
      return Files.readAllLines(output);
    } finally {
      Files.delete(output);
      Files.delete(errors);
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }
}
