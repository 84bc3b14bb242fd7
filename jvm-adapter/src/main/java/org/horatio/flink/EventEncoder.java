// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.io.Serializable;

/**
 * Maps a record to an event of the workload's schema. Called on the task thread, once per record that is not late.
 *
 * @param <T> type of the records
 */
@FunctionalInterface
public interface EventEncoder<T> extends Serializable {
  /**
   * Names the event type and sets its attributes; an attribute that is not set is NULL. A record that cannot be mapped
   * is given to {@link EventWriter#reject}; an exception fails the job.
   */
  void encode(T record, EventWriter event);
}
