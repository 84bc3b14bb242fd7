// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

/** What a subtask has counted; written by the task thread, read by the metrics, which may see an older value. */
final class SidecarCounters {
  long events;
  long late;
  long rejected;
  long ignored;
  long frames;
  long bytes;
  long rows;
  long refusedByProcess;
}
