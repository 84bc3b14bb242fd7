// SPDX-License-Identifier: Apache-2.0
package org.horatio.examples.ridesharing;

import java.io.Serializable;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.horatio.flink.EventEncoder;
import org.horatio.flink.EventWriter;

/** Reads the fields of a CSV row by the declared types of the attributes; a field that is none rejects the row. */
final class CsvEncoder implements EventEncoder<CsvRow> {
  private static final long serialVersionUID = 1;

  /** An attribute of an event type and the place of its column. */
  private record Field(int place, String name, String kind) implements Serializable {
    private static final long serialVersionUID = 1;
  }

  private final Map<String, Field[]> types = new HashMap<>();
  private final int typeColumn;
  private final String onlyType;

  /** @param typeColumn place of the event type; below 0: every row is of the schema's only type */
  CsvEncoder(List<String> header, StreamSchema schema, int typeColumn) {
    this.typeColumn = typeColumn;
    this.onlyType = schema.types().keySet().iterator().next();
    schema.types().forEach((type, attributes) -> types.put(type, fields(header, attributes)));
  }

  private static Field[] fields(List<String> header, Map<String, String> attributes) {
    List<Field> fields = new ArrayList<>();
    attributes.forEach((name, kind) -> {
      if (header.contains(name)) {
        fields.add(new Field(header.indexOf(name), name, kind));
      }
    });
    return fields.toArray(Field[]::new);
  }

  @Override
  public void encode(CsvRow row, EventWriter event) {
    String type = typeColumn < 0 ? onlyType : row.fields[typeColumn];
    if (type == null) {
      event.reject("the row has no event type");
      return;
    }
    event.type(type);
    for (Field field : types.getOrDefault(type, new Field[0])) {
      event.set(field.name(), value(field, row.fields[field.place()], event));
    }
  }

  private static Object value(Field field, String text, EventWriter event) {
    if (text == null) {
      return null;
    }
    try {
      return switch (field.kind()) {
        case "INT", "TIMESTAMP" -> Long.valueOf(text);
        case "FLOAT" -> Double.valueOf(text);
        case "DECIMAL" -> new BigDecimal(text);
        case "BOOL" -> Boolean.valueOf(text);
        default -> text;
      };
    } catch (NumberFormatException e) {
      event.reject(field.name() + " = " + text + " is no " + field.kind());
      return null;
    }
  }
}
