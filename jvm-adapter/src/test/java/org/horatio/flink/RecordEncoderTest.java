// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.avro.Conversions;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;
import org.horatio.flink.WorkloadDescription.Column;
import org.horatio.flink.WorkloadDescription.Kind;
import org.junit.jupiter.api.Test;

/** Row, RowData and Avro records. */
class RecordEncoderTest {
  private static final String SECRET = "nobody asked for this";

  /** Rows of one type by any mapping: the frame's columns, row by row. */
  @SafeVarargs
  @SuppressWarnings("varargs")
  private static <T> List<List<Object>> encode(WorkloadDescription workload, EventMapping<T> mapping, T... records)
      throws BadFrameException {
    byte[] frame = frame(workload, mapping, List.of(records));
    return PanesDump.of(frame).blocks().get(0).columns();
  }

  private static <T> byte[] frame(WorkloadDescription workload, EventMapping<T> mapping, List<T> records) {
    mapping.check(workload);
    FrameBuilder frame = new FrameBuilder(workload);
    RowEncoder<T> encoder = mapping.encoder(workload, frame);
    for (T record : records) {
      TypeBlock block = encoder.encode(record);
      assertNull(encoder.rejection());
      assertNotNull(block);
      frame.append(block, 0, 1, 0);
    }
    return frame.build(1);
  }

  private static <T> String rejection(WorkloadDescription workload, EventMapping<T> mapping, T record) {
    RowEncoder<T> encoder = mapping.encoder(workload, new FrameBuilder(workload));
    assertNull(encoder.encode(record));
    return encoder.rejection();
  }

  private static String refusal(WorkloadDescription workload, EventMapping<?> mapping) {
    return assertThrows(HoratioException.class, () -> mapping.check(workload)).getMessage();
  }

  private static WorkloadDescription one(Column... columns) {
    return Workloads.of(0, Workloads.type(0, "Travel", columns));
  }

  private static <T> EventMapping<T> ofStream(Class<T> records, TypeInformation<T> stream) {
    return RecordKinds.mapping(records, List.of(), stream);
  }

  private static EventMapping<Row> rows(Object... namesAndTypes) {
    List<String> names = new ArrayList<>();
    List<TypeInformation<?>> types = new ArrayList<>();
    for (int i = 0; i < namesAndTypes.length; i += 2) {
      names.add((String) namesAndTypes[i]);
      types.add((TypeInformation<?>) namesAndTypes[i + 1]);
    }
    return ofStream(
        Row.class, Types.ROW_NAMED(names.toArray(String[]::new), types.toArray(TypeInformation<?>[]::new)));
  }

  private static EventMapping<RowData> rowData(DataTypes.Field... fields) {
    RowType type = (RowType) DataTypes.ROW(fields).getLogicalType();
    return ofStream(RowData.class, InternalTypeInfo.of(type));
  }

  private static List<Object> values(Object... values) {
    return Arrays.asList(values);
  }

  // ---- Row

  @Test
  void fieldsOfARowAreFoundByTheNamesOfTheStreamsType() throws BadFrameException {
    EventMapping<Row> mapping =
        rows("speed", Types.DOUBLE, "type", Types.STRING, "district", Types.STRING);
    assertEquals(
        List.of(values("north"), values(2.5)), encode(Workloads.trips(), mapping, Row.of(2.5, "Travel", "north")));
    assertNull(rejection(Workloads.trips(), mapping, Row.of(2.5, "Idle", "north")));
    assertNull(rejection(Workloads.trips(), mapping, Row.of(2.5, "Strike", "north")));
  }

  @Test
  void everyKindIsTakenFromTheTypesOfARow() throws BadFrameException {
    EventMapping<Row> mapping = rows(
        "i", Types.INT, "l", Types.LONG, "f", Types.FLOAT, "p", Types.BIG_DEC, "s", Types.STRING, "b", Types.BOOLEAN,
        "t", Types.INSTANT, "u", Types.LOCAL_DATE_TIME);
    WorkloadDescription workload = one(
        Workloads.column("i", Kind.INT), Workloads.column("l", Kind.INT), Workloads.column("f", Kind.FLOAT),
        Workloads.decimal("p", 2), Workloads.column("s", Kind.STRING), Workloads.column("b", Kind.BOOL),
        Workloads.column("t", Kind.TIMESTAMP), Workloads.column("u", Kind.TIMESTAMP));
    Row full = Row.of(
        1, 2L, 0.5f, new BigDecimal("-1.5"), "é", true, Instant.ofEpochMilli(-7), LocalDateTime.of(1970, 1, 1, 0, 0, 1));
    assertEquals(
        List.of(values(1L, null), values(2L, null), values(0.5, null), values(-150L, null), values("é", null),
            values(true, null), values(-7L, null), values(1_000L, null)),
        encode(workload, mapping, full, new Row(8)));
  }

  @Test
  void aRowThatChangesOrTakesBackIsRejectedWithItsKind() {
    EventMapping<Row> mapping = rows("type", Types.STRING, "district", Types.STRING, "speed", Types.DOUBLE);
    for (RowKind kind : List.of(RowKind.UPDATE_BEFORE, RowKind.UPDATE_AFTER, RowKind.DELETE)) {
      String reason = rejection(Workloads.trips(), mapping, Row.ofKind(kind, "Travel", "north", 1.0));
      assertTrue(reason.contains("kind " + kind) && reason.contains("only inserts"), reason);
    }
  }

  @Test
  void aRowWithoutEventTypeIsRejected() {
    EventMapping<Row> mapping = rows("type", Types.STRING, "district", Types.STRING, "speed", Types.DOUBLE);
    assertEquals("the event type is null", rejection(Workloads.trips(), mapping, Row.of(null, "north", 1.0)));
  }

  @Test
  void aMissingFieldOfARowIsAnErrorAtTheStart() {
    String message = refusal(Workloads.trips(), rows("type", Types.STRING, "district", Types.STRING));
    assertTrue(message.contains("speed (FLOAT) of Travel"), message);
    assertTrue(message.contains("type (String), district (String)"), message);
    String untyped = refusal(Workloads.trips(), rows("district", Types.STRING, "speed", Types.DOUBLE));
    assertTrue(untyped.contains("no text field 'type'") && untyped.contains("[Travel, Pickup, Idle]"), untyped);
  }

  @Test
  void aNestedFieldOfARowIsRefusedWithTheRemedy() {
    String message = refusal(one(Workloads.column("x", Kind.INT)), rows("x", Types.ROW(Types.INT)));
    assertTrue(message.contains("field x is a Row") && message.contains("map it to a field"), message);
  }

  @Test
  void rowsOfAStreamWhoseTypeNamesNoFieldsAreRefusedWithTheRemedy() {
    String message =
        assertThrows(HoratioException.class, () -> ofStream(Row.class, TypeInformation.of(Row.class))).getMessage();
    assertTrue(message.contains(".returns(Types.ROW_NAMED("), message);
  }

  // ---- RowData

  @Test
  void everyKindIsTakenFromTheLogicalTypesOfRowData() throws BadFrameException {
    EventMapping<RowData> mapping = rowData(
        DataTypes.FIELD("tiny", DataTypes.TINYINT()), DataTypes.FIELD("small", DataTypes.SMALLINT()),
        DataTypes.FIELD("i", DataTypes.INT()), DataTypes.FIELD("big", DataTypes.BIGINT()),
        DataTypes.FIELD("f", DataTypes.FLOAT()), DataTypes.FIELD("d", DataTypes.DOUBLE()),
        DataTypes.FIELD("b", DataTypes.BOOLEAN()), DataTypes.FIELD("s", DataTypes.STRING()),
        DataTypes.FIELD("c", DataTypes.CHAR(2)), DataTypes.FIELD("p", DataTypes.DECIMAL(10, 1)),
        DataTypes.FIELD("q", DataTypes.DECIMAL(30, 4)), DataTypes.FIELD("t", DataTypes.TIMESTAMP(3)),
        DataTypes.FIELD("u", DataTypes.TIMESTAMP_LTZ(6)), DataTypes.FIELD("w", DataTypes.INT()));
    WorkloadDescription workload = one(
        Workloads.column("tiny", Kind.INT), Workloads.column("small", Kind.INT), Workloads.column("i", Kind.FLOAT),
        Workloads.column("big", Kind.TIMESTAMP), Workloads.column("f", Kind.FLOAT), Workloads.column("d", Kind.FLOAT),
        Workloads.column("b", Kind.BOOL), Workloads.column("s", Kind.STRING), Workloads.column("c", Kind.STRING),
        Workloads.decimal("p", 2), Workloads.decimal("q", 2), Workloads.column("t", Kind.TIMESTAMP),
        Workloads.column("u", Kind.TIMESTAMP), Workloads.decimal("w", 3));
    RowData full = GenericRowData.of(
        (byte) -1, (short) 2, 3, 4L, 0.5f, 0.25, true, StringData.fromString("é"), StringData.fromString("ab"),
        DecimalData.fromBigDecimal(new BigDecimal("-1.5"), 10, 1), DecimalData.fromBigDecimal(new BigDecimal("7.2500"), 30, 4),
        TimestampData.fromEpochMillis(-7, 999), TimestampData.fromEpochMillis(8), 9);
    List<Object> expected =
        List.of(-1L, 2L, 3.0, 4L, 0.5, 0.25, true, "é", "ab", -150L, 725L, -7L, 8L, 9_000L);
    List<List<Object>> columns = encode(workload, mapping, full, new GenericRowData(14));
    for (int i = 0; i < expected.size(); i++) {
      assertEquals(values(expected.get(i), null), columns.get(i), workload.types().get(0).columns().get(i).name());
    }
  }

  @Test
  void theEventTypeOfRowDataIsATextField() throws BadFrameException {
    EventMapping<RowData> mapping = rowData(
            DataTypes.FIELD("speed", DataTypes.DOUBLE()), DataTypes.FIELD("what", DataTypes.STRING()),
            DataTypes.FIELD("district", DataTypes.STRING()))
        .withTypeField("what");
    RowData travel = GenericRowData.of(2.5, StringData.fromString("Travel"), StringData.fromString("north"));
    assertEquals(List.of(values("north"), values(2.5)), encode(Workloads.trips(), mapping, travel));
    assertEquals("the event type is null", rejection(Workloads.trips(), mapping, new GenericRowData(3)));
  }

  @Test
  void rowDataThatIsNoInsertIsRejectedWithItsKind() {
    EventMapping<RowData> mapping = rowData(DataTypes.FIELD("district", DataTypes.STRING()));
    GenericRowData row = GenericRowData.ofKind(RowKind.DELETE, StringData.fromString("north"));
    String reason = rejection(one(Workloads.column("district", Kind.STRING)), mapping, row);
    assertTrue(reason.contains("kind DELETE"), reason);
  }

  @Test
  void aDecimalOfRowDataThatDoesNotFitIsRejected() {
    EventMapping<RowData> mapping = rowData(DataTypes.FIELD("p", DataTypes.DECIMAL(38, 3)));
    for (String price : List.of("1.005", "99999999999999999999")) {
      RowData row = GenericRowData.of(DecimalData.fromBigDecimal(new BigDecimal(price), 38, 3));
      String reason = rejection(one(Workloads.decimal("p", 2)), mapping, row);
      assertTrue(reason.contains("does not fit into DECIMAL(2)"), reason);
    }
  }

  @Test
  void typesThatCannotBeAnAttributeAreRefusedWithTheSqlThatHelps() {
    record Case(DataTypes.Field field, Column attribute, String remedy) {}
    List<Case> cases = List.of(
        new Case(DataTypes.FIELD("x", DataTypes.ROW(DataTypes.FIELD("a", DataTypes.INT()))),
            Workloads.column("x", Kind.INT), "SELECT `x`.part AS `x`"),
        new Case(DataTypes.FIELD("x", DataTypes.ARRAY(DataTypes.INT())), Workloads.column("x", Kind.INT), "SELECT `x`[1] AS `x`"),
        new Case(DataTypes.FIELD("x", DataTypes.MAP(DataTypes.STRING(), DataTypes.INT())),
            Workloads.column("x", Kind.INT), "SELECT `x`[1] AS `x`"),
        new Case(DataTypes.FIELD("x", DataTypes.DECIMAL(5, 2)), Workloads.column("x", Kind.FLOAT), "CAST(`x` AS DOUBLE)"),
        new Case(DataTypes.FIELD("x", DataTypes.BIGINT()), Workloads.column("x", Kind.FLOAT), "CAST(`x` AS DOUBLE)"),
        new Case(DataTypes.FIELD("x", DataTypes.DATE()), Workloads.column("x", Kind.TIMESTAMP), "CAST(`x` AS TIMESTAMP(3))"),
        new Case(DataTypes.FIELD("x", DataTypes.BYTES()), Workloads.column("x", Kind.STRING), "CAST(`x` AS STRING)"),
        new Case(DataTypes.FIELD("x", DataTypes.STRING()), Workloads.column("x", Kind.INT), "CAST(`x` AS BIGINT)"),
        new Case(DataTypes.FIELD("x", DataTypes.INT()), Workloads.column("x", Kind.BOOL), "CAST(`x` AS BOOLEAN)"),
        new Case(DataTypes.FIELD("x", DataTypes.DOUBLE()), Workloads.decimal("x", 2), "CAST(`x` AS DECIMAL(18, 2))"));
    for (Case one : cases) {
      String message = refusal(one(one.attribute()), rowData(one.field()));
      assertTrue(message.contains("the field x is a ") && message.contains(one.remedy()), message);
    }
  }

  @Test
  void rowDataOfAStreamWhoseTypeNamesNoFieldsIsRefusedWithTheRemedy() {
    String message = assertThrows(
        HoratioException.class, () -> ofStream(RowData.class, TypeInformation.of(RowData.class))).getMessage();
    assertTrue(message.contains("RowDataEvents.of(rowType)"), message);
  }

  // ---- Avro

  private static final Schema PRICE =
      LogicalTypes.decimal(10, 1).addToSchema(Schema.create(Schema.Type.BYTES));
  private static final Schema FINE =
      LogicalTypes.decimal(10, 1).addToSchema(Schema.createFixed("Fine", null, null, 8));
  private static final Schema MILLIS = LogicalTypes.timestampMillis().addToSchema(Schema.create(Schema.Type.LONG));
  private static final Schema MICROS = LogicalTypes.localTimestampMicros().addToSchema(Schema.create(Schema.Type.LONG));
  private static final Schema PLACE = Schema.createEnum("Place", null, null, List.of("north", "south"));

  private static Schema nullable(Schema schema) {
    return Schema.createUnion(Schema.create(Schema.Type.NULL), schema);
  }

  private static Schema record(String name, Object... namesAndSchemas) {
    List<Schema.Field> fields = new ArrayList<>();
    for (int i = 0; i < namesAndSchemas.length; i += 2) {
      fields.add(new Schema.Field((String) namesAndSchemas[i], (Schema) namesAndSchemas[i + 1], null, (Object) null));
    }
    return Schema.createRecord(name, null, "org.horatio.test", false, fields);
  }

  private static GenericRecord of(Schema schema, Object... values) {
    GenericRecord record = new GenericData.Record(schema);
    for (int i = 0; i < values.length; i++) {
      record.put(i, values[i]);
    }
    return record;
  }

  private static EventMapping<GenericRecord> avro(Schema schema) {
    return AvroEvents.of(schema);
  }

  @Test
  void everyKindIsTakenFromTheTypesOfAnAvroSchema() throws BadFrameException {
    Schema schema = record(
        "Travel", "i", nullable(Schema.create(Schema.Type.INT)), "l", nullable(Schema.create(Schema.Type.LONG)),
        "f", nullable(Schema.create(Schema.Type.FLOAT)), "d", nullable(Schema.create(Schema.Type.DOUBLE)),
        "b", nullable(Schema.create(Schema.Type.BOOLEAN)), "s", nullable(Schema.create(Schema.Type.STRING)),
        "e", nullable(PLACE), "p", nullable(PRICE), "q", nullable(FINE), "t", nullable(MILLIS), "u", nullable(MICROS),
        "n", nullable(Schema.create(Schema.Type.STRING)));
    WorkloadDescription workload = one(
        Workloads.column("i", Kind.FLOAT), Workloads.column("l", Kind.INT), Workloads.column("f", Kind.FLOAT),
        Workloads.column("d", Kind.FLOAT), Workloads.column("b", Kind.BOOL), Workloads.column("s", Kind.STRING),
        Workloads.column("e", Kind.STRING), Workloads.decimal("p", 2), Workloads.decimal("q", 2),
        Workloads.column("t", Kind.TIMESTAMP), Workloads.column("u", Kind.TIMESTAMP), Workloads.decimal("n", 1));
    Conversions.DecimalConversion decimals = new Conversions.DecimalConversion();
    BigDecimal price = new BigDecimal("-1.5");
    ByteBuffer bytes = decimals.toBytes(price, PRICE, PRICE.getLogicalType());
    GenericRecord full = of(
        schema, 1, 2L, 0.5f, 0.25, true, new org.apache.avro.util.Utf8("é"), new GenericData.EnumSymbol(PLACE, "south"),
        bytes, decimals.toFixed(price, FINE, FINE.getLogicalType()), -7L, -1L, "2.5");
    List<List<Object>> columns = encode(workload, avro(schema), full, of(schema), full);
    List<Object> expected = List.of(1.0, 2L, 0.5, 0.25, true, "é", "south", -150L, -150L, -7L, -1L, 25L);
    for (int i = 0; i < expected.size(); i++) {
      assertEquals(values(expected.get(i), null, expected.get(i)), columns.get(i), schema.getFields().get(i).name());
    }
    assertEquals(0, bytes.position(), "the record is left as it was");
  }

  @Test
  void logicalValuesThatAvroHasConvertedAreTakenToo() throws BadFrameException {
    Schema schema = record("Travel", "p", PRICE, "t", MILLIS, "u", MICROS);
    WorkloadDescription workload = one(
        Workloads.decimal("p", 1), Workloads.column("t", Kind.TIMESTAMP), Workloads.column("u", Kind.TIMESTAMP));
    GenericRecord converted = of(
        schema, new BigDecimal("0.1"), Instant.ofEpochMilli(5), LocalDateTime.of(1970, 1, 1, 0, 0, 2));
    assertEquals(List.of(values(1L), values(5L), values(2_000L)), encode(workload, avro(schema), converted));
  }

  @Test
  void theEventTypeOfAnAvroRecordIsAFieldOrTheNameOfTheSchema() throws BadFrameException {
    Schema named = record("Pickup", "district", Schema.create(Schema.Type.STRING));
    assertEquals(List.of(values("west")), encode(Workloads.trips(), avro(named), of(named, "west")));
    Schema kinds = Schema.createEnum("Kind", null, null, List.of("Travel", "Pickup"));
    Schema field = record(
        "Event", "type", kinds, "district", Schema.create(Schema.Type.STRING), "speed", Schema.create(Schema.Type.DOUBLE));
    GenericRecord travel = of(field, new GenericData.EnumSymbol(kinds, "Travel"), "west", 1.5);
    assertEquals(List.of(values("west"), values(1.5)), encode(Workloads.trips(), avro(field), travel));
    String message = refusal(Workloads.trips(), avro(record("Event", "district", Schema.create(Schema.Type.STRING))));
    assertTrue(message.contains("no text field 'type'"), message);
  }

  @Test
  void avroTypesThatCannotBeAnAttributeAreRefusedWithTheRemedy() {
    Schema inner = record("Inner", "a", Schema.create(Schema.Type.INT));
    Schema either = Schema.createUnion(Schema.create(Schema.Type.INT), Schema.create(Schema.Type.STRING));
    for (Schema type : List.of(inner, Schema.createArray(inner), Schema.createMap(inner), either)) {
      String message = refusal(one(Workloads.column("x", Kind.INT)), avro(record("Travel", "x", type)));
      assertTrue(message.contains("one that has the part you need as a field"), message);
    }
    Schema date = LogicalTypes.date().addToSchema(Schema.create(Schema.Type.INT));
    String message = refusal(one(Workloads.column("x", Kind.INT)), avro(record("Travel", "x", date)));
    assertTrue(message.contains("x is a int (date)") && message.contains("EventEncoder"), message);
    assertTrue(assertThrows(HoratioException.class, () -> AvroEvents.of(date)).getMessage().contains("not a record"));
    String noSchema = assertThrows(
        HoratioException.class, () -> ofStream(GenericRecord.class, TypeInformation.of(GenericRecord.class))).getMessage();
    assertTrue(noSchema.contains("AvroEvents.of(schema)"), noSchema);
  }

  @Test
  void anAvroRecordOfAnotherSchemaIsRejected() {
    Schema schema = record("Travel", "x", Schema.create(Schema.Type.INT));
    Schema other = record("Other", "x", Schema.create(Schema.Type.INT));
    String reason = rejection(one(Workloads.column("x", Kind.INT)), avro(schema), of(other, 1));
    assertEquals("a record of another schema than the declared one: org.horatio.test.Other", reason);
  }

  @Test
  void aMappingTravelsInTheJobGraph() throws Exception {
    Schema schema = record("Travel", "x", Schema.create(Schema.Type.INT));
    EventMapping<GenericRecord> copy = org.apache.flink.util.InstantiationUtil.clone(avro(schema));
    assertEquals(List.of(values(1L)), encode(one(Workloads.column("x", Kind.INT)), copy, of(schema, 1)));
    EventMapping<RowData> rows =
        org.apache.flink.util.InstantiationUtil.clone(rowData(DataTypes.FIELD("x", DataTypes.INT())));
    assertEquals(List.of(values(1L)), encode(one(Workloads.column("x", Kind.INT)), rows, GenericRowData.of(1)));
  }

  // ---- What is sent

  public record Trip(String district, String note) {}

  private static void assertSecretIsNotSent(byte[] frame) {
    assertFalse(new String(frame, StandardCharsets.ISO_8859_1).contains(SECRET));
    assertTrue(new String(frame, StandardCharsets.ISO_8859_1).contains("north"));
  }

  @Test
  void whatTheWorkloadDoesNotNameIsNotInTheFrame() {
    WorkloadDescription workload = one(Workloads.key("district", Kind.STRING));
    assertSecretIsNotSent(
        frame(workload, EventMapping.ofClasses(Trip.class, List.of()), List.of(new Trip("north", SECRET))));
    assertSecretIsNotSent(
        frame(workload, rows("note", Types.STRING, "district", Types.STRING), List.of(Row.of(SECRET, "north"))));
    EventMapping<RowData> data =
        rowData(DataTypes.FIELD("note", DataTypes.STRING()), DataTypes.FIELD("district", DataTypes.STRING()));
    RowData row = GenericRowData.of(StringData.fromString(SECRET), StringData.fromString("north"));
    assertSecretIsNotSent(frame(workload, data, List.of(row)));
    Schema schema = SchemaBuilder.record("Travel").fields().requiredString("note").requiredString("district").endRecord();
    GenericRecord record = new GenericRecordBuilder(schema).set("note", SECRET).set("district", "north").build();
    assertSecretIsNotSent(frame(workload, avro(schema), List.of(record)));
  }

  // An encoder may set any attribute of the schema; what no query reads is left out here.
  @Test
  void whatNoQueryReadsIsNotInTheFrameThoughAnEncoderSetsIt() {
    Column district = Workloads.key("district", Kind.STRING);
    var type = new WorkloadDescription.EventType(0, "Travel", true, List.of(district), List.of("note", "district"));
    EventMapping<String> mapping = EventMapping.ofEncoder(
        (note, event) -> event.type("Travel").set("note", note).set("district", "north"));
    assertSecretIsNotSent(frame(Workloads.of(0, type), mapping, List.of(SECRET)));
  }
}
