// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * How records become events, as declared; travels in the job graph and makes the encoder of each subtask. What there is:
 * {@link RowDataEvents}, {@link AvroEvents}, and what {@link HoratioAttachment#event} makes of a class or a function.
 *
 * @param <T> type of the records
 */
public abstract class EventMapping<T> implements Serializable {
  private static final long serialVersionUID = 1L;
  static final String TYPE_FIELD = "type";

  EventMapping() {}

  static <T> EventMapping<T> ofClasses(Class<? extends T> root, List<Class<?>> subclasses) {
    ArrayList<Class<?>> classes = new ArrayList<>(List.of(root));
    classes.addAll(subclasses);
    return new OfClasses<>(classes, TYPE_FIELD);
  }

  static <T> EventMapping<T> ofEncoder(EventEncoder<T> encoder) {
    return new OfEncoder<>(encoder);
  }

  /** By fields that every record has; the name is what the records are called, or null. */
  static <T> EventMapping<T> ofFields(RecordFields<T> fields, String recordName) {
    return new OfFields<>(fields, recordName, TYPE_FIELD);
  }

  abstract EventMapping<T> withTypeField(String member);

  /** @throws HoratioException if the records cannot give what the workload needs */
  abstract void check(WorkloadDescription workload);

  abstract RowEncoder<T> encoder(WorkloadDescription workload, FrameBuilder frame);

  private static final class OfClasses<T> extends EventMapping<T> {
    private static final long serialVersionUID = 1L;

    private final ArrayList<Class<?>> classes; // the root first
    private final String typeField;

    private OfClasses(ArrayList<Class<?>> classes, String typeField) {
      this.classes = classes;
      this.typeField = typeField;
    }

    @Override
    EventMapping<T> withTypeField(String member) {
      return new OfClasses<>(classes, member);
    }

    @Override
    void check(WorkloadDescription workload) {
      new ClassMapping(workload).check(classes, typeField);
    }

    @Override
    RowEncoder<T> encoder(WorkloadDescription workload, FrameBuilder frame) {
      return new ObjectRowEncoder<>(workload, frame, classes.get(0), typeField);
    }
  }

  private static final class OfEncoder<T> extends EventMapping<T> {
    private static final long serialVersionUID = 1L;

    private final EventEncoder<T> encoder;

    private OfEncoder(EventEncoder<T> encoder) {
      this.encoder = encoder;
    }

    @Override
    EventMapping<T> withTypeField(String member) {
      return this;
    }

    @Override
    void check(WorkloadDescription workload) {}

    @Override
    RowEncoder<T> encoder(WorkloadDescription workload, FrameBuilder frame) {
      return new CustomRowEncoder<>(workload, frame, encoder);
    }
  }

  private static final class OfFields<T> extends EventMapping<T> {
    private static final long serialVersionUID = 1L;

    private final RecordFields<T> fields;
    private final String recordName;
    private final String typeField;

    private OfFields(RecordFields<T> fields, String recordName, String typeField) {
      this.fields = fields;
      this.recordName = recordName;
      this.typeField = typeField;
    }

    @Override
    EventMapping<T> withTypeField(String member) {
      return new OfFields<>(fields, recordName, member);
    }

    @Override
    void check(WorkloadDescription workload) {
      new FieldMapping<>(workload, fields, recordName, typeField).check();
    }

    @Override
    RowEncoder<T> encoder(WorkloadDescription workload, FrameBuilder frame) {
      return new FieldRowEncoder<>(new FieldMapping<>(workload, fields, recordName, typeField), frame);
    }
  }
}
