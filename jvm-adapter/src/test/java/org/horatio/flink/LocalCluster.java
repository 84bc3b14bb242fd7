// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.MiniClusterExtension;

/** A MiniCluster that other machines cannot reach. */
final class LocalCluster {
  private LocalCluster() {}

  static MiniClusterExtension withSlots(int slots) {
    return withSlots(slots, new Configuration());
  }

  static MiniClusterExtension withSlots(int slots, Configuration more) {
    Configuration configuration = new Configuration();
    configuration.addAll(more);
    configuration.set(RestOptions.BIND_ADDRESS, "localhost");
    configuration.set(JobManagerOptions.BIND_HOST, "localhost");
    configuration.set(TaskManagerOptions.BIND_HOST, "localhost");
    return new MiniClusterExtension(
        new MiniClusterResourceConfiguration.Builder()
            .setConfiguration(configuration)
            .setNumberTaskManagers(1)
            .setNumberSlotsPerTaskManager(slots)
            .build());
  }
}
