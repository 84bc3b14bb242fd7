// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.io.Serializable;
import org.apache.flink.streaming.api.operators.AbstractStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.ChainingStrategy;
import org.apache.flink.streaming.api.operators.OneInputStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.util.OutputTag;

/** Makes the operator of each subtask; carries all that the job graph has to keep of an attachment. */
final class SidecarOperatorFactory<T> extends AbstractStreamOperatorFactory<TrendResult>
    implements OneInputStreamOperatorFactory<T, TrendResult> {
  private static final long serialVersionUID = 1L;

  private final Plan<T> plan;

  /** What an attachment has declared and the process has said about it. */
  record Plan<T>(
      WorkloadSource source,
      WorkloadDescription workload,
      EventMapping<T> mapping,
      HoratioOptions options,
      OutputTag<T> late,
      OutputTag<RejectedEvent<T>> rejected)
      implements Serializable {
    private static final long serialVersionUID = 1L;
  }

  SidecarOperatorFactory(Plan<T> plan) {
    this.plan = plan;
    setChainingStrategy(ChainingStrategy.HEAD);
  }

  @Override
  @SuppressWarnings("unchecked")
  public <O extends StreamOperator<TrendResult>> O createStreamOperator(
      StreamOperatorParameters<TrendResult> parameters) {
    return (O) new SidecarOperator<>(parameters, plan);
  }

  @Override
  @SuppressWarnings("rawtypes")
  public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader classLoader) {
    return SidecarOperator.class;
  }
}
