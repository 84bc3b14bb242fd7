// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.TypeSerializerSingleton;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Result rows as query, window, groups, aggregates, statuses; each value with a tag of one byte. */
public final class TrendResultSerializer extends TypeSerializerSingleton<TrendResult> {
  private static final long serialVersionUID = 1L;
  static final TrendResultSerializer INSTANCE = new TrendResultSerializer();

  /** The format has no parameters. */
  public static final class Snapshot extends SimpleTypeSerializerSnapshot<TrendResult> {
    /** For Flink. */
    public Snapshot() {
      super(() -> INSTANCE);
    }
  }

  @Override
  public void serialize(TrendResult row, DataOutputView out) throws IOException {
    TaggedValue.writeText(row.query(), out);
    TaggedValue.write(row.windowStart(), out);
    TaggedValue.write(row.windowEnd(), out);
    out.writeBoolean(row.isWindowOfEvents());
    writeAll(row.groups(), out);
    writeAll(row.aggregates(), out);
    for (AggregateStatus status : row.statuses()) {
      writeStatus(status, out);
    }
    TaggedValue.writeText(row.rowStatus(), out);
  }

  @Override
  public TrendResult deserialize(DataInputView in) throws IOException {
    String query = TaggedValue.readText(in);
    Long start = (Long) TaggedValue.read(in);
    Long end = (Long) TaggedValue.read(in);
    boolean ofEvents = in.readBoolean();
    Object[] groups = readAll(in);
    Object[] aggregates = readAll(in);
    AggregateStatus[] statuses = new AggregateStatus[aggregates.length];
    for (int i = 0; i < statuses.length; i++) {
      statuses[i] = readStatus(in);
    }
    return new TrendResult(query, start, end, ofEvents, groups, aggregates, statuses, TaggedValue.readText(in));
  }

  private static void writeStatus(AggregateStatus status, DataOutputView out) throws IOException {
    out.writeByte(status.kind().ordinal());
    if (status.kind() == AggregateStatus.Kind.APPROX) {
      out.writeDouble(status.bound());
      TaggedValue.write(status.farBound(), out);
    }
  }

  private static AggregateStatus readStatus(DataInputView in) throws IOException {
    int kind = in.readUnsignedByte();
    if (kind == AggregateStatus.Kind.APPROX.ordinal()) {
      return AggregateStatus.approx(in.readDouble(), (String) TaggedValue.read(in));
    }
    return kind == AggregateStatus.Kind.OK.ordinal() ? AggregateStatus.OK : AggregateStatus.OVERFLOW;
  }

  private static void writeAll(Object[] values, DataOutputView out) throws IOException {
    out.writeShort(values.length);
    for (Object value : values) {
      TaggedValue.write(value, out);
    }
  }

  private static Object[] readAll(DataInputView in) throws IOException {
    Object[] values = new Object[in.readUnsignedShort()];
    for (int i = 0; i < values.length; i++) {
      values[i] = TaggedValue.read(in);
    }
    return values;
  }

  @Override
  public boolean isImmutableType() {
    return true;
  }

  @Override
  public TrendResult createInstance() {
    return new TrendResult("", null, null, false, new Object[0], new Object[0], new AggregateStatus[0], "");
  }

  @Override
  public TrendResult copy(TrendResult from) {
    return from;
  }

  @Override
  public TrendResult copy(TrendResult from, TrendResult reuse) {
    return from;
  }

  @Override
  public int getLength() {
    return -1;
  }

  @Override
  public TrendResult deserialize(TrendResult reuse, DataInputView in) throws IOException {
    return deserialize(in);
  }

  @Override
  public void copy(DataInputView in, DataOutputView out) throws IOException {
    serialize(deserialize(in), out);
  }

  @Override
  public TypeSerializerSnapshot<TrendResult> snapshotConfiguration() {
    return new Snapshot();
  }
}
