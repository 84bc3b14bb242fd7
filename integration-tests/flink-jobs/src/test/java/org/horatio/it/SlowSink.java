// SPDX-License-Identifier: Apache-2.0
package org.horatio.it;

import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.horatio.flink.TrendResult;

/** Lets so many bytes of rows through a second, as Flink serialises them. */
final class SlowSink extends RichMapFunction<TrendResult, TrendResult> {
  private static final long serialVersionUID = 1;
  private static final int AT_ONCE = 64 << 10;

  private final TypeInformation<TrendResult> type;
  private final double bytesPerSecond;
  private transient TypeSerializer<TrendResult> serializer;
  private transient DataOutputSerializer out;
  private transient long free; // when the next may pass

  SlowSink(TypeInformation<TrendResult> type, double bytesPerSecond) {
    this.type = type;
    this.bytesPerSecond = bytesPerSecond;
  }

  @Override
  public void open(OpenContext context) {
    serializer = type.createSerializer(new SerializerConfigImpl());
    out = new DataOutputSerializer(2 * AT_ONCE);
    free = System.nanoTime();
  }

  @Override
  public TrendResult map(TrendResult row) throws Exception {
    serializer.serialize(row, out);
    if (out.length() >= AT_ONCE) {
      long now = System.nanoTime();
      TimeUnit.NANOSECONDS.sleep(free - now);
      free = Math.max(free, now) + (long) (out.length() / bytesPerSecond * TimeUnit.SECONDS.toNanos(1));
      out.clear();
    }
    return row;
  }
}
