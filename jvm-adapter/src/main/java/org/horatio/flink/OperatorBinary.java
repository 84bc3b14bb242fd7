// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Where the native executable is. */
final class OperatorBinary {
  static final String NAME = "horatio-operator";
  static final String PROPERTY = "horatio.operator";
  static final String VARIABLE = "HORATIO_OPERATOR";

  private OperatorBinary() {}

  /**
   * The option, else the system property, else the environment variable, else the PATH.
   *
   * @throws HoratioException naming the places that were looked at
   */
  static Path find(HoratioOptions options) {
    String named = options.operatorBinary();
    String from = "the option operatorBinary";
    if (named.isEmpty()) {
      named = System.getProperty(PROPERTY, "");
      from = "the system property " + PROPERTY;
    }
    if (named.isEmpty()) {
      named = orEmpty(System.getenv(VARIABLE));
      from = "the environment variable " + VARIABLE;
    }
    if (named.isEmpty()) {
      return onPath(orEmpty(System.getenv("PATH")));
    }
    Path binary = Path.of(named);
    if (!Files.isExecutable(binary) || Files.isDirectory(binary)) {
      throw new HoratioException(from + " names " + binary + ", which is no executable file on this machine");
    }
    return binary.toAbsolutePath();
  }

  private static Path onPath(String path) {
    List<String> folders = new ArrayList<>();
    for (String folder : path.split(File.pathSeparator)) {
      Path binary = Path.of(folder, NAME);
      if (Files.isExecutable(binary) && !Files.isDirectory(binary)) {
        return binary.toAbsolutePath();
      }
      folders.add(folder);
    }
    throw new HoratioException(
        NAME + " was not found in " + folders + ": name it by HoratioOptions.withOperatorBinary, the system property "
            + PROPERTY + " or the environment variable " + VARIABLE);
  }

  private static String orEmpty(String text) {
    return text == null ? "" : text;
  }
}
