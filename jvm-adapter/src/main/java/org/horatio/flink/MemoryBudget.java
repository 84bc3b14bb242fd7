// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a launched process may use, held against what Flink has set aside for memory that is not the JVM's. The process
 * counts events, state and results and ends the largest session with the reason when they reach their share of it; the
 * rest is for what is not counted.
 */
final class MemoryBudget {
  static final String FLAG = "--memory";
  /** Where nobody said anything. */
  static final long BY_DEFAULT = 256L << 20;

  private static final Logger LOG = LoggerFactory.getLogger(MemoryBudget.class);
  private static final String SETTING = "taskmanager.memory.task.off-heap.size";

  private MemoryBudget() {}

  /**
   * The arguments of the process.
   *
   * @throws RefusedJobException if the option asks for more than the TaskManager has
   */
  static List<String> arguments(HoratioOptions options, long offHeap) {
    List<String> arguments = new ArrayList<>(options.operatorArguments());
    long bytes = bytes(options.memory(), offHeap);
    if (bytes < Long.MAX_VALUE && arguments.stream().noneMatch(MemoryBudget::isFlag)) {
      arguments.add(FLAG);
      arguments.add(Long.toString(counted(bytes)));
    }
    return arguments;
  }

  private static boolean isFlag(String argument) {
    return argument.equals(FLAG) || argument.startsWith(FLAG + "=");
  }

  /** Bytes for the whole process; Long.MAX_VALUE: as much as it finds right for its machine. */
  static long bytes(long asked, long offHeap) {
    if (asked > offHeap) {
      throw new RefusedJobException(
          "the option memory gives horatio-operator " + asked + " bytes, but " + SETTING + " of this TaskManager is "
              + offHeap + " bytes, so that its container could be killed. Set " + SETTING + " to at least " + asked
              + "b for each Horatio job that shares the TaskManager, or lower the option");
    }
    if (asked > 0) {
      return asked;
    }
    if (offHeap > 0) {
      return isUnlimited(offHeap) ? Long.MAX_VALUE : offHeap;
    }
    LOG.warn(
        "{} is not set, so that this TaskManager has nothing set aside for horatio-operator, which is held to {} bytes;"
            + " set it to what the workload needs",
        SETTING, BY_DEFAULT);
    return BY_DEFAULT;
  }

  // What Flink sets within one JVM.
  private static boolean isUnlimited(long offHeap) {
    return offHeap >= 1L << 50;
  }

  static long counted(long bytes) {
    return bytes - bytes / 8;
  }
}
