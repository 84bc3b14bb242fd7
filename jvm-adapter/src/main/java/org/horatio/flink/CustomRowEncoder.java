// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Encodes by a function of the user, which sees the event being filled. */
final class CustomRowEncoder<T> extends RowEncoder<T> implements EventWriter {
  private static final int NOT_SENT = -1;

  private final EventEncoder<T> encoder;
  private final FrameBuilder frame;
  private final List<WorkloadDescription.EventType> types;
  private final List<Map<String, Integer>> attributes; // per type: name -> column, or NOT_SENT

  private boolean named;
  private int type;
  private TypeBlock block;

  CustomRowEncoder(WorkloadDescription workload, FrameBuilder frame, EventEncoder<T> encoder) {
    this.encoder = encoder;
    this.frame = frame;
    this.types = workload.types();
    this.attributes = types.stream().map(CustomRowEncoder::columns).toList();
  }

  private static Map<String, Integer> columns(WorkloadDescription.EventType type) {
    Map<String, Integer> columns = new HashMap<>();
    type.attributes().forEach(name -> columns.put(name, NOT_SENT));
    for (int i = 0; i < type.columns().size(); i++) {
      columns.put(type.columns().get(i).name(), i);
    }
    return columns;
  }

  @Override
  protected TypeBlock fill(T record) {
    named = false;
    if (types.size() == 1) {
      select(0);
    }
    encoder.encode(record, this);
    if (!named) {
      reject("the encoder named no event type");
    }
    return block;
  }

  @Override
  public EventWriter type(String eventType) {
    if (eventType == null) {
      reject("the event type is null");
    }
    select(frame.typeIndex(eventType));
    return this;
  }

  private void select(int index) {
    named = true;
    type = index;
    block = index < 0 ? null : frame.block(index);
    if (block != null) {
      block.discard();
    }
  }

  // The column of an attribute, NOT_SENT if it is not to be set.
  private int column(String attribute) {
    if (!named) {
      throw new IllegalStateException("the encoder sets " + attribute + " before it names the event type");
    }
    if (type < 0) {
      return NOT_SENT;
    }
    Integer column = attributes.get(type).get(attribute);
    if (column == null) {
      throw new IllegalArgumentException(
          types.get(type).name() + " has no attribute " + attribute + "; it has " + types.get(type).attributes());
    }
    return block == null ? NOT_SENT : column;
  }

  private WorkloadDescription.Column declared(int column) {
    return types.get(type).columns().get(column);
  }

  private EventWriter judge(String reason) {
    if (reason != null) {
      reject(reason);
    }
    return this;
  }

  @Override
  public EventWriter set(String attribute, long value) {
    int at = column(attribute);
    return at < 0 ? this : judge(ValueConversion.setLong(value, declared(at), block.column(at)));
  }

  @Override
  public EventWriter set(String attribute, double value) {
    int at = column(attribute);
    return at < 0 ? this : judge(ValueConversion.setDouble(value, declared(at), block.column(at)));
  }

  @Override
  public EventWriter set(String attribute, boolean value) {
    int at = column(attribute);
    return at < 0 ? this : judge(ValueConversion.setBool(value, declared(at), block.column(at)));
  }

  @Override
  public EventWriter set(String attribute, Object value) {
    int at = column(attribute);
    return at < 0 ? this : judge(ValueConversion.setObject(value, declared(at), block.column(at)));
  }

}
