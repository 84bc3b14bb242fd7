// SPDX-License-Identifier: Apache-2.0
package org.horatio.it;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.tukaani.xz.XZInputStream;

/** Files of trades: the real ones, a small seeded stand-in of the same shape, and shuffled copies of either. */
final class Trades {
  private static final String HEADER = "ts_ms,symbol,price_e4,size,exchange,cond";
  private static final long START_MS = 1_381_204_800_000L;
  private static final String[] SYMBOLS = {"AIG", "BAC", "IBM", "SPY", "\"quoted, \"\"name\"\"\""};
  private static final int[] SIZES = {100, 100, 100, 200, 300, 5_000, 10_000, 25_000};
  private static final String[] EXCHANGES = {"Q", "P", "N", "Z", "", "\"\""};

  private record Row(long release, String text) {}

  private Trades() {}

  /** A seeded stand-in: ties, a quoted symbol, exchanges that are NULL or empty. */
  static void standIn(Path file, long seed, int rows) throws IOException {
    Random random = new Random(seed);
    long time = START_MS;
    List<String> lines = new ArrayList<>(List.of(HEADER));
    for (int i = 0; i < rows; i++) {
      time += random.nextInt(2) * random.nextInt(200);
      String symbol = SYMBOLS[random.nextInt(SYMBOLS.length)];
      int price = 100_000 + random.nextInt(3_000_000);
      int size = SIZES[random.nextInt(SIZES.length)];
      lines.add(String.join(",", time + "", symbol, price + "", size + "", EXCHANGES[random.nextInt(EXCHANGES.length)], "0"));
    }
    Files.write(file, lines);
  }

  /** The rows of {@code from}, each up to {@code boundMs} too late. */
  static void shuffle(Path from, Path to, int boundMs, long seed) throws IOException {
    Random random = new Random(seed);
    List<Row> rows = new ArrayList<>();
    try (BufferedReader in = reader(from);
        BufferedWriter out = Files.newBufferedWriter(to)) {
      out.write(in.readLine());
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        long time = Long.parseLong(line.substring(0, line.indexOf(',')));
        rows.add(new Row(time + random.nextInt(boundMs + 1), line));
      }
      Collections.shuffle(rows, random);
      rows.sort(Comparator.comparingLong(Row::release));
      for (Row row : rows) {
        out.write('\n');
        out.write(row.text());
      }
      out.write('\n');
    }
  }

  private static BufferedReader reader(Path file) throws IOException {
    var in = Files.newInputStream(file);
    return new BufferedReader(
        new InputStreamReader(
            file.toString().endsWith(".xz") ? new XZInputStream(in) : in, StandardCharsets.UTF_8));
  }
}
