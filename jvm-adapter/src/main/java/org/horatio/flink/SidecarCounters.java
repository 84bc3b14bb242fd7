// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

/** What a subtask has counted; written by one thread each, read by the metrics, which may see an older value. */
final class SidecarCounters {
  long events;
  long late;
  long rejected;
  long ignored;
  long frames;
  long bytes;
  long rows;
  long refusedByProcess;
  long skippedPartial; // windows that a query of an edited workload leaves out
  long barriers;
  long lastDrainMillis; // of a barrier: until it could pass
  long lastDrainRows; // that left meanwhile
  long lastSnapshotMillis; // of an upload, with reading it from the process; written by the thread that uploads
  long lastSnapshotBytes; // written by the thread that uploads
}
