// SPDX-License-Identifier: Apache-2.0
package org.horatio.bench;

import org.apache.flink.streaming.api.functions.windowing.ProcessWindowFunction;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.Collector;

/** Makes a row of a window that has pairs. */
final class PairsRow<K> extends ProcessWindowFunction<Long, PairsRow.Row, K, TimeWindow> {
  /** A POJO. */
  public static class Row {
    public long pairs;
    public long lastMs;
  }

  @Override
  public void process(K key, Context context, Iterable<Long> pairs, Collector<Row> out) {
    Row row = new Row();
    row.pairs = pairs.iterator().next();
    row.lastMs = context.window().maxTimestamp();
    if (row.pairs > 0) {
      out.collect(row);
    }
  }
}
