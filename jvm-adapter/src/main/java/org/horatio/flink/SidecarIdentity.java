// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.runtime.execution.Environment;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;

/** Who a subtask is, as HELLO says it. */
record SidecarIdentity(
    String job, String operator, int subtask, String attempt, int maxParallelism, int firstKeyGroup, int lastKeyGroup) {

  static SidecarIdentity of(Environment environment, OperatorID operator) {
    TaskInfo task = environment.getTaskInfo();
    int subtask = task.getIndexOfThisSubtask();
    int most = task.getMaxNumberOfParallelSubtasks();
    KeyGroupRange range = KeyGroupRangeAssignment.computeKeyGroupRangeForOperatorIndex(
        most, task.getNumberOfParallelSubtasks(), subtask);
    return new SidecarIdentity(
        environment.getJobID().toString(), operator.toString(), subtask, environment.getExecutionId().toString(), most,
        range.getStartKeyGroup(), range.getEndKeyGroup());
  }
}
