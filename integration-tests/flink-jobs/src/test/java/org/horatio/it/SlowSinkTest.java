// SPDX-License-Identifier: Apache-2.0
package org.horatio.it;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.horatio.examples.ridesharing.LocalFlink;
import org.horatio.flink.TrendResult;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A sink that is slow, or stands still: barriers wait for one window of results, memory for nothing. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class SlowSinkTest {
  private static final long RESULT_CREDIT = 4 << 20;
  private static final long LEAST_ROW = 34; // bytes on the wire: window, key group, place and count

  @TempDir Path folder;

  @AfterEach
  void noProcessIsLeft() throws Exception {
    Sidecars.awaitNone();
  }

  @Test
  void aBarrierWaitsForOneWindowOfResults() throws Exception {
    StreamExecutionEnvironment env = LocalFlink.environment(1);
    JobMetrics.of(env);
    Settings.checkpoint(env, folder, 200);
    Visits visits = new Visits(1_500_000, 1_000, 200_000, 500);
    var results = visits.attach(visits.stream(env), "slow_sink").run().results();
    results.map(new SlowSink(results.getType(), 10e6)).returns(TrendResult.class)
        .map(Visits::text).returns(String.class).sinkTo(new CommittedRows("slow_sink"));
    JobClient job = env.executeAsync();
    long pid = Sidecars.awaitOne().pid();
    long mostRows = 0;
    long mostMillis = 0;
    while (JobMetrics.most("horatio.rows") < 400_000) {
      mostRows = Math.max(mostRows, JobMetrics.most("horatio.lastDrainRows"));
      mostMillis = Math.max(mostMillis, JobMetrics.most("horatio.lastDrainMillis"));
      Thread.sleep(5);
    }
    long barriers = JobMetrics.most("horatio.barriers");
    Memory memory = Memory.now(pid);
    System.out.printf("sink of 10 MB/s: %d barriers, the slowest in %d ms, most rows meanwhile %d; %s; %d failed%n",
        barriers, mostMillis, mostRows, memory, JobMetrics.most("numberOfFailedCheckpoints"));
    assertTrue(barriers > 1, "barriers: " + barriers);
    assertTrue(mostRows <= RESULT_CREDIT / LEAST_ROW, mostRows + " rows left while a barrier waited");
    memory.assertWithin(500, 300, 300);
    job.getJobExecutionResult().get();
    Lines.assertSame(visits.expected("slow_sink"), CommittedRows.of("slow_sink"), 100_000);
  }

  private JobClient startBehindAGate(StreamExecutionEnvironment env, Visits visits, String name) throws Exception {
    JobMetrics.of(env);
    Settings.set(env, "execution.checkpointing.timeout", "2 s");
    visits.attach(visits.stream(env), name).run().results().map(new Gate<>(name, 1_000)).returns(TrendResult.class)
        .map(Visits::text).returns(String.class).sinkTo(new CommittedRows(name));
    JobClient job = env.executeAsync();
    Gate.awaitReached(name);
    return job;
  }

  @Test
  void whileASinkStandsStillCheckpointsTimeOutAndMemoryDoesNotGrow() throws Exception {
    StreamExecutionEnvironment env = LocalFlink.environment(2);
    Settings.checkpoint(env, folder, 100);
    Visits visits = new Visits(1_000_000, 1_000, 50_000, 100);
    JobClient job = startBehindAGate(env, visits, "stopped_sink");
    long pid = Sidecars.awaitOne().pid();
    long failed = JobMetrics.most("numberOfFailedCheckpoints");
    Await.until("a checkpoint has timed out", () -> JobMetrics.most("numberOfFailedCheckpoints") > failed);
    Memory before = Memory.now(pid);
    Await.until("three more have", () -> JobMetrics.most("numberOfFailedCheckpoints") > failed + 3);
    Memory after = Memory.now(pid);
    System.out.printf("sink stopped: %s, and some checkpoints later %s%n", before, after);
    after.assertNotAbove(before, 16);
    after.assertWithin(500, 300, 300);
    Gate.open("stopped_sink");
    job.getJobExecutionResult().get();
    Lines.assertSame(visits.expected("stopped_sink"), CommittedRows.of("stopped_sink"), 100_000);
  }

  @Test
  void aJobThatMayMissNoCheckpointRestartsUntilItsSinkGoesOn() throws Exception {
    StreamExecutionEnvironment env = LocalFlink.environment(2);
    Settings.checkpoint(env, folder, 100);
    Settings.set(env, "execution.checkpointing.tolerable-failed-checkpoints", "0");
    Visits visits = new Visits(1_000_000, 1_000, 50_000, 100);
    JobClient job = startBehindAGate(env, visits, "impatient");
    Await.until("the job has restarted twice", () -> JobMetrics.most("numRestarts") >= 2);
    Gate.open("impatient");
    job.getJobExecutionResult().get();
    Lines.assertSame(visits.expected("impatient"), CommittedRows.of("impatient"), 100_000);
  }
}
