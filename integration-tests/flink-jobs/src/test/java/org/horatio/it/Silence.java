// SPDX-License-Identifier: Apache-2.0
package org.horatio.it;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiter;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;

/** Silences a generating source, without blocking its thread, after some records until a test ends the silence. */
final class Silence implements RateLimiterStrategy<SourceSplit> {
  private static final long serialVersionUID = 1;
  private static final Map<String, CompletableFuture<Void>> ENDS = new ConcurrentHashMap<>();

  private final String name;
  private final long records;

  Silence(String name) {
    this(name, 0);
  }

  /** @param records how many come before the silence */
  Silence(String name, long records) {
    this.name = name;
    this.records = records;
    ENDS.put(name, new CompletableFuture<>());
  }

  static void end(String name) {
    ENDS.get(name).complete(null);
  }

  @Override
  public RateLimiter<SourceSplit> createRateLimiter(int parallelism) {
    return new RateLimiter<>() {
      private long passed;

      @Override
      public CompletionStage<Void> acquire(int numberOfEvents) {
        return passed++ < records ? CompletableFuture.completedFuture(null) : ENDS.get(name);
      }
    };
  }
}
