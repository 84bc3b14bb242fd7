// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** How records become events, as declared; travels in the job graph and makes the encoder of each subtask. */
final class EventMapping<T> implements Serializable {
  private static final long serialVersionUID = 1L;

  private final EventEncoder<T> encoder; // null: by the classes
  private final ArrayList<Class<?>> classes; // the root first
  private final String typeField;

  private EventMapping(EventEncoder<T> encoder, List<Class<?>> classes, String typeField) {
    this.encoder = encoder;
    this.classes = new ArrayList<>(classes);
    this.typeField = typeField;
  }

  static <T> EventMapping<T> ofClasses(Class<? extends T> root, List<Class<?>> subclasses) {
    List<Class<?>> classes = new ArrayList<>(List.of(root));
    classes.addAll(subclasses);
    return new EventMapping<>(null, classes, "type");
  }

  static <T> EventMapping<T> ofEncoder(EventEncoder<T> encoder) {
    return new EventMapping<>(encoder, List.of(), "type");
  }

  EventMapping<T> withTypeField(String member) {
    return new EventMapping<>(encoder, classes, member);
  }

  /** @throws HoratioException if the classes cannot give what the workload needs */
  void check(WorkloadDescription workload) {
    if (encoder == null) {
      new ClassMapping(workload).check(classes, typeField);
    }
  }

  RowEncoder<T> encoder(WorkloadDescription workload, FrameBuilder frame) {
    return encoder != null
        ? new CustomRowEncoder<>(workload, frame, encoder)
        : new ObjectRowEncoder<>(workload, frame, classes.get(0), typeField);
  }
}
