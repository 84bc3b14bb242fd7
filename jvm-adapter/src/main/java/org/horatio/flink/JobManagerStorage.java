// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.lang.reflect.Field;
import org.apache.flink.runtime.state.CheckpointStreamFactory;
import org.apache.flink.runtime.state.memory.MemCheckpointStreamFactory;

/**
 * Flink's checkpoint storage in the JobManager's memory, which is the default where no directory is set: how much it
 * takes of one subtask. What is too large is said before it fills the heap.
 */
final class JobManagerStorage {
  private JobManagerStorage() {}

  /** Bytes that the state of one subtask may have; without limit for every other storage. */
  static long limitOf(CheckpointStreamFactory streams) {
    if (!(streams instanceof MemCheckpointStreamFactory)) {
      return Long.MAX_VALUE;
    }
    try {
      Field limit = MemCheckpointStreamFactory.class.getDeclaredField("maxStateSize"); // has no getter
      limit.setAccessible(true);
      return limit.getInt(streams);
    } catch (ReflectiveOperationException | RuntimeException e) {
      return Long.MAX_VALUE; // Flink's own check, at the end of the upload, remains
    }
  }

  /** Ends an upload that does not fit. */
  static void check(long bytes, long limit) {
    if (bytes > limit) {
      throw new HoratioException(
          "the state of this subtask has " + bytes + " bytes or more, and Flink's JobManagerCheckpointStorage takes at"
              + " most " + limit + ": set execution.checkpointing.storage to filesystem, and"
              + " execution.checkpointing.dir to a directory that JobManager and TaskManagers share");
    }
  }
}
