// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.lang.reflect.Field;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichFlatMapFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.typeutils.PojoTypeInfo;
import org.apache.flink.types.Row;
import org.apache.flink.util.Collector;
import org.horatio.flink.WorkloadDescription.Column;
import org.horatio.flink.WorkloadDescription.Kind;

/** The rows of one query as objects of a POJO of the job, whose fields are called like the columns. */
final class QueryObjects<R> extends RichFlatMapFunction<TrendResult, R> {
  private static final long serialVersionUID = 1L;

  private final QueryRows rows;
  private final PojoTypeInfo<R> pojo;
  private transient List<Field> fields;
  private transient int[] places; // of their columns

  /** @throws HoratioException if the class is no POJO, or a field is no column or of another type */
  QueryObjects(WorkloadDescription.Query query, Class<R> type) {
    if (!(TypeInformation.of(type) instanceof PojoTypeInfo<R> info)) {
      throw new HoratioException(
          type.getName() + " is no Flink POJO: make it public with a public constructor without parameters, and its"
              + " fields public, of types that Flink knows");
    }
    this.rows = QueryRows.rowsOf(query);
    this.pojo = info;
    List<Column> columns = QueryRows.columns(query);
    for (int i = 0; i < pojo.getArity(); i++) {
      check(pojo.getPojoFieldAt(i).getField(), columns, query.name());
    }
  }

  private static void check(Field field, List<Column> columns, String query) {
    Column column = columns.stream().filter(one -> one.name().equals(field.getName())).findFirst().orElse(null);
    String name = field.getDeclaringClass().getName() + "." + field.getName();
    if (column == null) {
      throw new HoratioException(
          name + " is no column of " + query + ", which has " + columns.stream().map(Column::name).toList()
              + ": call an aggregate by RETURN ... AS " + field.getName());
    }
    List<Class<?>> types = typesOf(column.kind());
    if (!types.contains(field.getType())) {
      throw new HoratioException(
          name + " is a " + field.getType().getSimpleName() + "; a column of " + column.declaredType() + " is one of "
              + types.stream().map(Class::getSimpleName).toList());
    }
  }

  private static List<Class<?>> typesOf(Kind kind) {
    return switch (kind) {
      case INT, TIMESTAMP -> List.of(long.class, Long.class);
      case COUNT, INTEGER -> List.of(BigInteger.class, long.class, Long.class);
      case FLOAT -> List.of(double.class, Double.class);
      case DECIMAL -> List.of(BigDecimal.class);
      case STRING -> List.of(String.class);
      case BOOL -> List.of(boolean.class, Boolean.class);
    };
  }

  TypeInformation<R> typeInfo() {
    return pojo;
  }

  @Override
  public void open(OpenContext context) {
    fields = new ArrayList<>();
    for (int i = 0; i < pojo.getArity(); i++) {
      Field field = pojo.getPojoFieldAt(i).getField();
      field.setAccessible(true);
      fields.add(field);
    }
    places = fields.stream().mapToInt(field -> rows.names().indexOf(field.getName())).toArray();
  }

  @Override
  public void flatMap(TrendResult result, Collector<R> out) throws Exception {
    Row row = rows.rowOf(result);
    if (row == null) {
      return;
    }
    R object = pojo.getTypeClass().getDeclaredConstructor().newInstance();
    for (int i = 0; i < places.length; i++) {
      fields.get(i).set(object, fitted(row.getField(places[i]), fields.get(i), result));
    }
    out.collect(object);
  }

  private static Object fitted(Object value, Field field, TrendResult result) {
    Class<?> type = field.getType();
    String where = field.getName() + " of " + result + " ";
    if (value == null && type.isPrimitive()) {
      throw new HoratioException(where + "is NULL, which a " + type + " cannot be: make the field an object");
    }
    if (!(value instanceof BigInteger integer) || type == BigInteger.class) {
      return value;
    }
    if (integer.bitLength() >= Long.SIZE) {
      throw new HoratioException(where + "does not fit into a long: make the field a BigInteger");
    }
    return integer.longValue();
  }
}
