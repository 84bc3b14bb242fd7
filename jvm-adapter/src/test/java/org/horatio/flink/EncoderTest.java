// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.List;
import org.horatio.flink.WorkloadDescription.Kind;
import org.junit.jupiter.api.Test;

class EncoderTest {
  public enum Place {
    north,
    south
  }

  public static class Trip {
    public String type;
    public String district;
    private final float speed;

    Trip(String type, String district, float speed) {
      this.type = type;
      this.district = district;
      this.speed = speed;
    }

    public float getSpeed() {
      return speed;
    }
  }

  sealed interface Event permits Travel, Pickup, Unknown {}

  record Travel(Place district, Double speed) implements Event {}

  record Pickup(String district) implements Event {}

  record Unknown(int x) implements Event {}

  public record Wide(
      byte b, Short s, int i, Long l, float f, Double d, BigDecimal price, String text, boolean ok, Instant at, char c) {}

  private static <T> List<List<Object>> encode(WorkloadDescription workload, EventMapping<T> mapping, T record, int type)
      throws BadFrameException {
    mapping.check(workload);
    FrameBuilder frame = new FrameBuilder(workload);
    RowEncoder<T> encoder = mapping.encoder(workload, frame);
    TypeBlock block = encoder.encode(record);
    assertNull(encoder.rejection());
    assertEquals(frame.block(type), block);
    frame.append(block, 0, 1, 0);
    return PanesDump.of(frame.build(1)).blocks().get(0).columns();
  }

  private static <T> String rejection(WorkloadDescription workload, EventMapping<T> mapping, T record) {
    RowEncoder<T> encoder = mapping.encoder(workload, new FrameBuilder(workload));
    assertNull(encoder.encode(record));
    return encoder.rejection();
  }

  private static <T> EventMapping<T> of(Class<? extends T> type, Class<?>... more) {
    return EventMapping.ofClasses(type, List.of(more));
  }

  @Test
  void aMemberCalledTypeNamesTheEventType() throws BadFrameException {
    EventMapping<Trip> mapping = of(Trip.class);
    assertEquals(
        List.of(List.of("north"), List.of(2.5)), encode(Workloads.trips(), mapping, new Trip("Travel", "north", 2.5f), 0));
    assertEquals(List.of(List.of("south")), encode(Workloads.trips(), mapping, new Trip("Pickup", "south", 0), 1));
  }

  @Test
  void typesThatAreNotUsedOrNotKnownAreIgnored() {
    assertNull(rejection(Workloads.trips(), of(Trip.class), new Trip("Idle", "north", 0)));
    assertNull(rejection(Workloads.trips(), of(Trip.class), new Trip("Strike", "north", 0)));
    assertNull(rejection(Workloads.trips(), EncoderTest.<Event>of(Event.class), new Unknown(1)));
  }

  @Test
  void anEventWithoutTypeIsRejected() {
    assertEquals("the event type is null", rejection(Workloads.trips(), of(Trip.class), new Trip(null, "north", 0)));
  }

  @Test
  void theClassNamesTheEventTypeInAHierarchy() throws BadFrameException {
    EventMapping<Event> mapping = of(Event.class);
    assertEquals(
        List.of(List.of("north"), List.of(1.5)), encode(Workloads.trips(), mapping, new Travel(Place.north, 1.5), 0));
    assertEquals(List.of(List.of("west")), encode(Workloads.trips(), mapping, new Pickup("west"), 1));
  }

  @Test
  void aNullMemberIsNull() throws BadFrameException {
    List<List<Object>> columns = encode(Workloads.trips(), EncoderTest.<Event>of(Event.class), new Travel(null, null), 0);
    assertNull(columns.get(0).get(0));
    assertNull(columns.get(1).get(0));
  }

  @Test
  void everyKindIsTakenFromItsJavaTypes() throws BadFrameException {
    WorkloadDescription workload = Workloads.of(
        0,
        Workloads.type(
            0, "Wide", Workloads.column("b", Kind.INT), Workloads.column("s", Kind.INT), Workloads.column("i", Kind.INT),
            Workloads.column("l", Kind.INT), Workloads.column("f", Kind.FLOAT), Workloads.column("d", Kind.FLOAT),
            Workloads.decimal("price", 2), Workloads.column("text", Kind.STRING), Workloads.column("ok", Kind.BOOL),
            Workloads.column("at", Kind.TIMESTAMP), Workloads.column("c", Kind.STRING)));
    Wide wide = new Wide(
        (byte) -1, (short) 2, 3, 4L, 0.5f, 0.25, new BigDecimal("-1.5"), "é", true, Instant.ofEpochMilli(-7), 'z');
    assertEquals(
        List.of(
            List.of(-1L), List.of(2L), List.of(3L), List.of(4L), List.of(0.5), List.of(0.25), List.of(-150L), List.of("é"),
            List.of(true), List.of(-7L), List.of("z")),
        encode(workload, of(Wide.class), wide, 0));
  }

  @Test
  void aMissingAttributeIsAnErrorAtTheStartThatNamesTheFieldsThereAre() {
    WorkloadDescription workload =
        Workloads.of(0, Workloads.type(0, "Travel", Workloads.column("price", Kind.FLOAT)), Workloads.type(1, "X"));
    EventMapping<Trip> mapping = of(Trip.class);
    String message = assertThrows(HoratioException.class, () -> mapping.check(workload)).getMessage();
    assertTrue(message.contains("price (FLOAT) of Travel"), message);
    assertTrue(message.contains("district (String), speed (float), type (String)"), message);
  }

  /** A hierarchy that anybody may extend. */
  public interface Open {}

  static final class Late {
    record Pickup(int place) implements Open {}
  }

  public record Travel2(Place district, Double speed) implements Open {}

  @Test
  void aClassThatLacksAnAttributeAndWasNotNamedAtTheStartIsARejection() {
    String reason = rejection(Workloads.trips(), EncoderTest.<Open>of(Open.class, Travel2.class), new Late.Pickup(1));
    assertTrue(reason.contains("no member for attribute district (STRING) of Pickup; it has place (int)"), reason);
  }

  @Test
  void aLocalTimeIsTakenAsUtc() throws BadFrameException {
    WorkloadDescription workload = Workloads.of(0, Workloads.type(0, "At", Workloads.column("at", Kind.TIMESTAMP)));
    record At(LocalDateTime at) {}
    assertEquals(
        List.of(List.of(1_000L)), encode(workload, of(At.class), new At(LocalDateTime.of(1970, 1, 1, 0, 0, 1)), 0));
  }

  @Test
  void aNumberThatItsKindCannotHoldIsARejection() {
    EventMapping<Object> mapping = EventMapping.ofEncoder((value, event) -> event.type("T").set("x", value));
    record Case(WorkloadDescription.Column column, Object value, String reason) {}
    List<Case> cases = List.of(
        new Case(Workloads.column("x", Kind.FLOAT), (1L << 53) + 1, "x = 9007199254740993 is no exact FLOAT"),
        new Case(Workloads.decimal("x", 2), Long.MAX_VALUE, "x = 9223372036854775807 does not fit into DECIMAL(2)"),
        new Case(Workloads.decimal("x", 2), "1,5", "x = '1,5' is no DECIMAL(2)"),
        new Case(Workloads.decimal("x", 2), "1".repeat(401), "x has 401 characters, which is no DECIMAL(2)"),
        new Case(Workloads.column("x", Kind.TIMESTAMP), Instant.MAX, "does not fit into 64-bit milliseconds"),
        new Case(Workloads.column("x", Kind.INT), 1.5, "x is a Double, declared is INT"),
        new Case(Workloads.column("x", Kind.STRING), 1, "x is a Integer, declared is STRING"),
        new Case(Workloads.column("x", Kind.BOOL), 1, "x is a Long, declared is BOOL"),
        new Case(Workloads.column("x", Kind.TIMESTAMP), "now", "x is a String, declared is TIMESTAMP"));
    for (Case one : cases) {
      String reason = rejection(Workloads.of(0, Workloads.type(0, "T", one.column())), mapping, one.value());
      assertTrue(reason.contains(one.reason()), reason);
    }
  }

  @Test
  void aWrongJavaTypeIsAnErrorAtTheStart() {
    WorkloadDescription workload =
        Workloads.of(0, Workloads.type(0, "Travel", Workloads.column("district", Kind.INT)), Workloads.type(1, "X"));
    EventMapping<Trip> mapping = of(Trip.class);
    String message = assertThrows(HoratioException.class, () -> mapping.check(workload)).getMessage();
    assertTrue(message.contains("district is a String"), message);
  }

  @Test
  void classesOfWhichNoneIsCalledLikeATypeAreAnErrorAtTheStart() {
    EventMapping<Wide> mapping = of(Wide.class);
    String message = assertThrows(HoratioException.class, () -> mapping.check(Workloads.trips())).getMessage();
    assertTrue(message.contains("[Travel, Pickup, Idle]"), message);
  }

  @Test
  void notANumberInAKeyIsRejectedAndElsewhereSent() throws BadFrameException {
    WorkloadDescription key = Workloads.of(0, Workloads.type(0, "Wide", Workloads.key("f", Kind.FLOAT)));
    WorkloadDescription value = Workloads.of(0, Workloads.type(0, "Wide", Workloads.column("f", Kind.FLOAT)));
    Wide wide = new Wide((byte) 0, null, 0, null, Float.NaN, null, null, null, false, null, 'c');
    assertEquals("f is NaN and part of a key", rejection(key, of(Wide.class), wide));
    assertEquals(List.of(List.of(Double.NaN)), encode(value, of(Wide.class), wide, 0));
  }

  @Test
  void aDecimalWithMoreDigitsThanDeclaredIsRejected() {
    WorkloadDescription workload = Workloads.of(0, Workloads.type(0, "Wide", Workloads.decimal("price", 2)));
    for (String price : List.of("1.005", "1e30", "1e999999999", "1e-999999999")) {
      Wide wide = new Wide((byte) 0, null, 0, null, 0, null, new BigDecimal(price), null, false, null, 'c');
      String reason = rejection(workload, of(Wide.class), wide);
      assertTrue(reason.contains("does not fit into DECIMAL(2)"), reason);
    }
  }

  @Test
  void anEncoderFunctionNamesTypeAndAttributes() throws BadFrameException {
    EventMapping<Double> mapping = EventMapping.ofEncoder(
        (speed, event) -> event.type("Travel").set("district", "d" + speed.intValue()).set("speed", (double) speed));
    assertEquals(List.of(List.of("d4"), List.of(4.5)), encode(Workloads.trips(), mapping, 4.5, 0));
  }

  @Test
  void anEncoderFunctionMayReject() {
    EventMapping<String> mapping = EventMapping.ofEncoder((record, event) -> {
      event.type("Travel").set("district", record);
      event.reject("no good");
    });
    assertEquals("no good", rejection(Workloads.trips(), mapping, "x"));
  }

  @Test
  void aWrongTypeFromAnEncoderFunctionIsARejection() {
    EventMapping<String> mapping = EventMapping.ofEncoder((record, event) -> event.type("Travel").set("speed", record));
    assertEquals("speed is a String, declared is FLOAT", rejection(Workloads.trips(), mapping, "fast"));
  }

  @Test
  void anAttributeThatTheTypeDoesNotHaveIsAnErrorOfTheFunction() {
    EventMapping<String> mapping = EventMapping.ofEncoder((record, event) -> event.type("Travel").set("sped", 1));
    RowEncoder<String> encoder = mapping.encoder(Workloads.trips(), new FrameBuilder(Workloads.trips()));
    String message = assertThrows(IllegalArgumentException.class, () -> encoder.encode("x")).getMessage();
    assertEquals("Travel has no attribute sped; it has [district, speed]", message);
  }

  @Test
  void nothingOfARejectedRecordStaysBehind() throws BadFrameException {
    EventMapping<Integer> mapping = EventMapping.ofEncoder((record, event) -> {
      event.type("Travel");
      if (record == 0) {
        event.set("district", "stale").set("speed", "wrong");
      }
    });
    WorkloadDescription workload = Workloads.trips();
    FrameBuilder frame = new FrameBuilder(workload);
    RowEncoder<Integer> encoder = mapping.encoder(workload, frame);
    assertNull(encoder.encode(0));
    TypeBlock block = encoder.encode(1);
    assertNotNull(block);
    frame.append(block, 0, 1, 0);
    assertNull(PanesDump.of(frame.build(1)).blocks().get(0).columns().get(0).get(0));
  }
}
