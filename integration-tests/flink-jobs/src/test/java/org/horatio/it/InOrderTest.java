// SPDX-License-Identifier: Apache-2.0
package org.horatio.it;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.horatio.examples.ridesharing.CollectedRows;
import org.horatio.examples.ridesharing.LocalFlink;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is neither a record nor a watermark passes through Horatio to the operators behind it. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class InOrderTest {
  private final CollectedRows rows = new CollectedRows();

  @AfterEach
  void noProcessIsLeft() throws Exception {
    rows.close();
    Sidecars.awaitNone();
  }

  /** Remembers the newest watermark. */
  private static final class Watermarks extends AbstractStreamOperator<Long>
      implements OneInputStreamOperator<Long, Long> {
    private static final long serialVersionUID = 1;
    private static final AtomicLong NEWEST = new AtomicLong(Long.MIN_VALUE);

    @Override
    public void processElement(StreamRecord<Long> element) {}

    @Override
    public void processWatermark(Watermark mark) throws Exception {
      NEWEST.accumulateAndGet(mark.getTimestamp(), Math::max);
      super.processWatermark(mark);
    }
  }

  @Test
  void anIdleInputMakesTheOutputIdleAfterItsRows() throws Exception {
    StreamExecutionEnvironment env = LocalFlink.environment(1);
    Visits visits = new Visits(10_000, 10, 10, 100); // to time 999
    Visits others = new Visits(100_000, 10, 10, 100); // to time 9,999
    var results =
        visits
            .attach(
                visits.stream(env, new Silence("visits", 5_005), Visits.times().withIdleness(Duration.ofMillis(200))),
                "falls_idle")
            .run()
            .results();
    DataStream<Long> beside =
        others.stream(env, new Silence("others", 50_005), Visits.times()).map(visit -> 1L).returns(Types.LONG);
    results.map(row -> 0L).returns(Types.LONG).union(beside).transform("watermarks", Types.LONG, new Watermarks());
    results.sinkTo(rows);
    JobClient job = env.executeAsync();
    Await.until("watermarks of the other input pass", () -> Watermarks.NEWEST.get() == 4_999);
    Await.until("the rows before are there", () -> rows.rows().size() == 50);
    Silence.end("visits");
    Silence.end("others");
    job.getJobExecutionResult().get();
    Lines.assertSame(visits.expected("falls_idle"), Visits.sorted(rows.rows()), 100);
  }

  @Test
  void latencyMarkersReachTheSink() throws Exception {
    StreamExecutionEnvironment env = LocalFlink.environment(1);
    JobMetrics.of(env);
    Settings.set(env, "metrics.latency.interval", "10 ms");
    Visits visits = new Visits(20_000, 10, 10, 100);
    visits.attach(visits.stream(env, new Silence("markers", 10_000), Visits.times()), "markers").run().results()
        .sinkTo(rows);
    JobClient job = env.executeAsync();
    Await.until("Horatio and the sink have seen some", () -> JobMetrics.count("latency", "operator_id") == 2);
    Silence.end("markers");
    job.getJobExecutionResult().get();
    Lines.assertSame(visits.expected("markers"), Visits.sorted(rows.rows()), 100);
  }
}
