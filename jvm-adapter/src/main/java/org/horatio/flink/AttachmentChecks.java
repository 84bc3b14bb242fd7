// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.util.List;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.transformations.WithBoundedness;

/** What must hold before a workload is looked at; every refusal names its remedy. */
final class AttachmentChecks {
  static final String HEAP_TIMERS =
      "Horatio keeps its state where RocksDB with timers on the heap wants to keep timers, so every checkpoint would"
          + " fail. Set state.backend.rocksdb.timer-service.factory to ROCKSDB (the default), or use another state backend.";
  static final String BATCH =
      "Horatio needs event time and watermarks, which BATCH execution does not have."
          + " Set execution.runtime-mode to STREAMING (env.setRuntimeMode(RuntimeExecutionMode.STREAMING)).";

  private AttachmentChecks() {}

  static void declared(
      String name, String workload, boolean mapped, boolean keyed, List<String> keys, boolean global) {
    require(name != null && !name.isBlank(), "the attachment has no name: call .name(\"...\")");
    require(workload != null, "the attachment has no workload: call .workload(Path) or .workload(String)");
    require(mapped, "the attachment has no event mapping: call .event(Class) or .event(EventEncoder)");
    require(!global || keys.isEmpty(), ".global() and .keyedBy(...) exclude each other: a global stream has no key");
    require(global || keyed, "the stream is not keyed: attach stream.keyBy(...), or declare .global()");
    require(
        global || !keys.isEmpty(),
        "the attributes behind the key selector are not declared: call .keyedBy(\"attribute\", ...), so that the key"
            + " can be checked against every GROUP BY, or declare .global()");
  }

  static void job(DataStream<?> stream, String uid) {
    StreamExecutionEnvironment environment = stream.getExecutionEnvironment();
    RuntimeExecutionMode mode = environment.getConfiguration().get(ExecutionOptions.RUNTIME_MODE);
    boolean bounded = mode == RuntimeExecutionMode.AUTOMATIC && isBounded(stream.getTransformation());
    require(mode != RuntimeExecutionMode.BATCH && !bounded, BATCH);
    for (Transformation<?> other : environment.getTransformations()) {
      require(
          !uid.equals(other.getUid()),
          "two attachments of this job are called " + uid.substring("horatio-".length())
              + ": give each its own .name()");
    }
  }

  // In AUTOMATIC mode Flink chooses BATCH where every source is bounded.
  private static boolean isBounded(Transformation<?> input) {
    return input.getTransitivePredecessors().stream()
        .filter(WithBoundedness.class::isInstance)
        .allMatch(source -> ((WithBoundedness) source).getBoundedness() == Boundedness.BOUNDED);
  }

  private static void require(boolean holds, String message) {
    if (!holds) {
      throw new HoratioException(message);
    }
  }
}
