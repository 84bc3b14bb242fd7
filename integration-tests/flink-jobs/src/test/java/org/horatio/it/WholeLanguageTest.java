// SPDX-License-Identifier: Apache-2.0
package org.horatio.it;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.horatio.examples.ridesharing.CsvSource;
import org.horatio.examples.ridesharing.LocalFlink;
import org.horatio.examples.ridesharing.RideSharingJob;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Negation, neighbours, every aggregate, large numbers and windows of events give a job the rows of {@code horatio run}. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class WholeLanguageTest {
  private static final int OUT_OF_ORDER_MS = 500;

  private static final String WORKLOAD =
      """
      STREAM payments (
        TYPE Login (account STRING, amount DECIMAL(2), rate FLOAT),
        TYPE Pay (account STRING, amount DECIMAL(2), rate FLOAT),
        TYPE Block (account STRING)
      );
      QUERY rising
      RETURN COUNT(*), COUNT(P), SUM(P.amount), AVG(P.rate), MIN(P.amount), MAX(P.rate)
      PATTERN SEQ(Login L, NOT Block B, Pay+ P)
      WHERE P.amount < NEXT(P).amount AND P.rate > 0.1
      GROUP BY account WITHIN 2 SECONDS SLIDE 1 SECOND;
      QUERY unblocked
      RETURN COUNT(*) PATTERN SEQ(Pay P, NOT Block B FOR 900 MILLISECONDS)
      GROUP BY account WITHIN 2 SECONDS EMIT EMPTY WINDOWS;
      QUERY large
      RETURN COUNT(*), SUM(P.amount), AVG(P.rate) PATTERN Pay+ P
      GROUP BY account WITHIN 20 SECONDS SLIDE 10 SECONDS HAVING COUNT(P) > 3;
      QUERY numbered
      RETURN COUNT(*), SUM(P.amount), AVG(P.amount) PATTERN SEQ(Login L, Pay+ P, NOT Block B)
      GROUP BY account WITHIN 12 EVENTS SLIDE 5 EMIT EMPTY WINDOWS;
      QUERY next
      RETURN COUNT(*) PATTERN SEQ(Login, Pay) OR SEQ(Block, Pay Q)
      GROUP BY account WITHIN 2 SECONDS MATCH NEXT NUMBERS U64;
      """;

  @TempDir Path folder;

  @AfterEach
  void noProcessIsLeft() throws Exception {
    Sidecars.awaitNone();
  }

  @Test
  void aJobGivesTheRowsOfTheCli() throws Exception {
    Path workload = Files.writeString(folder.resolve("payments.hql"), WORKLOAD);
    Path ordered = folder.resolve("ordered.csv");
    Path shuffled = folder.resolve("shuffled.csv");
    writePayments(ordered, 11, 6_000);
    Trades.shuffle(ordered, shuffled, OUT_OF_ORDER_MS, 12);

    StreamExecutionEnvironment env = LocalFlink.environment(2);
    var streams =
        RideSharingJob.ofCsv(
            env, new CsvSource(shuffled, "ts"), "type", List.of("account"), workload, Products.options(), OUT_OF_ORDER_MS);
    List<String> rows = Job.lines(env, streams);

    Lines.assertSame(sorted(Cli.run(workload, ordered)), sorted(rows), 500);
    assertTrue(rows.stream().anyMatch(row -> row.matches("large,.*,\\d{21,},.*")), "no count is beyond 64 bits");
    assertTrue(rows.stream().anyMatch(row -> row.startsWith("numbered,0,12,")), "no window of events");
    assertTrue(rows.stream().anyMatch(row -> row.matches("numbered,\\d+,\\d+,\\w+,0,.*")), "no window is empty");
  }

  /** Times differ, so that windows of events do not depend on the order of arrival. */
  private static void writePayments(Path file, long seed, int rows) throws IOException {
    Random random = new Random(seed);
    String[] types = {"Login", "Pay", "Pay", "Pay", "Block"};
    List<String> lines = new ArrayList<>(List.of("ts,type,account,amount,rate"));
    for (int i = 0; i < rows; i++) {
      String type = types[random.nextInt(types.length)];
      String amount = random.nextInt(10) == 0 ? "" : random.nextInt(2_000) - 500 + "." + (10 + random.nextInt(90));
      String rate = random.nextInt(10) == 0 ? "" : random.nextInt(1_000) / 1_000.0 + "";
      lines.add(String.join(",", 20 * i + random.nextInt(20) + "", type, "account" + random.nextInt(8), amount, rate));
    }
    Files.write(file, lines);
  }

  // Windows of events leave the tool when they are complete; the job's rows do not tell when that was.
  private static List<String> sorted(List<String> lines) {
    return lines.stream().sorted().toList();
  }
}
