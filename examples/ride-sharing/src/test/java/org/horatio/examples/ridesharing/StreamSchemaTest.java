// SPDX-License-Identifier: Apache-2.0
package org.horatio.examples.ridesharing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class StreamSchemaTest {
  @Test
  void typesAndAttributesAreReadAsDeclared() {
    String workload =
        """
        -- TYPE Comment (x INT)
        stream s (
          TYPE A (a INT, "odd name" decimal(2), b STRING), /* TYPE B (y INT) */
          type C (d FLOAT)
        );
        QUERY type RETURN COUNT(*) PATTERN A;
        """;
    assertEquals(
        Map.of("A", Map.of("a", "INT", "odd name", "DECIMAL", "b", "STRING"), "C", Map.of("d", "FLOAT")),
        StreamSchema.of(workload).types());
  }

  @Test
  void theExampleDeclaresEveryTypeOfTheGenerator() throws IOException {
    assertEquals(
        Arrays.stream(RideType.values()).map(Enum::name).collect(Collectors.toSet()),
        new HashSet<>(StreamSchema.of(Files.readString(Path.of("ride-sharing.hql"))).types().keySet()));
  }

  @Test
  void aBrokenWorkloadEndsInsteadOfHanging() {
    for (String text : new String[] {"", "STREAM s (TYPE", "STREAM s (TYPE A (", "STREAM s (TYPE A (a", "TYPE ( ( ("}) {
      try {
        StreamSchema.of(text);
      } catch (IllegalArgumentException e) {
        // Allowed: there is nothing to read.
      }
    }
    assertThrows(IllegalArgumentException.class, () -> StreamSchema.of("QUERY q RETURN COUNT(*);"));
  }
}
