// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.util.ArrayList;
import java.util.List;

/**
 * How the fields of records become rows: which event type, and for each type a feed per column. The event type is what
 * the type field holds; without one it is the schema's only type, or the name of the records.
 */
final class FieldMapping<T> {
  private final WorkloadDescription workload;
  private final RecordFields<T> fields;
  private final String recordName; // may be null
  private final String typeField;

  FieldMapping(WorkloadDescription workload, RecordFields<T> fields, String recordName, String typeField) {
    this.workload = workload;
    this.fields = fields;
    this.recordName = recordName;
    this.typeField = typeField;
  }

  WorkloadDescription workload() {
    return workload;
  }

  RecordFields<T> fields() {
    return fields;
  }

  /** Place of the field that names the event type; -1: all records are of {@link #onlyType}. */
  int typePlace() {
    boolean attribute = workload.types().size() == 1 && workload.types().get(0).attributes().contains(typeField);
    int place = fields.names().indexOf(typeField);
    return attribute || place < 0 || !fields.isText(place) ? -1 : place;
  }

  /** The event type of all records, where no field names it; null if nothing else does. */
  String onlyType() {
    return workload.types().size() == 1 ? workload.typeNames().get(0) : recordName;
  }

  /**
   * The feeds of an event type, in the order of its columns.
   *
   * @throws HoratioException if there is no such field, or one of another type
   */
  List<RecordFields.Feed<T>> feeds(WorkloadDescription.EventType type) {
    List<RecordFields.Feed<T>> feeds = new ArrayList<>();
    for (WorkloadDescription.Column attribute : type.columns()) {
      feeds.add(feed(type.name(), attribute));
    }
    return feeds;
  }

  private RecordFields.Feed<T> feed(String eventType, WorkloadDescription.Column attribute) {
    String wanted = "attribute " + attribute.name() + " (" + attribute.declaredType() + ") of " + eventType;
    int place = fields.names().indexOf(attribute.name());
    if (place < 0) {
      throw new HoratioException("the records have no field for " + wanted + "; they have " + describe());
    }
    RecordFields.Feed<T> feed = fields.feed(place, attribute);
    if (feed == null) {
      throw new HoratioException(
          "the field " + attribute.name() + " is a " + fields.typeOf(place) + ", which cannot be the " + wanted + ": "
              + fields.remedy(place, attribute));
    }
    return feed;
  }

  /** Resolves everything before the first record, so that a missing attribute is an error at the start. */
  void check() {
    boolean byField = typePlace() >= 0;
    if (!byField && !workload.typeNames().contains(onlyType())) {
      throw new HoratioException(
          "the records have no text field '" + typeField + "' that names the event type, of which there are "
              + workload.typeNames() + ": add the field, or name it by .typeField(...); they have " + describe());
    }
    for (WorkloadDescription.EventType type : workload.types()) {
      if (type.used() && (byField || type.name().equals(onlyType()))) {
        feeds(type);
      }
    }
  }

  private String describe() {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < fields.names().size(); i++) {
      texts.add(fields.names().get(i) + " (" + fields.typeOf(i) + ")");
    }
    return texts.isEmpty() ? "no fields" : String.join(", ", texts);
  }
}
