// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Conversions;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.formats.avro.typeutils.GenericRecordAvroTypeInfo;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.DataType;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Jobs on a MiniCluster with the real process, one for each kind of records: all give the same rows. */
@RequiresOperator
@Timeout(120)
class InputJobTest {
  @RegisterExtension static final MiniClusterExtension CLUSTER = LocalCluster.withSlots(4);

  private static final List<Ride> RIDES = Ride.some(600);
  private static List<String> expected;

  private StreamExecutionEnvironment env; // of the cluster, which is there from @BeforeEach on

  @BeforeEach
  void runPojosFirst() throws Exception {
    env = StreamExecutionEnvironment.getExecutionEnvironment();
    env.setParallelism(2);
    if (expected == null) {
      expected = rowsOf(pojos("expected"), "expected");
      assertTrue(expected.size() > 150, expected.size() + " rows");
      assertTrue(expected.stream().anyMatch(row -> row.contains("null")), "no value is NULL");
    }
  }

  @AfterEach
  void noChildIsLeft() throws InterruptedException {
    Children.awaitNone();
  }

  private DataStream<Ride> rides() {
    return env.fromData(Ride.class, RIDES.toArray(Ride[]::new))
        .assignTimestampsAndWatermarks(
            WatermarkStrategy.<Ride>forMonotonousTimestamps().withTimestampAssigner((ride, old) -> ride.time));
  }

  private HoratioStreams<Ride> pojos(String name) {
    return Horatio.attach(rides().keyBy(ride -> ride.k))
        .name(name).keyedBy("k").workload(Ride.WORKLOAD).event(Ride.class).run();
  }

  private List<String> rowsOf(HoratioStreams<?> out, String name) throws Exception {
    List<String> rows = CollectSink.of(out.results(), name);
    env.execute();
    return rows.stream().sorted().toList();
  }

  private void assertSame(HoratioStreams<?> out, String name) throws Exception {
    assertEquals(expected, rowsOf(out, name));
  }

  // ---- Kinds of records

  /** An event whose type is its class. */
  public static class Moment {
    public Integer k;
    public long time;
    public String place;
    public String note;

    static Moment of(Ride ride) {
      Moment moment = switch (ride.type) {
        case "Request" -> Request.with(ride);
        case "Travel" -> Travel.with(ride);
        default -> new Moment();
      };
      moment.k = ride.k;
      moment.time = ride.time;
      moment.place = ride.place;
      moment.note = ride.note;
      return moment;
    }
  }

  /** A kind of event. */
  public static class Request extends Moment {
    public java.time.Instant booked;

    static Request with(Ride ride) {
      Request request = new Request();
      request.booked = ride.booked;
      return request;
    }
  }

  /** A kind of event. */
  public static class Travel extends Moment {
    public BigDecimal price;
    private Double speed;
    public Boolean shared;

    public Double getSpeed() {
      return speed;
    }

    public void setSpeed(Double speed) {
      this.speed = speed;
    }

    static Travel with(Ride ride) {
      Travel travel = new Travel();
      travel.price = ride.price;
      travel.speed = ride.speed;
      travel.shared = ride.shared;
      return travel;
    }
  }

  @Test
  void pojosWhoseTypeIsTheirClass() throws Exception {
    DataStream<Moment> moments = rides().map(Moment::of).returns(Moment.class);
    assertSame(
        Horatio.attach(moments.keyBy(moment -> moment.k))
            .name("classes").keyedBy("k").workload(Ride.WORKLOAD).event(Moment.class, Request.class, Travel.class).run(),
        "classes");
  }

  @Test
  void anEncoderFunction() throws Exception {
    EventEncoder<Ride> encoder = (ride, event) -> {
      event.type(ride.type);
      switch (ride.type) {
        case "Request" -> event.set("booked", ride.booked);
        case "Travel" -> event.set("price", ride.price).set("speed", ride.speed).set("shared", ride.shared);
        default -> {
          return;
        }
      }
      event.set("k", ride.k).set("place", ride.place).set("note", ride.note);
    };
    assertSame(
        Horatio.attach(rides().keyBy(ride -> ride.k))
            .name("function").keyedBy("k").workload(Ride.WORKLOAD).event(encoder).run(),
        "function");
  }

  private static Row row(Ride ride) {
    return Row.of(ride.note, ride.type, ride.k, ride.price, ride.speed, ride.place, ride.shared, ride.booked);
  }

  private static final org.apache.flink.api.common.typeinfo.TypeInformation<Row> ROW = Types.ROW_NAMED(
      new String[] {"note", "type", "k", "price", "speed", "place", "shared", "booked"},
      Types.STRING, Types.STRING, Types.INT, Types.BIG_DEC, Types.DOUBLE, Types.STRING, Types.BOOLEAN, Types.INSTANT);

  @Test
  void rowsByName() throws Exception {
    DataStream<Row> rows = rides().map(InputJobTest::row).returns(ROW);
    assertSame(
        Horatio.attach(rows.keyBy(row -> (Integer) row.getField(2)))
            .name("rows").keyedBy("k").workload(Ride.WORKLOAD).event(Row.class).run(),
        "rows");
  }

  @Test
  void rowsThatAreNoInsertsComeOutAtTheSide() throws Exception {
    DataStream<Row> rows = rides().flatMap((Ride ride, org.apache.flink.util.Collector<Row> out) -> {
      out.collect(row(ride));
      if (ride.time % 1_000 == 0) {
        Row deleted = row(ride);
        deleted.setKind(RowKind.DELETE);
        out.collect(deleted);
      }
    }).returns(ROW);
    HoratioStreams<Row> out = Horatio.attach(rows.keyBy(row -> (Integer) row.getField(2)))
        .name("changes").keyedBy("k").workload(Ride.WORKLOAD).event(Row.class).run();
    List<String> rejected = CollectSink.of(
        out.rejected().map(event -> event.record().getKind() + " " + event.reason().substring(0, 24)), "changes rejected");
    assertSame(out, "changes");
    assertEquals(60, rejected.size());
    assertTrue(rejected.get(0).startsWith("DELETE a row of the kind DELETE"), rejected.get(0));
  }

  private Table table(StreamTableEnvironment tables) {
    tables.createTemporaryView(
        "rides", rides(),
        org.apache.flink.table.api.Schema.newBuilder()
            .column("type", DataTypes.STRING()).column("k", DataTypes.INT()).column("price", DataTypes.DECIMAL(8, 2))
            .column("speed", DataTypes.DOUBLE()).column("place", DataTypes.STRING()).column("shared", DataTypes.BOOLEAN())
            .column("booked", DataTypes.TIMESTAMP_LTZ(3)).column("note", DataTypes.STRING())
            .columnByMetadata("rowtime", "TIMESTAMP_LTZ(3)").watermark("rowtime", "SOURCE_WATERMARK()")
            .build());
    return tables.sqlQuery("SELECT UPPER(note) AS note, type, k, price, speed, place, shared, booked, rowtime FROM rides");
  }

  @Test
  void rowsOfATable() throws Exception {
    StreamTableEnvironment tables = StreamTableEnvironment.create(env);
    DataStream<Row> rows = tables.toDataStream(table(tables));
    HoratioStreams<Row> out = Horatio.attach(rows.keyBy(row -> row.<Integer>getFieldAs("k")))
        .name("table").keyedBy("k").workload(Ride.WORKLOAD).event(Row.class).run();
    assertSame(out, "table");
  }

  @Test
  void rowDataOfATableAndResultsInATableAgain() throws Exception {
    StreamTableEnvironment tables = StreamTableEnvironment.create(env);
    Table table = table(tables);
    DataType type = table.getResolvedSchema().toSourceRowDataType().bridgedTo(RowData.class);
    DataStream<RowData> rows = tables.toDataStream(table, type);
    HoratioStreams<RowData> out = Horatio.attach(rows.keyBy(row -> row.getInt(2)))
        .name("rowdata").keyedBy("k").workload(Ride.WORKLOAD).event(RowData.class).run();
    tables.createTemporaryView("fares", tables.fromDataStream(out.query("fares", Fares.class)));
    Table sums = tables.sqlQuery("SELECT k, SUM(fare) AS fare FROM fares GROUP BY k");
    List<String> summed = CollectSink.of(
        tables.toChangelogStream(sums).map(row -> row.getKind() + " " + row.getField("k")), "rowdata summed");
    assertSame(out, "rowdata");
    assertTrue(summed.stream().anyMatch(row -> row.startsWith("INSERT ")), summed.toString());
  }

  private static final Schema AVRO = SchemaBuilder.record("Ride").fields()
      .optionalString("note").requiredString("type").optionalInt("k")
      .name("price").type().unionOf().nullType().and()
      .type(LogicalTypes.decimal(8, 2).addToSchema(Schema.create(Schema.Type.BYTES))).endUnion().nullDefault()
      .optionalDouble("speed").optionalString("place").optionalBoolean("shared")
      .name("booked").type().unionOf().nullType().and()
      .type(LogicalTypes.timestampMicros().addToSchema(Schema.create(Schema.Type.LONG))).endUnion().nullDefault()
      .endRecord();

  private static GenericRecord avro(Ride ride) {
    Schema price = AVRO.getField("price").schema().getTypes().get(1);
    GenericRecord record = new GenericData.Record(AVRO);
    record.put("note", ride.note);
    record.put("type", ride.type);
    record.put("k", ride.k);
    record.put("price", ride.price == null ? null
        : new Conversions.DecimalConversion().toBytes(ride.price, price, price.getLogicalType()));
    record.put("speed", ride.speed);
    record.put("place", ride.place);
    record.put("shared", ride.shared);
    record.put("booked", ride.booked == null ? null : ride.booked.toEpochMilli() * 1_000);
    return record;
  }

  @Test
  void avroRecords() throws Exception {
    DataStream<GenericRecord> records = rides().map(InputJobTest::avro).returns(new GenericRecordAvroTypeInfo(AVRO));
    assertSame(
        Horatio.attach(records.keyBy(record -> (Integer) record.get("k")))
            .name("avro").keyedBy("k").workload(Ride.WORKLOAD).event(AvroEvents.of(AVRO)).run(),
        "avro");
  }

  private static void encodeAsNoted(Ride ride, EventWriter event) {
    if (ride.note.equals("names no type")) {
      return;
    }
    event.type(ride.note.equals("null type") ? null : "Travel").set("k", 1).set("speed", 0.5);
    switch (ride.note) {
      case "wrong type" -> event.set("k", "seven");
      case "no number in a key" -> event.set("speed", Double.NaN);
      case "too fine" -> event.set("price", new BigDecimal("1.234"));
      case "too far" -> event.set("price", Long.MAX_VALUE);
      case "too large" -> event.set("place", "x".repeat(70_000));
      case "its own reason" -> event.reject("of no interest");
      default -> event.set("price", 2L);
    }
  }

  @Test
  void everyReasonForARejectionComesOutWithItsRecord() throws Exception {
    Map<String, String> reasons = new LinkedHashMap<>();
    reasons.put("null type", "the event type is null");
    reasons.put("names no type", "the encoder named no event type");
    reasons.put("wrong type", "k is a String, declared is INT");
    reasons.put("no number in a key", "speed is NaN and part of a key");
    reasons.put("too fine", "price = 1.234 does not fit into DECIMAL(2) (at most 2 decimals, 64 bits)");
    reasons.put("too far", "price = 9223372036854775807 does not fit into DECIMAL(2) (at most 2 decimals, 64 bits)");
    reasons.put("too large", "the event is larger than 65536 bytes");
    reasons.put("its own reason", "of no interest");
    List<Ride> rides = new ArrayList<>();
    for (String note : List.of("good", String.join(",", reasons.keySet()), "good")) {
      for (String one : note.split(",")) {
        Ride ride = new Ride();
        ride.note = one;
        ride.time = rides.size();
        rides.add(ride);
      }
    }
    DataStream<Ride> stream = env.fromData(Ride.class, rides.toArray(Ride[]::new)).assignTimestampsAndWatermarks(
        WatermarkStrategy.<Ride>forMonotonousTimestamps().withTimestampAssigner((ride, old) -> ride.time));
    String workload = "STREAM s (TYPE Travel (k INT, speed FLOAT, price DECIMAL(2), place STRING), TYPE Other (k INT));"
        + " QUERY q RETURN COUNT(*), SUM(T.price), COUNT(T.place) PATTERN Travel T GROUP BY k, speed WITHIN 1 SECOND;";
    HoratioStreams<Ride> out = Horatio.attach(stream.keyBy(ride -> 1))
        .name("reasons").keyedBy("k").workload(workload).event(InputJobTest::encodeAsNoted).run();
    List<String> rejected =
        CollectSink.of(out.rejected().map(event -> event.record().note + ": " + event.reason()), "reasons rejected");
    assertEquals(List.of("q [0, 1000) [1, 0.5] [2, 4.00, 0] OK @999"), rowsOf(out, "reasons"));
    List<String> all = new ArrayList<>();
    reasons.forEach((note, reason) -> all.add(note + ": " + reason + " @" + (1 + all.size())));
    assertEquals(all.stream().sorted().toList(), rejected.stream().sorted().toList());
  }

  // ---- What is asked for and what comes out

  @Test
  void theProcessAsksForNothingThatNoQueryReads() {
    WorkloadDescription workload =
        new WorkloadSource(Ride.WORKLOAD, false, List.of("k")).describe(HoratioOptions.defaults());
    for (WorkloadDescription.EventType type : workload.types()) {
      assertTrue(type.attributes().contains("note"), type.name());
      assertTrue(type.columns().stream().noneMatch(column -> column.name().equals("note")), type.name());
    }
    assertEquals("Request(k,booked);Travel(k,price,speed,shared,place)", workload.columns());
  }

  /** A row of the query fares. */
  public static class Fares {
    public long window_end;
    public long k;
    public BigInteger trends;
    public BigDecimal fare;
    public Double fastest;
    public String status;
  }

  @Test
  void resultsAsPojosAndAsRowsNeedNoGenericType() throws Exception {
    env.getConfig().configure(
        new org.apache.flink.configuration.Configuration().set(PipelineOptions.GENERIC_TYPES, false),
        getClass().getClassLoader());
    HoratioStreams<Ride> out = pojos("typed");
    List<String> pojos = CollectSink.of(
        out.query("fares", Fares.class).rebalance().map(
            row -> row.window_end + " " + row.k + " " + row.trends + " " + row.fare + " " + row.fastest + " " + row.status),
        "typed pojos");
    List<String> rows = CollectSink.of(
        out.query("fares").rebalance().map(
            row -> row.getField("window_end") + " " + row.getField("k") + " " + row.getField("trends") + " "
                + row.getField("fare") + " " + row.getField("fastest") + " " + row.getField("status")),
        "typed rows");
    List<String> results = CollectSink.of(out.results().rebalance(), "typed results");
    env.execute();
    assertEquals(expected, results.stream().sorted().toList());
    assertEquals(rows.stream().sorted().toList(), pojos.stream().sorted().toList());
    assertEquals(expected.stream().filter(row -> row.startsWith("fares ")).count(), pojos.size());
  }

  /** Not what the query has. */
  public static class Wrong {
    public long window_end;
    public int trends;
  }

  /** Not what the query has. */
  public static class Other {
    public long total;
  }

  /** A class that is no POJO. */
  public record Closed(long trends) {}

  @Test
  void aClassThatCannotHoldTheRowsIsRefused() {
    HoratioStreams<Ride> out = pojos("wrong");
    List<List<String>> cases = List.of(
        List.of(message(out, Wrong.class), "trends is a int; a column of COUNT is one of [BigInteger, long, Long]"),
        List.of(message(out, Other.class), "total is no column of fares", "RETURN ... AS total"),
        List.of(message(out, java.util.Map.class), "is no Flink POJO"));
    for (List<String> one : cases) {
      one.subList(1, one.size()).forEach(part -> assertTrue(one.get(0).contains(part), one.get(0)));
    }
  }

  private static String message(HoratioStreams<Ride> out, Class<?> type) {
    return assertThrows(HoratioException.class, () -> out.query("fares", type)).getMessage();
  }

  /** Its fields cannot be NULL. */
  public static class Tight {
    public double fastest;
  }

  @Test
  void aNullThatAFieldCannotHoldFailsTheJobWithTheRemedy() {
    CollectSink.of(pojos("tight").query("fares", Tight.class), "tight");
    List<String> messages = new ArrayList<>();
    for (Throwable e = assertThrows(Exception.class, () -> env.execute()); e != null; e = e.getCause()) {
      messages.add(String.valueOf(e.getMessage()));
    }
    assertTrue(messages.stream().anyMatch(text -> text.contains("make the field an object")), messages.toString());
  }
}
