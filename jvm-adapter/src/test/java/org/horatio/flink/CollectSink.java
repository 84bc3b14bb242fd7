// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.functions.sink.legacy.SinkFunction;

/** Collects a stream's records as texts, with their timestamps, in this JVM. */
final class CollectSink<T> implements SinkFunction<T> {
  private static final Map<String, List<String>> COLLECTED = new ConcurrentHashMap<>();

  private final String name;

  private CollectSink(String name) {
    this.name = name;
  }

  /** The list that the stream's records will be in, unsorted. */
  static <T> List<String> of(DataStream<T> stream, String name) {
    List<String> list = new CopyOnWriteArrayList<>();
    COLLECTED.put(name, list);
    stream.addSink(new CollectSink<>(name));
    return list;
  }

  @Override
  public void invoke(T value, Context context) {
    COLLECTED.get(name).add(value + " @" + context.timestamp());
  }
}
