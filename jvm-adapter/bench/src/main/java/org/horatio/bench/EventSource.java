// SPDX-License-Identifier: Apache-2.0
package org.horatio.bench;

import org.apache.flink.streaming.api.functions.source.legacy.RichParallelSourceFunction;
import org.apache.flink.streaming.api.watermark.Watermark;

/**
 * Flink's cheapest source, so that what is measured lies behind it: one object filled again and again, a watermark
 * after every thousand events, unpaced or at {@code rate} events a second.
 */
@SuppressWarnings("deprecation") // The legacy source is the cheapest.
final class EventSource extends RichParallelSourceFunction<BenchEvent> {
  private static final int EVENTS_A_WATERMARK = 1_000;

  private final Shape shape;
  private final long events;
  private final long rate;
  private volatile boolean running = true;

  EventSource(Shape shape, long events, long rate) {
    this.shape = shape;
    this.events = events;
    this.rate = rate;
  }

  @Override
  public void run(SourceContext<BenchEvent> context) throws InterruptedException {
    BenchEvent event = shape.blank();
    long begin = System.nanoTime();
    Run.current().began(begin);
    for (long i = 0; i < events && running; ) {
      if (rate > 0) {
        pace(begin + i * 1_000_000_000L / rate);
      }
      synchronized (context.getCheckpointLock()) {
        long chunk = Math.min(i + EVENTS_A_WATERMARK, events);
        for (; i < chunk; i++) {
          shape.fill(i, event);
          context.collectWithTimestamp(event, event.ts);
        }
        watermark(context, i == events ? Long.MAX_VALUE : shape.time(i) - 1);
      }
    }
  }

  private static void watermark(SourceContext<BenchEvent> context, long time) {
    Run.current().latency().watermark(time);
    context.emitWatermark(new Watermark(time));
  }

  private static void pace(long due) throws InterruptedException {
    for (long wait = due - System.nanoTime(); wait > 0; wait = due - System.nanoTime()) {
      Thread.sleep(wait / 1_000_000, (int) (wait % 1_000_000));
    }
  }

  @Override
  public void cancel() {
    running = false;
  }
}
