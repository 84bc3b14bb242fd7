// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a process says in one JSON line when it is ready.
 *
 * @param data endpoint of the data plane, {@code tcp://127.0.0.1:PORT}
 * @param controlHost numeric address of the control plane
 */
record ReadyLine(String data, String controlHost, int controlPort, String version) {
  private static final Pattern ADDRESS = Pattern.compile("(?:tcp://)?\\[?([0-9A-Fa-f.:]+?)\\]?:(\\d{1,5})");

  /** @throws HoratioException if the line does not name both planes */
  static ReadyLine parse(String line) {
    Matcher data = ADDRESS.matcher(field(line, "data"));
    Matcher control = ADDRESS.matcher(field(line, "control"));
    if (!line.startsWith("{") || !data.matches() || !control.matches()) {
      throw new HoratioException("horatio-operator did not say where it listens; it said: " + line);
    }
    String endpoint = "tcp://" + data.group(1) + ":" + data.group(2);
    return new ReadyLine(endpoint, control.group(1), Integer.parseInt(control.group(2)), field(line, "horatio_operator"));
  }

  // The line is one flat object of strings without escapes, and of numbers.
  private static String field(String line, String name) {
    Matcher value = Pattern.compile("\"" + name + "\"\\s*:\\s*\"([^\"\\\\]*)\"").matcher(line);
    return value.find() ? value.group(1) : "";
  }
}
