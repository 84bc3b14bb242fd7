// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import org.apache.flink.streaming.api.functions.source.legacy.SourceFunction;
import org.apache.flink.streaming.api.watermark.Watermark;

/** An endless source: a letter and a watermark every few milliseconds. */
final class SlowLetters implements SourceFunction<Letter> {
  private volatile boolean running = true;

  @Override
  public void run(SourceContext<Letter> context) throws InterruptedException {
    for (long time = 0; running; time++) {
      synchronized (context.getCheckpointLock()) {
        context.collectWithTimestamp(new Letter(time % 2 == 0 ? "A" : "B", (int) (time % 7), 100 * time), 100 * time);
        context.emitWatermark(new Watermark(100 * time - 1));
      }
      Thread.sleep(1);
    }
  }

  @Override
  public void cancel() {
    running = false;
  }
}
