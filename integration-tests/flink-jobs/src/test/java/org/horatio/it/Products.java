// SPDX-License-Identifier: Apache-2.0
package org.horatio.it;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.horatio.flink.HoratioOptions;

/** Where the built products and the data are. A test that needs what is not named is skipped; what is named must be there. */
final class Products {
  private Products() {}

  /** The native process, named by HORATIO_OPERATOR. */
  static Path operator() {
    return binary("HORATIO_OPERATOR");
  }

  /** The command line tool, named by HORATIO_CLI. */
  static Path cli() {
    return binary("HORATIO_CLI");
  }

  /** A file of real event data in the folder named by HORATIO_DATA. */
  static Path data(String name) {
    String folder = setting("HORATIO_DATA");
    assumeTrue(folder != null, "real data " + name + ": HORATIO_DATA is not set");
    Path file = Path.of(folder).resolve(name);
    assumeTrue(Files.exists(file), "real data: there is no " + name + " in HORATIO_DATA");
    return file;
  }

  /** A workload of the examples. */
  static Path workload(String name) {
    return Path.of(System.getProperty("horatio.examples")).resolve(name);
  }

  static HoratioOptions options() {
    return HoratioOptions.defaults().withOperatorBinary(operator()).withReplayDirectory(Path.of("target", "replay"));
  }

  private static Path binary(String variable) {
    String path = setting(variable);
    assumeTrue(path != null, variable + " is not set");
    assertTrue(Files.isExecutable(Path.of(path)), variable + "=" + path + " cannot be run");
    return Path.of(path);
  }

  private static String setting(String variable) {
    String value = System.getProperty(variable, System.getenv(variable));
    return value == null || value.isBlank() ? null : value;
  }
}
