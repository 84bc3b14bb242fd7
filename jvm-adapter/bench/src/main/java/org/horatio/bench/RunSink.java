// SPDX-License-Identifier: Apache-2.0
package org.horatio.bench;

import java.io.Serializable;
import java.util.function.Function;
import org.apache.flink.streaming.api.functions.sink.legacy.RichSinkFunction;

/** Counts rows, sums one number of each, and notes when it was due and came. */
@SuppressWarnings("deprecation") // As cheap as the source.
final class RunSink<T> extends RichSinkFunction<T> {
  interface Of<T, R> extends Function<T, R>, Serializable {}

  private final Of<T, Number> number;
  private final Of<T, Long> due;

  RunSink(Of<T, Number> number, Of<T, Long> due) {
    this.number = number;
    this.due = due;
  }

  @Override
  public void invoke(T row, Context context) {
    Run run = Run.current();
    run.row(() -> number.apply(row));
    run.latency().arrived(due.apply(row));
  }

  @Override
  public void finish() {
    Run.current().ended();
  }
}
