// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.util.OutputTag;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says how a workload is attached to a stream; {@link #run} checks everything, has the process read the workload, and
 * adds the operator to the job.
 *
 * @param <T> type of the records
 */
public final class HoratioAttachment<T> {
  private static final Logger LOG = LoggerFactory.getLogger(HoratioAttachment.class);

  private final DataStream<T> stream;
  private String name;
  private List<String> keys = List.of();
  private boolean global;
  private String workloadText;
  private Class<? extends T> eventClass;
  private List<Class<?>> subclasses = List.of();
  private EventMapping<T> mapping;
  private String typeField = EventMapping.TYPE_FIELD;
  private HoratioOptions options = HoratioOptions.defaults();

  HoratioAttachment(DataStream<T> stream) {
    this.stream = Objects.requireNonNull(stream, "stream");
  }

  /** Required: gives the operator its name and uid; two attachments of one job need different ones. */
  public HoratioAttachment<T> name(String name) {
    this.name = Objects.requireNonNull(name, "name");
    return this;
  }

  /** The attributes that the stream's key selector reads; every GROUP BY must contain all of them. */
  public HoratioAttachment<T> keyedBy(String... attributes) {
    this.keys = List.of(attributes);
    return this;
  }

  /** The whole stream is one: for queries without GROUP BY or with differing ones. Forces parallelism 1. */
  public HoratioAttachment<T> global() {
    this.global = true;
    return this;
  }

  /** The workload of a file, read now. */
  public HoratioAttachment<T> workload(Path file) {
    try {
      return workload(Files.readString(file));
    } catch (IOException e) {
      throw new HoratioException("cannot read the workload " + file + ": " + e, e);
    }
  }

  /** The workload as text. */
  public HoratioAttachment<T> workload(String text) {
    this.workloadText = Objects.requireNonNull(text, "text");
    return this;
  }

  /**
   * Records are objects of this class: attributes are fields, getters or record components of their names. The event
   * type is the value of the field {@code type} (see {@link #typeField}); without such a field it is the simple name of
   * the record's class, and the classes of a hierarchy may be named here so that they are checked at the start.
   *
   * <p>Of {@code Row} and {@code RowData} the stream's type has to name the fields, as that of {@code
   * tableEnv.toDataStream(table)} does; rows that are no inserts are rejected.
   */
  public HoratioAttachment<T> event(Class<? extends T> eventClass, Class<?>... subclasses) {
    this.eventClass = eventClass;
    this.subclasses = List.of(subclasses);
    this.mapping = null;
    return this;
  }

  /** Records are mapped in this way, such as {@code AvroEvents.of(schema)} or {@code RowDataEvents.of(rowType)}. */
  public HoratioAttachment<T> event(EventMapping<T> mapping) {
    this.mapping = mapping;
    return this;
  }

  /** Records are mapped by this encoder. */
  public HoratioAttachment<T> event(EventEncoder<T> encoder) {
    this.mapping = EventMapping.ofEncoder(encoder);
    return this;
  }

  /** Name of the String or enum member that holds the event type, instead of {@code type}. */
  public HoratioAttachment<T> typeField(String member) {
    this.typeField = Objects.requireNonNull(member, "member");
    return this;
  }

  /** Settings; defaults if not given. */
  public HoratioAttachment<T> options(HoratioOptions options) {
    this.options = Objects.requireNonNull(options, "options");
    return this;
  }

  /**
   * Adds the operator to the job.
   *
   * @throws HoratioException if the declaration is incomplete, the job cannot be served, or the workload is refused;
   *     then with all its faults
   */
  public HoratioStreams<T> run() {
    boolean mapped = mapping != null || eventClass != null;
    AttachmentChecks.declared(name, workloadText, mapped, stream instanceof KeyedStream, keys, global);
    AttachmentChecks.job(stream, uid());
    EventMapping<T> events = events();
    WorkloadSource source = new WorkloadSource(workloadText, global, keys);
    WorkloadDescription workload = source.describe(options);
    workload.warnings().forEach(warning -> LOG.warn("workload of {}: {}", name, warning));
    events.check(workload);
    OutputTag<T> late = new OutputTag<>("horatio-late", stream.getType());
    OutputTag<RejectedEvent<T>> rejected =
        new OutputTag<>("horatio-rejected", RejectedEvent.typeInfo(stream.getType()));
    var plan = new SidecarOperatorFactory.Plan<>(source, workload, events, options, late, rejected);
    SingleOutputStreamOperator<TrendResult> results = keyed()
        .transform("horatio: " + name, TrendResultTypeInfo.INSTANCE, new SidecarOperatorFactory<>(plan))
        .uid(uid());
    if (global) {
      results.forceNonParallel();
    }
    return new HoratioStreams<>(results, workload, late, rejected);
  }

  private EventMapping<T> events() {
    EventMapping<T> events = mapping != null ? mapping : RecordKinds.mapping(eventClass, subclasses, stream.getType());
    return events.withTypeField(typeField);
  }

  private String uid() {
    return "horatio-" + name;
  }

  private KeyedStream<T, ?> keyed() {
    if (global) {
      return stream.keyBy(record -> (byte) 0, Types.BYTE);
    }
    return (KeyedStream<T, ?>) stream;
  }
}
