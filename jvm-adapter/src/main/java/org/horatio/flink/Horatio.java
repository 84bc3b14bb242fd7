// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;

/**
 * Where a Flink job meets Horatio.
 *
 * <pre>{@code
 * HoratioStreams<Trip> out =
 *     Horatio.attach(trips.keyBy(Trip::district))
 *         .name("trips")
 *         .keyedBy("district")
 *         .workload(Path.of("trips.hql"))
 *         .event(Trip.class)
 *         .options(HoratioOptions.defaults())
 *         .run();
 * }</pre>
 */
public final class Horatio {
  private Horatio() {}

  /** Attaches a workload to a keyed stream; what the key selector reads is declared by {@code keyedBy}. */
  public static <T> HoratioAttachment<T> attach(KeyedStream<T, ?> stream) {
    return new HoratioAttachment<>(stream);
  }

  /** Attaches a workload to a stream without a key; {@code global()} must be declared. */
  public static <T> HoratioAttachment<T> attach(DataStream<T> stream) {
    return new HoratioAttachment<>(stream);
  }
}
