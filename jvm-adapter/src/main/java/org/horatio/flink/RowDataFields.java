// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.util.List;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.TimestampType;
import org.horatio.flink.WorkloadDescription.Column;
import org.horatio.flink.WorkloadDescription.Kind;

/** Fields of {@link RowData}, read by their logical types without a detour over objects. */
final class RowDataFields implements RecordFields<RowData> {
  private static final long serialVersionUID = 1L;
  private static final int MOST_LONG_DIGITS = 18;

  private final RowType type;

  RowDataFields(RowType type) {
    this.type = type;
  }

  @Override
  public List<String> names() {
    return type.getFieldNames();
  }

  @Override
  public String typeOf(int field) {
    return type.getTypeAt(field).asSummaryString();
  }

  @Override
  public boolean isText(int field) {
    LogicalTypeRoot root = type.getTypeAt(field).getTypeRoot();
    return root == LogicalTypeRoot.VARCHAR || root == LogicalTypeRoot.CHAR;
  }

  @Override
  public String text(RowData row, int field) {
    StringData text = row.isNullAt(field) ? null : row.getString(field);
    return text == null ? null : text.toString();
  }

  @Override
  public Feed<RowData> feed(int field, Column attribute) {
    Feed<RowData> feed = feedOfValue(field, attribute);
    return feed == null ? null : (row, column) -> row.isNullAt(field) ? null : feed.feed(row, column);
  }

  private Feed<RowData> feedOfValue(int field, Column attribute) {
    LogicalType of = type.getTypeAt(field);
    return switch (of.getTypeRoot()) {
      case TINYINT -> integer(attribute, row -> row.getByte(field));
      case SMALLINT -> integer(attribute, row -> row.getShort(field));
      case INTEGER -> integer(attribute, row -> row.getInt(field));
      case BIGINT -> attribute.kind() == Kind.FLOAT ? null : integer(attribute, row -> row.getLong(field));
      case FLOAT -> attribute.kind() != Kind.FLOAT
          ? null
          : (row, column) -> ValueConversion.setDouble(row.getFloat(field), attribute, column);
      case DOUBLE -> attribute.kind() != Kind.FLOAT
          ? null
          : (row, column) -> ValueConversion.setDouble(row.getDouble(field), attribute, column);
      case BOOLEAN -> attribute.kind() != Kind.BOOL
          ? null
          : (row, column) -> ValueConversion.setBool(row.getBoolean(field), attribute, column);
      case CHAR, VARCHAR -> attribute.kind() != Kind.STRING && attribute.kind() != Kind.DECIMAL
          ? null
          : (row, column) -> ValueConversion.setObject(row.getString(field).toString(), attribute, column);
      case DECIMAL -> attribute.kind() == Kind.DECIMAL ? decimal(field, (DecimalType) of, attribute) : null;
      case TIMESTAMP_WITHOUT_TIME_ZONE -> timestamp(field, ((TimestampType) of).getPrecision(), attribute);
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          timestamp(field, ((LocalZonedTimestampType) of).getPrecision(), attribute);
      default -> null;
    };
  }

  private interface LongOf {
    long of(RowData row);
  }

  private static Feed<RowData> integer(Column attribute, LongOf value) {
    return attribute.kind() == Kind.STRING || attribute.kind() == Kind.BOOL
        ? null
        : (row, column) -> ValueConversion.setLong(value.of(row), attribute, column);
  }

  private static Feed<RowData> timestamp(int field, int precision, Column attribute) {
    return attribute.kind() != Kind.TIMESTAMP
        ? null
        : (row, column) ->
            ValueConversion.setLong(row.getTimestamp(field, precision).getMillisecond(), attribute, column);
  }

  // Up to 18 digits, and not finer than declared: no BigDecimal is made.
  private static Feed<RowData> decimal(int field, DecimalType of, Column attribute) {
    int precision = of.getPrecision();
    int scale = of.getScale();
    int digits = precision - scale + attribute.scale();
    if (!DecimalData.isCompact(precision) || scale > attribute.scale() || digits > MOST_LONG_DIGITS) {
      return (row, column) ->
          ValueConversion.setObject(row.getDecimal(field, precision, scale).toBigDecimal(), attribute, column);
    }
    long factor = Math.round(Math.pow(10, attribute.scale() - scale));
    return (row, column) -> {
      column.setLong(row.getDecimal(field, precision, scale).toUnscaledLong() * factor);
      return null;
    };
  }

  @Override
  public String remedy(int field, Column attribute) {
    String name = "`" + attribute.name() + "`";
    return switch (type.getTypeAt(field).getTypeRoot()) {
      case ROW, STRUCTURED_TYPE -> "attach a table that selects the part you need, SELECT " + name + ".part AS " + name;
      case ARRAY, MAP, MULTISET -> "attach a table that selects one element, SELECT " + name + "[1] AS " + name;
      default -> "attach a table that converts it, SELECT CAST(" + name + " AS " + sqlType(attribute) + ") AS " + name;
    };
  }

  private static String sqlType(Column attribute) {
    return switch (attribute.kind()) {
      case INT -> "BIGINT";
      case FLOAT -> "DOUBLE";
      case DECIMAL -> "DECIMAL(18, " + attribute.scale() + ")";
      case BOOL -> "BOOLEAN";
      case TIMESTAMP -> "TIMESTAMP(3)";
      default -> "STRING";
    };
  }

  @Override
  public String refusal(RowData row) {
    return RowFields.refusal(row.getRowKind());
  }
}
