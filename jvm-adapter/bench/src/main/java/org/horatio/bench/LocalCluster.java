// SPDX-License-Identifier: Apache-2.0
package org.horatio.bench;

import java.nio.file.Path;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.runtime.checkpoint.CheckpointStatsSnapshot;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** One Flink for all runs of a JVM, reachable from this machine only. */
final class LocalCluster implements AutoCloseable {
  private static final String LOOPBACK = "127.0.0.1";
  private static final long CHECKPOINT_MILLIS = 500;

  private final MiniCluster cluster;

  LocalCluster() throws Exception {
    Configuration settings = new Configuration();
    settings.set(RestOptions.BIND_ADDRESS, LOOPBACK);
    settings.set(RestOptions.BIND_PORT, "0");
    settings.set(JobManagerOptions.BIND_HOST, LOOPBACK);
    settings.set(TaskManagerOptions.BIND_HOST, LOOPBACK);
    settings.set(TaskManagerOptions.TASK_OFF_HEAP_MEMORY, MemorySize.ofMebiBytes(2_048));
    cluster =
        new MiniCluster(
            new MiniClusterConfiguration.Builder()
                .setConfiguration(settings)
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(1)
                .build());
    cluster.start();
  }

  static StreamExecutionEnvironment environment() {
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(new Configuration());
    env.setParallelism(1);
    env.getConfig().enableObjectReuse();
    return env;
  }

  static void checkpointing(StreamExecutionEnvironment env, Path directory) {
    env.enableCheckpointing(CHECKPOINT_MILLIS);
    Configuration storage = new Configuration();
    storage.set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem");
    storage.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, directory.toUri().toString());
    env.configure(storage);
  }

  CheckpointStatsSnapshot run(StreamExecutionEnvironment env) throws Exception {
    JobID job = cluster.submitJob(env.getStreamGraph().getJobGraph()).get().getJobID();
    cluster.requestJobResult(job).get().toJobExecutionResult(LocalCluster.class.getClassLoader());
    return cluster.getExecutionGraph(job).get().getCheckpointStatsSnapshot();
  }

  @Override
  public void close() throws Exception {
    cluster.close();
  }
}
