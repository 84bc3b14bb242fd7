// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.nio.file.Path;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.runtime.execution.Environment;
import org.apache.flink.runtime.taskmanager.TaskManagerRuntimeInfo;

/**
 * What the TaskManager gives a process that runs beside it.
 *
 * @param temporary its directory for what does not last
 * @param offHeap bytes of {@code taskmanager.memory.task.off-heap.size}; Long.MAX_VALUE in a Flink within one JVM
 */
record TaskManagerPlace(Path temporary, long offHeap) {
  static TaskManagerPlace of(Environment environment) {
    TaskManagerRuntimeInfo info = environment.getTaskManagerInfo();
    return new TaskManagerPlace(
        Path.of(info.getTmpDirectories()[0]),
        info.getConfiguration().get(TaskManagerOptions.TASK_OFF_HEAP_MEMORY).getBytes());
  }
}
