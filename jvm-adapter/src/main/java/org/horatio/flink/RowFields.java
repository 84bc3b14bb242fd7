// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.typeutils.RowTypeInfo;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;

/** Fields of {@link Row}s, which the type of the stream names. */
final class RowFields implements RecordFields<Row> {
  private static final long serialVersionUID = 1L;

  private final ArrayList<String> names;
  private final ArrayList<Class<?>> classes;
  private final ArrayList<String> types;

  private RowFields(List<String> names, List<Class<?>> classes, List<String> types) {
    this.names = new ArrayList<>(names);
    this.classes = new ArrayList<>(classes);
    this.types = new ArrayList<>(types);
  }

  /**
   * The fields that the type of a stream names.
   *
   * @throws HoratioException if it names none
   */
  static RowFields of(TypeInformation<?> stream) {
    if (stream instanceof RowTypeInfo rows) {
      List<Class<?>> classes = new ArrayList<>();
      List<String> types = new ArrayList<>();
      for (TypeInformation<?> field : rows.getFieldTypes()) {
        classes.add(field.getTypeClass());
        types.add(field.getTypeClass().getSimpleName());
      }
      return new RowFields(List.of(rows.getFieldNames()), classes, types);
    }
    if (RecordKinds.isTableType(stream)) {
      TableFields table = TableFields.of(stream);
      return new RowFields(table.names(), table.classes(), table.types());
    }
    throw new HoratioException(
        "the type of the stream, " + stream + ", does not name the fields of its rows:"
            + " call .returns(Types.ROW_NAMED(names, types)) on it before keyBy(...)");
  }

  @Override
  public List<String> names() {
    return names;
  }

  @Override
  public String typeOf(int field) {
    return types.get(field);
  }

  @Override
  public boolean isText(int field) {
    return classes.get(field) == String.class || classes.get(field).isEnum();
  }

  @Override
  public String text(Row row, int field) {
    Object value = row.getField(field);
    return value instanceof Enum<?> constant ? constant.name() : (String) value;
  }

  @Override
  public Feed<Row> feed(int field, WorkloadDescription.Column attribute) {
    return ValueConversion.accepts(attribute, classes.get(field))
        ? (row, column) -> ValueConversion.setObject(row.getField(field), attribute, column)
        : null;
  }

  @Override
  public String remedy(int field, WorkloadDescription.Column attribute) {
    return "map it to a field of one of the types that README.md lists for " + attribute.declaredType()
        + ", or use an EventEncoder";
  }

  @Override
  public String refusal(Row row) {
    return refusal(row.getKind());
  }

  /** Events happen once: what takes one back, or changes it, is none. */
  static String refusal(RowKind kind) {
    return kind == RowKind.INSERT
        ? null
        : "a row of the kind " + kind + ": events are not changed or taken back, attach a stream that only inserts";
  }
}
