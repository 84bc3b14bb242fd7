// SPDX-License-Identifier: Apache-2.0
package org.horatio.it;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.horatio.examples.ridesharing.LocalFlink;
import org.horatio.flink.HoratioOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever happens to the process, and when: a job that restarts from its checkpoints commits the rows of one that was
 * left alone. How often is set by {@code -Dhoratio.faults=N} and {@code -Dhoratio.seed=S}.
 */
@Timeout(value = 60, unit = TimeUnit.MINUTES)
class ProcessFaultTest {
  private static final int FAULTS = Integer.getInteger("horatio.faults", 6);
  private static final int MOST_PAUSE_MS = 600;
  private static final int RATE = 40_000;
  private static final Visits VISITS = new Visits(20_000L * (8 + FAULTS), 20, 50, 100);

  @TempDir Path folder;

  @AfterEach
  void noProcessIsLeft() throws Exception {
    Sidecars.awaitNone();
  }

  private JobClient start(String name, HoratioOptions options) throws Exception {
    StreamExecutionEnvironment env = LocalFlink.environment(2);
    Configuration settings = new Configuration();
    settings.setString("execution.checkpointing.dir", folder.toUri().toString());
    settings.setString("execution.checkpointing.tolerable-failed-checkpoints", "1000000");
    settings.setString("restart-strategy.type", "fixed-delay");
    settings.setString("restart-strategy.fixed-delay.attempts", "1000000");
    settings.setString("restart-strategy.fixed-delay.delay", "20 ms");
    env.configure(settings);
    env.enableCheckpointing(50);
    VISITS.attach(VISITS.stream(env, RATE), name).options(options).run().results()
        .map(Visits::text).returns(String.class).sinkTo(new CommittedRows(name));
    return env.executeAsync();
  }

  private static void assertComplete(JobClient job, String name) throws Exception {
    job.getJobExecutionResult().get();
    Lines.assertSame(VISITS.expected(name), CommittedRows.of(name), 1_000);
  }

  // At any moment: while it starts, restores, streams, freezes, is read, drains or closes.
  @ParameterizedTest
  @ValueSource(strings = {"KILL", "TERM"})
  void aProcessThatEndsAtAnyMomentCostsNoRow(String signal) throws Exception {
    long seed = Long.getLong("horatio.seed", System.nanoTime());
    System.out.printf("%s: %d faults, -Dhoratio.seed=%d%n", signal, FAULTS, seed);
    Random random = new Random(seed);
    String name = "ended_by_" + signal;
    JobClient job = start(name, Products.options());
    CompletableFuture<JobExecutionResult> end = job.getJobExecutionResult();
    Set<Long> hit = new HashSet<>();
    while (hit.size() < FAULTS && !end.isDone()) {
      Await.until(
          "a process is there, or the job is over",
          () -> end.isDone() || Sidecars.ofThisJvm().stream().anyMatch(process -> !hit.contains(process.pid())));
      // Half of them at or soon after the start, the others when the job has come farther.
      int committed = CommittedRows.count(name);
      if (random.nextBoolean()) {
        Await.until("the job goes on", () -> end.isDone() || CommittedRows.count(name) > committed);
      }
      Thread.sleep((long) (MOST_PAUSE_MS * Math.pow(random.nextDouble(), 3)));
      List<ProcessHandle> processes = Sidecars.ofThisJvm().stream().filter(one -> !hit.contains(one.pid())).toList();
      for (ProcessHandle process : processes) {
        hit.add(process.pid());
        Sidecars.signal(signal, process.pid());
      }
    }
    assertComplete(job, name);
    System.out.printf("%s: %d processes were hit%n", signal, hit.size());
  }

  @Test
  void aProcessThatStandsStillIsReplaced() throws Exception {
    JobClient job = start("stopped_for_good", Products.options().withProgressTimeout(Duration.ofSeconds(2)));
    Await.until("some rows are committed", () -> CommittedRows.count("stopped_for_good") > 500);
    Sidecars.signal("STOP", Sidecars.awaitOne().pid());
    assertComplete(job, "stopped_for_good");
  }

  @Test
  void aProcessThatStandsStillForAWhileGoesOn() throws Exception {
    JobClient job = start("stopped_for_a_while", Products.options());
    Await.until("some rows are committed", () -> CommittedRows.count("stopped_for_a_while") > 500);
    long process = Sidecars.awaitOne().pid();
    Sidecars.signal("STOP", process);
    Thread.sleep(3_000);
    Sidecars.signal("CONT", process);
    assertComplete(job, "stopped_for_a_while");
  }
}
