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
  private static final String NUMERIC = "((?:\\d{1,3}\\.){3}\\d{1,3}):(\\d{1,5})";
  private static final Pattern DATA = Pattern.compile("tcp://" + NUMERIC);
  private static final Pattern CONTROL = Pattern.compile(NUMERIC);

  /** @throws HoratioException if the line does not name both planes */
  static ReadyLine parse(String line) {
    try {
      if (line.startsWith("{")) {
        return of(field(line, "data"), field(line, "control"), field(line, "horatio_operator"));
      }
    } catch (IllegalArgumentException e) {
      throw new HoratioException("horatio-operator did not say where it listens; it said: " + line, e);
    }
    throw new HoratioException("horatio-operator did not say where it listens; it said: " + line);
  }

  /** @throws IllegalArgumentException if one is no numeric address with a port */
  static ReadyLine of(String data, String control, String version) {
    Matcher controlAddress = CONTROL.matcher(control);
    if (!DATA.matcher(data).matches() || !controlAddress.matches()) {
      throw new IllegalArgumentException("not the addresses of two planes: " + data + " and " + control);
    }
    return new ReadyLine(data, controlAddress.group(1), Integer.parseInt(controlAddress.group(2)), version);
  }

  // The line is one flat object of strings without escapes, and of numbers.
  private static String field(String line, String name) {
    Matcher value = Pattern.compile("\"" + name + "\"\\s*:\\s*\"([^\"\\\\]*)\"").matcher(line);
    return value.find() ? value.group(1) : "";
  }
}
