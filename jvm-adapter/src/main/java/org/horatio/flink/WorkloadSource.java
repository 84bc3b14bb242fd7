// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.io.Serializable;
import java.util.List;

/** The text of a workload and how its stream is keyed: what the process needs to read it. */
record WorkloadSource(String text, boolean global, List<String> keys) implements Serializable {
  private static final long serialVersionUID = 1L;

  WorkloadSource {
    keys = List.copyOf(keys);
  }

  /**
   * Has a process of this machine read the workload, and ends it again.
   *
   * @throws HoratioException with all faults if the workload is refused
   */
  WorkloadDescription describe(HoratioOptions options) {
    LaunchedProcess process = LaunchedProcess.start(OperatorBinary.find(options), options.operatorArguments());
    try {
      ReadyLine ready = process.awaitReady(options.startTimeout());
      return new ControlClient(ready, process.token()).register(this);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new HoratioException("interrupted while horatio-operator read the workload", e);
    } finally {
      process.stop();
    }
  }
}
