// SPDX-License-Identifier: Apache-2.0
package org.horatio.examples.ridesharing;

import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;

/** Counts the records that pass into an accumulator of the job. */
public final class Counted<T> extends RichMapFunction<T, T> {
  private static final long serialVersionUID = 1;

  private final String name;
  private final LongCounter counter = new LongCounter();

  public Counted(String name) {
    this.name = name;
  }

  @Override
  public void open(OpenContext context) {
    getRuntimeContext().addAccumulator(name, counter);
  }

  @Override
  public T map(T record) {
    counter.add(1);
    return record;
  }
}
