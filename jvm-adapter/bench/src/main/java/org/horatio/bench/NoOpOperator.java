// SPDX-License-Identifier: Apache-2.0
package org.horatio.bench;

import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/** Takes keyed events and does nothing: what the exchange alone costs. */
final class NoOpOperator extends AbstractStreamOperator<Long>
    implements OneInputStreamOperator<BenchEvent, Long>, BoundedOneInput {
  private long events;

  @Override
  public void processElement(StreamRecord<BenchEvent> record) {
    events++;
  }

  @Override
  public void endInput() {
    output.collect(new StreamRecord<>(events));
  }
}
