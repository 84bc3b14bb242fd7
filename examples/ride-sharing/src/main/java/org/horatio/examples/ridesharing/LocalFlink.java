// SPDX-License-Identifier: Apache-2.0
package org.horatio.examples.ridesharing;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** A whole Flink in this JVM, reachable from this machine only. */
public final class LocalFlink {
  private static final String LOOPBACK = "127.0.0.1";

  private LocalFlink() {}

  public static StreamExecutionEnvironment environment(int parallelism) {
    Configuration configuration = new Configuration();
    configuration.set(RestOptions.BIND_ADDRESS, LOOPBACK);
    configuration.set(RestOptions.BIND_PORT, "0");
    configuration.set(JobManagerOptions.BIND_HOST, LOOPBACK);
    configuration.set(TaskManagerOptions.BIND_HOST, LOOPBACK);
    return StreamExecutionEnvironment.createLocalEnvironment(parallelism, configuration);
  }
}
