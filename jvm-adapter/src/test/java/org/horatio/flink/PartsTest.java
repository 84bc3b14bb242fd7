// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;

/** Small parts, each on its own. */
class PartsTest {
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  @Test
  void anErrorCodeMeansRetryFailOrDropAndCount() {
    assertEquals(FailureKind.RETRY, FailureKind.ofHello(308));
    assertEquals(FailureKind.RETRY, FailureKind.ofHello(502));
    assertEquals(FailureKind.FAIL, FailureKind.ofHello(306));
    assertEquals(FailureKind.FAIL, FailureKind.ofHello(599));
    assertEquals(FailureKind.DROP_AND_COUNT, FailureKind.ofRejection(200));
    assertEquals(FailureKind.DROP_AND_COUNT, FailureKind.ofRejection(201));
    assertEquals(FailureKind.FAIL, FailureKind.ofRejection(202));
  }

  @Test
  void timeWithoutProgressCountsOnlyWhileThereIsWork() {
    ProgressWatch watch = new ProgressWatch(Duration.ofSeconds(5), 0);
    long nonce = watch.pingDue(SECOND);
    assertEquals(1, nonce);
    assertEquals(-1, watch.pingDue(3 * SECOND));
    watch.onPong(new InFrame.Pong(nonce, 9, 2));
    for (int i = 1; i < 20; i++) {
      assertFalse(watch.isStalled(i * SECOND));
    }
    watch.onPong(new InFrame.Pong(nonce, 9, 1));
    for (int i = 20; i < 25; i++) {
      assertFalse(watch.isStalled(i * SECOND));
    }
    assertTrue(watch.isStalled(25 * SECOND));
    watch.onPong(new InFrame.Pong(nonce, 10, 1));
    assertFalse(watch.isStalled(26 * SECOND));
  }

  @Test
  void aProcessThatDoesNotAnswerStandsStillAndAPauseOfTheJvmDoesNotCount() {
    ProgressWatch watch = new ProgressWatch(Duration.ofSeconds(5), 0);
    watch.pingDue(SECOND);
    assertFalse(watch.isStalled(1000 * SECOND));
    for (int i = 1; i <= 4; i++) {
      assertFalse(watch.isStalled((1000 + i) * SECOND));
    }
    assertTrue(watch.isStalled(1005 * SECOND));
    assertEquals("it does not answer", watch.describe());
  }

  @Test
  void tryTimesBeginAtAQuarterOfASecondAndStayBelowTwo() {
    assertEquals(250, ZmqHandshake.tryMillis(1));
    assertEquals(250, ZmqHandshake.tryMillis(4));
    assertEquals(500, ZmqHandshake.tryMillis(5));
    assertEquals(2000, ZmqHandshake.tryMillis(1000));
  }

  @Test
  void theReadyLineNamesBothPlanes() {
    ReadyLine ready = ReadyLine.parse(
        "{\"horatio_operator\":\"0.1.0\",\"pid\":7,\"data\":\"tcp://127.0.0.1:5001\",\"control\":\"127.0.0.1:5002\"}");
    assertEquals(new ReadyLine("tcp://127.0.0.1:5001", "127.0.0.1", 5002, "0.1.0"), ready);
    for (String bad : List.of("", "{}", "Segmentation fault", "{\"data\":\"tcp://127.0.0.1:1\",\"control\":\"x\"}")) {
      assertThrows(HoratioException.class, () -> ReadyLine.parse(bad));
    }
  }

  @Test
  void theLastFortyLinesOfStderrAreKeptAndTheLogIsLimited() {
    StderrTail tail = new StderrTail();
    List<String> logged = new ArrayList<>();
    for (int i = 1; i <= 200; i++) {
      tail.add("line " + i, 1000, logged::add);
    }
    assertEquals(50, logged.size());
    assertFalse(tail.text().contains("line 160\n"));
    assertTrue(tail.text().contains("line 161\n") && tail.text().endsWith("line 200"));
    tail.add("next", 2000, logged::add);
    assertEquals(List.of("(150 lines left out)", "next"), logged.subList(50, 52));
  }

  @Test
  void aLineWithoutEndIsCut() throws IOException {
    LineReader lines = new LineReader(
        new ByteArrayInputStream(("x".repeat(100_000) + "\nsecond").getBytes(StandardCharsets.US_ASCII)));
    assertEquals(16 << 10, lines.next().length());
    assertEquals("second", lines.next());
    assertEquals(null, lines.next());
  }

  @Test
  void aResultRowComesThroughItsSerialiser() throws IOException {
    TrendResult row = new TrendResult(
        "q1", -5L, 10L, new Object[] {"é", 7L, null, true, false, -0.0, new BigDecimal("1.50")},
        new Object[] {3L, new BigInteger("340282366920938463463374607431768211456"), null}, "OK");
    TrendResult endless = new TrendResult("q2", null, null, new Object[0], new Object[0], "OVERFLOW");
    for (TrendResult result : List.of(row, endless)) {
      DataOutputSerializer out = new DataOutputSerializer(16);
      TrendResultSerializer.INSTANCE.serialize(result, out);
      DataInputDeserializer in = new DataInputDeserializer(out.getCopyOfBuffer());
      assertEquals(result, TrendResultSerializer.INSTANCE.deserialize(in));
      assertEquals(0, in.available());
    }
  }

  @Test
  void optionsThatMakeNoSenseAreRefused() {
    HoratioOptions options = HoratioOptions.defaults();
    assertThrows(IllegalArgumentException.class, () -> options.withResultCredit(1));
    assertThrows(IllegalArgumentException.class, () -> options.withProgressTimeout(Duration.ZERO));
  }

  @Test
  void aStatusIsTheWorstOfTheCells() throws Exception {
    InFrame.Result frame = (InFrame.Result) FrameReader.read(GoldenResult.row("north", -1, 0, 10));
    TrendResult row = new ResultRows(frame, Workloads.trips().queries()).next();
    assertEquals(new BigInteger("18446744073709551615"), row.aggregate(0));
    assertEquals("OK", row.status());
  }
}
