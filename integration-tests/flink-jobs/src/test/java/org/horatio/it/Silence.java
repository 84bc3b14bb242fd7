// SPDX-License-Identifier: Apache-2.0
package org.horatio.it;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiter;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;

/** Keeps a generating source from its first record until a test ends the silence, without blocking its thread. */
final class Silence implements RateLimiterStrategy<SourceSplit> {
  private static final long serialVersionUID = 1;
  private static final Map<String, CompletableFuture<Void>> ENDS = new ConcurrentHashMap<>();

  private final String name;

  Silence(String name) {
    this.name = name;
    ENDS.put(name, new CompletableFuture<>());
  }

  static void end(String name) {
    ENDS.get(name).complete(null);
  }

  @Override
  public RateLimiter<SourceSplit> createRateLimiter(int parallelism) {
    return new RateLimiter<>() {
      @Override
      public CompletionStage<Void> acquire(int numberOfEvents) {
        return ENDS.get(name);
      }
    };
  }
}
