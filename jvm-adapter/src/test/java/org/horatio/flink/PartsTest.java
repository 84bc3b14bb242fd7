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
import java.util.Collections;
import java.util.List;
import org.apache.flink.api.common.functions.util.ListCollector;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.types.Row;
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
    assertEquals(2 * SECOND, watch.onPong(new InFrame.Pong(nonce, 9, 2), 3 * SECOND));
    for (int i = 1; i < 20; i++) {
      assertFalse(watch.isStalled(i * SECOND));
    }
    assertEquals(-1, watch.onPong(new InFrame.Pong(nonce, 9, 1), 19 * SECOND), "a second answer");
    for (int i = 20; i < 25; i++) {
      assertFalse(watch.isStalled(i * SECOND));
    }
    assertTrue(watch.isStalled(25 * SECOND));
    watch.onPong(new InFrame.Pong(nonce, 10, 1), 25 * SECOND);
    assertFalse(watch.isStalled(26 * SECOND));
  }

  @Test
  void framesAreInFlightUntilTheirCreditComesBack() {
    SidecarInbox inbox = new SidecarInbox(new FakeHost());
    inbox.grant(10_000);
    assertEquals(0, inbox.inFlightFrames());
    inbox.spend(1_024);
    inbox.spend(5_000);
    inbox.spend(2_000);
    assertEquals(3, inbox.inFlightFrames());
    assertEquals(8_024, inbox.inFlightBytes());
    inbox.onCredit(1_024);
    assertEquals(2, inbox.inFlightFrames());
    inbox.onCredit(7_000);
    assertEquals(0, inbox.inFlightFrames());
    assertEquals(0, inbox.inFlightBytes());
    assertEquals(10_000, inbox.credit());
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
        "q1", -5L, 10L, false, new Object[] {"é", 7L, null, true, false, -0.0, new BigDecimal("1.50")},
        new Object[] {3L, new BigInteger("340282366920938463463374607431768211456"), null},
        statuses(AggregateStatus.OK, AggregateStatus.OK, AggregateStatus.OVERFLOW), "OVERFLOW");
    TrendResult endless = new TrendResult(
        "q2", null, null, true, new Object[0], new Object[] {2.5, new BigDecimal("1.2345678901234567e+400")},
        statuses(AggregateStatus.approx(0.5, null), AggregateStatus.approx(0, "1.2e+385")), "APPROX(1.2e+385)");
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
    assertFalse(row.isWindowOfEvents());
  }

  private static AggregateStatus[] statuses(AggregateStatus... statuses) {
    return statuses;
  }

  private static TrendResult of(Object aggregate, AggregateStatus status) {
    return new TrendResult(
        "q", 0L, 9L, false, new Object[0], new Object[] {aggregate}, statuses(status), status.toString());
  }

  @Test
  void anExactNumberOfAnySizeIsWhole() {
    TrendResult small = of(7L, AggregateStatus.OK);
    assertEquals(BigInteger.valueOf(7), small.exactInteger(0));
    assertEquals(new BigDecimal("7"), small.decimal(0));
    assertEquals("7", small.text(0));
    TrendResult big = of(BigInteger.TWO.pow(5300).negate(), AggregateStatus.OK);
    assertEquals(BigInteger.TWO.pow(5300).negate(), big.exactInteger(0));
    assertEquals(BigInteger.TWO.pow(5300).negate().toString(), big.text(0));
    assertEquals(Double.NEGATIVE_INFINITY, big.nearestDouble(0));
    TrendResult sum = of(new BigDecimal("1267650600228229401496703205.30"), AggregateStatus.OK);
    assertEquals("1267650600228229401496703205.30", sum.text(0));
    assertThrows(ArithmeticException.class, () -> sum.exactInteger(0));
    assertThrows(ArithmeticException.class, () -> of(2.0, AggregateStatus.OK).exactInteger(0));
    TrendResult none = of(null, AggregateStatus.OVERFLOW);
    assertEquals(null, none.exactInteger(0));
    assertEquals(null, none.decimal(0));
    assertEquals(null, none.nearestDouble(0));
    assertEquals("", none.text(0));
  }

  @Test
  void numbersAreWrittenAsTheToolWritesThem() {
    AggregateStatus approx = AggregateStatus.approx(1.2e-3, null);
    assertEquals("APPROX(1.2e-3)", approx.toString());
    assertEquals("0.0000000000000000e+0", of(-0.0, approx).text(0));
    assertEquals("-2.5000000000000000e+0", of(-2.5, approx).text(0));
    assertEquals("1.0000000000000001e-1", of(0.1, approx).text(0));
    assertEquals("4.9406564584124654e-324", of(Double.MIN_VALUE, approx).text(0));
    assertEquals("7.0000000000000000e+0", of(7L, approx).text(0));
    TrendResult far = of(new BigDecimal("-1.2345678901234500e+400"), AggregateStatus.approx(0, "1.2e+385"));
    assertEquals("-1.2345678901234500e+400", far.text(0));
    assertEquals(Double.NEGATIVE_INFINITY, far.nearestDouble(0));
    assertEquals("APPROX(1.2e+385)", far.aggregateStatus(0).toString());
    assertEquals(Double.POSITIVE_INFINITY, far.aggregateStatus(0).bound());
    assertEquals("2.3333333333333335", of(28.0 / 12, AggregateStatus.OK).text(0));
    assertEquals("0.10000000000000001", of(0.1, AggregateStatus.OK).text(0));
    assertEquals("1.0000000000000001e-05", of(1e-5, AggregateStatus.OK).text(0));
    assertEquals("1e+20", of(1e20, AggregateStatus.OK).text(0));
    assertEquals("0", of(0.0, AggregateStatus.OK).text(0));
  }

  @Test
  void aBoundHasAsFewDigitsAsItTakes() {
    assertEquals("0e+0", NumberText.shortest(0));
    assertEquals("5.684341886080802e-14", NumberText.shortest(0x1p-44));
    assertEquals("2e-3", NumberText.shortest(2e-3));
    assertEquals("5e-324", NumberText.shortest(Double.MIN_VALUE));
    assertEquals("1.7976931348623157e+308", NumberText.shortest(Double.MAX_VALUE));
    assertEquals("inf", NumberText.shortest(Double.POSITIVE_INFINITY));
  }

  @Test
  void theLargestBoundIsTheWorst() {
    AggregateStatus small = AggregateStatus.approx(1e-9, null);
    AggregateStatus infinite = AggregateStatus.approx(Double.POSITIVE_INFINITY, null);
    AggregateStatus far = AggregateStatus.approx(0, "9.9e+999");
    AggregateStatus farther = AggregateStatus.approx(0, "1.1e+1000");
    List<AggregateStatus> ascending =
        List.of(AggregateStatus.OK, small, infinite, far, farther, AggregateStatus.OVERFLOW);
    for (int i = 0; i < ascending.size(); i++) {
      for (int j = 0; j < ascending.size(); j++) {
        assertEquals(i > j, ascending.get(i).isWorseThan(ascending.get(j)), i + ", " + j);
      }
    }
  }

  private static List<TrendResult> golden(String file, WorkloadDescription.Query query, List<Long> times)
      throws Exception {
    InFrame.Result frame = (InFrame.Result) FrameReader.read(GoldenFramesTest.bytes(file));
    List<WorkloadDescription.Query> queries = Collections.nCopies(frame.query() + 1, query);
    ResultRows rows = new ResultRows(frame, queries);
    List<TrendResult> all = new ArrayList<>();
    while (rows.hasNext()) {
      all.add(rows.next());
      times.add(rows.time());
    }
    return all;
  }

  private static WorkloadDescription.Query query(WorkloadDescription.Kind... kinds) {
    List<WorkloadDescription.Column> cells = new ArrayList<>();
    for (WorkloadDescription.Kind kind : kinds) {
      cells.add(new WorkloadDescription.Column("c" + cells.size(), kind, 2, false));
    }
    return new WorkloadDescription.Query("q", List.of(), cells, true);
  }

  @Test
  void bigNumbersOfAFrameAreExact() throws Exception {
    WorkloadDescription.Query query = query(
        WorkloadDescription.Kind.INTEGER, WorkloadDescription.Kind.DECIMAL, WorkloadDescription.Kind.COUNT);
    List<TrendResult> rows = golden("result_big_numbers.bin", query, new ArrayList<>());
    assertEquals(BigInteger.TWO.pow(100).negate(), rows.get(0).aggregate(0));
    assertEquals(-7L, rows.get(1).aggregate(0));
    assertEquals(null, rows.get(2).aggregate(0));
    assertEquals(new BigDecimal("1267650600228229401496703205.37"), rows.get(0).aggregate(1));
    assertEquals(new BigDecimal("12.00"), rows.get(2).aggregate(1));
    assertEquals(new BigInteger("9".repeat(300)), rows.get(0).exactInteger(2));
    assertEquals("OK", rows.get(0).status());
  }

  @Test
  void approximationsBeyondDoublesKeepTheirValueAndBound() throws Exception {
    WorkloadDescription.Query query = query(
        WorkloadDescription.Kind.FLOAT, WorkloadDescription.Kind.COUNT, WorkloadDescription.Kind.FLOAT);
    List<Long> times = new ArrayList<>();
    List<TrendResult> rows = golden("result_beyond_doubles.bin", query, times);
    assertEquals(List.of(8L, 8L, 8L), times);
    assertEquals(2.5, rows.get(0).aggregate(0));
    assertEquals("APPROX(1.2e-3)", rows.get(0).status());
    assertEquals(new BigDecimal("-1.2345678901234567e+400"), rows.get(1).aggregate(0));
    assertEquals("APPROX(1.2e+385)", rows.get(1).status());
    assertEquals("APPROX(inf)", rows.get(1).aggregateStatus(2).toString());
    assertEquals(AggregateStatus.Kind.OK, rows.get(1).aggregateStatus(1).kind());
    assertEquals(null, rows.get(2).aggregate(0));
    assertEquals("OVERFLOW", rows.get(2).status());
    List<Row> typed = new ArrayList<>();
    QueryRows typing = QueryRows.rowsOf(query);
    for (TrendResult row : rows) {
      typing.flatMap(row, new ListCollector<>(typed));
    }
    assertEquals(Double.NEGATIVE_INFINITY, typed.get(1).getField(2));
    assertEquals(BigInteger.TWO, typed.get(1).getField(3));
  }

  @Test
  void aRowOfAWindowOfEventsCarriesItsLastEventsTime() throws Exception {
    List<Long> times = new ArrayList<>();
    List<TrendResult> rows =
        golden("result_windows_of_events.bin", query(WorkloadDescription.Kind.COUNT), times);
    assertEquals(List.of(1_381_104_000_123L, Long.MAX_VALUE), times);
    assertTrue(rows.get(0).isWindowOfEvents());
    assertEquals(5L, rows.get(1).windowStart());
    assertEquals(15L, rows.get(1).windowEnd());
  }
}
