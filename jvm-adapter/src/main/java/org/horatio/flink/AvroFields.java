// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericFixed;
import org.apache.avro.generic.IndexedRecord;
import org.horatio.flink.WorkloadDescription.Column;
import org.horatio.flink.WorkloadDescription.Kind;

/** Fields of Avro records of one schema. */
final class AvroFields<T extends IndexedRecord> implements RecordFields<T> {
  private static final long serialVersionUID = 1L;
  private static final long MICROS = 1_000;
  private static final long NANOS = 1_000_000;

  private final Schema schema;
  private final ArrayList<String> names = new ArrayList<>();
  private transient Schema known; // equal to it; records mostly share one

  AvroFields(Schema schema) {
    this.schema = schema;
    schema.getFields().forEach(field -> names.add(field.name()));
  }

  @Override
  public List<String> names() {
    return names;
  }

  // The schema without NULL; a union of several others as it is.
  private Schema valueOf(int field) {
    Schema of = schema.getFields().get(field).schema();
    if (of.getType() != Schema.Type.UNION) {
      return of;
    }
    List<Schema> values = of.getTypes().stream().filter(one -> one.getType() != Schema.Type.NULL).toList();
    return values.size() == 1 ? values.get(0) : of;
  }

  @Override
  public String typeOf(int field) {
    Schema of = valueOf(field);
    LogicalType logical = of.getLogicalType();
    String name = of.getType() == Schema.Type.UNION ? "union of several types" : of.getType().getName();
    return logical == null ? name : name + " (" + logical.getName() + ")";
  }

  @Override
  public boolean isText(int field) {
    Schema.Type of = valueOf(field).getType();
    return of == Schema.Type.STRING || of == Schema.Type.ENUM;
  }

  @Override
  public String text(T record, int field) {
    Object value = record.get(field);
    return value == null ? null : value.toString();
  }

  @Override
  public Feed<T> feed(int field, Column attribute) {
    Schema of = valueOf(field);
    String logical = of.getLogicalType() == null ? "" : of.getLogicalType().getName();
    return switch (of.getType()) {
      case INT, LONG -> integer(field, of, logical, attribute);
      case FLOAT, DOUBLE -> attribute.kind() == Kind.FLOAT ? asItIs(field, attribute) : null;
      case BOOLEAN -> attribute.kind() == Kind.BOOL ? asItIs(field, attribute) : null;
      case STRING, ENUM -> text(field, of, attribute);
      case BYTES, FIXED -> attribute.kind() == Kind.DECIMAL && of.getLogicalType() instanceof LogicalTypes.Decimal decimal
          ? decimal(field, decimal.getScale(), attribute)
          : null;
      default -> null;
    };
  }

  private Feed<T> asItIs(int field, Column attribute) {
    return (record, column) -> ValueConversion.setObject(record.get(field), attribute, column);
  }

  private Feed<T> integer(int field, Schema of, String logical, Column attribute) {
    boolean takes = switch (attribute.kind()) {
      case INT, DECIMAL -> logical.isEmpty();
      case FLOAT -> logical.isEmpty() && of.getType() == Schema.Type.INT;
      case TIMESTAMP -> logical.isEmpty() || logical.contains("timestamp");
      default -> false;
    };
    if (!takes) {
      return null;
    }
    long unit = logical.endsWith("-micros") ? MICROS : logical.endsWith("-nanos") ? NANOS : 1;
    return unit == 1 ? asItIs(field, attribute) : (record, column) -> {
      Object value = record.get(field);
      return ValueConversion.setObject(
          value instanceof Long time ? (Object) Math.floorDiv(time, unit) : value, attribute, column);
    };
  }

  private Feed<T> text(int field, Schema of, Column attribute) {
    if (attribute.kind() != Kind.STRING && (attribute.kind() != Kind.DECIMAL || of.getType() == Schema.Type.ENUM)) {
      return null;
    }
    return (record, column) -> ValueConversion.setObject(text(record, field), attribute, column);
  }

  private Feed<T> decimal(int field, int scale, Column attribute) {
    return (record, column) -> ValueConversion.setObject(number(record.get(field), scale), attribute, column);
  }

  private static Object number(Object value, int scale) {
    if (value instanceof ByteBuffer buffer) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.duplicate().get(bytes);
      return new BigDecimal(new BigInteger(bytes), scale);
    }
    return value instanceof GenericFixed fixed ? new BigDecimal(new BigInteger(fixed.bytes()), scale) : value;
  }

  @Override
  public String remedy(int field, Column attribute) {
    return switch (valueOf(field).getType()) {
      case RECORD, ARRAY, MAP, UNION -> "map the record to one that has the part you need as a field, or use an EventEncoder";
      default -> "use an EventEncoder that converts it";
    };
  }

  @Override
  public String refusal(T record) {
    Schema of = record.getSchema();
    if (of == known) {
      return null;
    }
    if (!schema.equals(of)) {
      return "a record of another schema than the declared one: " + of.getFullName();
    }
    known = of;
    return null;
  }
}
