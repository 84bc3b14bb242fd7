// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The native executable: one that is installed, or the one in the jar.
 *
 * @param installed where it is; null: in the jar
 * @param directory where copies of the one in the jar are made; null: it is not that one
 */
record OperatorBinary(Path installed, Path directory) {
  static final String NAME = "horatio-operator";
  static final String PROPERTY = "horatio.operator";
  static final String VARIABLE = "HORATIO_OPERATOR";
  static final String DIRECTORY_VARIABLE = "HORATIO_OPERATOR_DIRECTORY";

  static OperatorBinary installed(Path path) {
    return new OperatorBinary(path.toAbsolutePath(), null);
  }

  /**
   * The option, else the system property, else the environment variable, else the one in the jar, else the PATH.
   *
   * @param temporary where this machine keeps what does not last
   * @throws HoratioException naming the places that were looked at
   */
  static OperatorBinary find(HoratioOptions options, Path temporary) {
    return find(options, temporary, BundledBinary.isThere());
  }

  static OperatorBinary find(HoratioOptions options, Path temporary, boolean bundled) {
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
      return bundled ? new OperatorBinary(null, directory(options, temporary)) : onPath(orEmpty(System.getenv("PATH")));
    }
    Path binary = Path.of(named);
    if (!Files.isExecutable(binary) || Files.isDirectory(binary)) {
      throw new HoratioException(from + " names " + binary + ", which is no executable file on this machine");
    }
    return installed(binary);
  }

  private static Path directory(HoratioOptions options, Path temporary) {
    String named = options.operatorDirectory();
    if (named.isEmpty()) {
      named = orEmpty(System.getenv(DIRECTORY_VARIABLE));
    }
    return (named.isEmpty() ? temporary : Path.of(named)).toAbsolutePath();
  }

  private static OperatorBinary onPath(String path) {
    List<String> folders = new ArrayList<>();
    for (String folder : path.split(File.pathSeparator)) {
      Path binary = Path.of(folder, NAME);
      if (Files.isExecutable(binary) && !Files.isDirectory(binary)) {
        return installed(binary);
      }
      folders.add(folder);
    }
    throw new HoratioException(
        NAME + " is not in the adapter's jar for " + BundledBinary.PLATFORM + " and was not found in " + folders
            + ": name it by HoratioOptions.withOperatorBinary, the system property " + PROPERTY
            + " or the environment variable " + VARIABLE);
  }

  private static String orEmpty(String text) {
    return text == null ? "" : text;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof OperatorBinary that
        && Objects.equals(installed, that.installed)
        && Objects.equals(directory, that.directory);
  }

  @Override
  public int hashCode() {
    return Objects.hash(installed, directory);
  }
}
