// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Encodes records by their fields, which are resolved once. */
final class FieldRowEncoder<T> extends RowEncoder<T> {
  private final RecordFields<T> fields;
  private final int typePlace;
  private final Map<String, Target<T>> targets = new HashMap<>(); // of the types that queries read
  private final Target<T> only; // where no field names the type

  /** Where records of an event type go. */
  private record Target<T>(List<RecordFields.Feed<T>> feeds, TypeBlock block) {}

  FieldRowEncoder(FieldMapping<T> mapping, FrameBuilder frame) {
    this.fields = mapping.fields();
    this.typePlace = mapping.typePlace();
    for (WorkloadDescription.EventType type : mapping.workload().types()) {
      if (type.used() && (typePlace >= 0 || type.name().equals(mapping.onlyType()))) {
        targets.put(type.name(), new Target<>(mapping.feeds(type), frame.block(type.index())));
      }
    }
    this.only = typePlace < 0 ? targets.get(mapping.onlyType()) : null;
  }

  @Override
  protected TypeBlock fill(T record) {
    String refusal = fields.refusal(record);
    if (refusal != null) {
      reject(refusal);
      return null;
    }
    if (typePlace < 0) {
      return fill(record, only);
    }
    String type = fields.text(record, typePlace);
    if (type == null) {
      reject("the event type is null");
      return null;
    }
    return fill(record, targets.get(type));
  }

  private TypeBlock fill(T record, Target<T> target) {
    if (target == null) {
      return null;
    }
    for (int i = 0; i < target.feeds.size(); i++) {
      String reason = target.feeds.get(i).feed(record, target.block.column(i));
      if (reason != null) {
        reject(reason);
      }
    }
    return target.block;
  }
}
