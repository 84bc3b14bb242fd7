// SPDX-License-Identifier: Apache-2.0
package org.horatio.examples.ridesharing;

import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.horatio.flink.TrendResult;

/**
 * A sink for a Flink in this JVM: keeps the rows in memory, where the program that started the job finds them until it
 * closes the sink.
 */
public final class CollectedRows implements Sink<TrendResult>, AutoCloseable {
  private static final long serialVersionUID = 1;

  // Flink runs copies of the sink; this is what they share with the original.
  private static final Map<String, Queue<TrendResult>> ROWS = new ConcurrentHashMap<>();

  private final String name = UUID.randomUUID().toString();

  public CollectedRows() {
    ROWS.put(name, new ConcurrentLinkedQueue<>());
  }

  /** The rows that have come so far. */
  public List<TrendResult> rows() {
    return List.copyOf(ROWS.get(name));
  }

  /** Whether no row has come yet. */
  public boolean isEmpty() {
    return ROWS.get(name).isEmpty();
  }

  @Override
  public void close() {
    ROWS.remove(name);
  }

  @Override
  public SinkWriter<TrendResult> createWriter(WriterInitContext context) {
    Queue<TrendResult> rows = ROWS.get(name);
    return new SinkWriter<>() {
      @Override
      public void write(TrendResult row, Context context) {
        rows.add(row);
      }

      @Override
      public void flush(boolean endOfInput) {}

      @Override
      public void close() {}
    };
  }
}
