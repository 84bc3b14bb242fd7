// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.util.ArrayList;
import java.util.List;
import org.horatio.flink.WorkloadDescription.Column;
import org.horatio.flink.WorkloadDescription.EventType;
import org.horatio.flink.WorkloadDescription.Kind;

/** Workload descriptions for tests that need no process. */
final class Workloads {
  private Workloads() {}

  static Column column(String name, Kind kind) {
    return new Column(name, kind, 0, false);
  }

  static Column decimal(String name, int scale) {
    return new Column(name, Kind.DECIMAL, scale, false);
  }

  static Column key(String name, Kind kind) {
    return new Column(name, kind, 0, true);
  }

  static EventType type(int index, String name, Column... columns) {
    List<Column> all = List.of(columns);
    return new EventType(index, name, true, all, all.stream().map(Column::name).toList());
  }

  static EventType unused(int index, String name) {
    return new EventType(index, name, false, List.of(), List.of("anything"));
  }

  static WorkloadDescription of(long paneSlide, EventType... types) {
    var count = new WorkloadDescription.Query(
        "q1", List.of(key("district", Kind.STRING)), List.of(column("COUNT(*)", Kind.COUNT)), true);
    return new WorkloadDescription(
        "hash", "columns", new ArrayList<>(List.of(types)), List.of(count), paneSlide, 0, List.of());
  }

  /** Travel(district, speed), Pickup(district), and Idle, which no query uses; panes of 10. */
  static WorkloadDescription trips() {
    return of(
        10,
        type(0, "Travel", key("district", Kind.STRING), column("speed", Kind.FLOAT)),
        type(1, "Pickup", key("district", Kind.STRING)),
        unused(2, "Idle"));
  }
}
