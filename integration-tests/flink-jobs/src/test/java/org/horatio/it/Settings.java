// SPDX-License-Identifier: Apache-2.0
package org.horatio.it;

import java.nio.file.Path;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** What tests set of Flink. */
final class Settings {
  private Settings() {}

  /** Sets options given as names and values in turn. */
  static void set(StreamExecutionEnvironment env, String... namesAndValues) {
    Configuration settings = new Configuration();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      settings.setString(namesAndValues[i], namesAndValues[i + 1]);
    }
    env.configure(settings);
  }

  /** Checkpoints in a folder; any number of them may fail, and of restarts, at once. */
  static void checkpoint(StreamExecutionEnvironment env, Path folder, long everyMillis) {
    set(
        env,
        "execution.checkpointing.dir", folder.toUri().toString(),
        "execution.checkpointing.timeout", "20 s",
        "execution.checkpointing.tolerable-failed-checkpoints", "1000000",
        "restart-strategy.type", "fixed-delay",
        "restart-strategy.fixed-delay.attempts", "1000000",
        "restart-strategy.fixed-delay.delay", "0 ms");
    env.enableCheckpointing(everyMillis);
  }
}
