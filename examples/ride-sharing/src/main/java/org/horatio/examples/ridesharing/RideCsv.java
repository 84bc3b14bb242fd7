// SPDX-License-Identifier: Apache-2.0
package org.horatio.examples.ridesharing;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Writes the ride-sharing stream as a CSV file, so that {@code horatio run} reads the very events of the Flink job. */
public final class RideCsv {
  private static final List<String> HEADER =
      List.of("ts", "type", "district", "driver", "rider", "kind", "speed", "duration", "price");

  private RideCsv() {}

  public static void write(Path file, long seed, long events, int outOfOrderMs) throws IOException {
    RideSharingFunction stream = new RideSharingFunction(seed, outOfOrderMs);
    try (Writer out = Files.newBufferedWriter(file)) {
      out.write(CsvText.record(HEADER));
      out.write('\n');
      for (long i = 0; i < events; i++) {
        out.write(CsvText.record(fields(stream.map(i))));
        out.write('\n');
      }
    }
  }

  static List<Object> fields(RideEvent e) {
    return Arrays.asList(e.ts, e.type, e.district, e.driver, e.rider, e.kind, e.speed, e.duration, e.price);
  }
}
