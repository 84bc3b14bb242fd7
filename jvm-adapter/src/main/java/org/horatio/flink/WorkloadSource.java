// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** The text of a workload and how its stream is keyed: what the process needs to read it. */
record WorkloadSource(String text, boolean global, List<String> keys) implements Serializable {
  private static final long serialVersionUID = 1L;
  private static final int MOST_BYTES = 1 << 20; // what the control plane takes

  /** @throws HoratioException if the text is larger than a process takes */
  WorkloadSource {
    keys = List.copyOf(keys);
    int bytes = text.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > MOST_BYTES) {
      throw new HoratioException(
          "the workload has " + bytes + " bytes; horatio-operator takes at most " + MOST_BYTES
              + ": split it over several attachments");
    }
  }

  /**
   * Has a process read the workload: one that runs already, or one of this machine, which is ended again.
   *
   * @throws HoratioException with all faults if the workload is refused
   */
  WorkloadDescription describe(HoratioOptions options) {
    if (options.connection() != null) {
      RunningOperator running = new RunningOperator(options.connection());
      ReadyLine ready = running.awaitReady(options.startTimeout());
      return new ControlClient(ready, running.token(), options.startTimeout()).register(this);
    }
    OperatorBinary binary = OperatorBinary.find(options, Path.of(System.getProperty("java.io.tmpdir")));
    LaunchedProcess process = LaunchedProcess.start(binary, options.operatorArguments(), "reads a workload");
    try {
      ReadyLine ready = process.awaitReady(options.startTimeout());
      return new ControlClient(ready, process.token(), options.startTimeout()).register(this);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new HoratioException("interrupted while horatio-operator read the workload", e);
    } finally {
      process.stop();
    }
  }
}
