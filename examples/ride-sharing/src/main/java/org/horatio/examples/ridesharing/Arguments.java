// SPDX-License-Identifier: Apache-2.0
package org.horatio.examples.ridesharing;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** {@code --name value} pairs of a command line. */
final class Arguments {
  private final Map<String, String> values = new HashMap<>();

  Arguments(String[] arguments, Set<String> known) {
    for (int i = 0; i < arguments.length; i += 2) {
      if (!known.contains(arguments[i])) {
        throw new IllegalArgumentException("unknown option " + arguments[i]);
      }
      if (i + 1 == arguments.length) {
        throw new IllegalArgumentException(arguments[i] + " needs a value");
      }
      values.put(arguments[i], arguments[i + 1]);
    }
  }

  boolean has(String name) {
    return values.containsKey(name);
  }

  String text(String name, String otherwise) {
    return values.getOrDefault(name, otherwise);
  }

  long number(String name, long otherwise, long least) {
    String text = values.get(name);
    try {
      long value = text == null ? otherwise : Long.parseLong(text);
      if (value >= least) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Reported below, like a number that is too small.
    }
    throw new IllegalArgumentException(name + " " + text + ": needs a number of at least " + least);
  }

  /** "a,b" as its parts. */
  List<String> list(String name) {
    String text = values.getOrDefault(name, "");
    return text.isEmpty() ? List.of() : List.of(text.split(","));
  }
}
