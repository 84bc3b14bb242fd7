// SPDX-License-Identifier: Apache-2.0
package org.horatio.bench;

import org.apache.flink.api.common.functions.AggregateFunction;

/** SEQ(A0, B) by hand, for events that come in the order of their times: {number of A0, number of pairs}. */
final class PairsAggregate implements AggregateFunction<BenchEvent, long[], Long> {
  @Override
  public long[] createAccumulator() {
    return new long[2];
  }

  @Override
  public long[] add(BenchEvent event, long[] sums) {
    if (event.type == BenchEvent.Kind.A0) {
      sums[0]++;
    } else if (event.type == BenchEvent.Kind.B) {
      sums[1] += sums[0];
    }
    return sums;
  }

  @Override
  public Long getResult(long[] sums) {
    return sums[1];
  }

  @Override
  public long[] merge(long[] left, long[] right) {
    throw new UnsupportedOperationException("tumbling windows do not merge");
  }
}
