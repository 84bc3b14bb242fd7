// SPDX-License-Identifier: Apache-2.0
package org.horatio.it;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.horatio.examples.ridesharing.CollectedRows;
import org.horatio.examples.ridesharing.LocalFlink;
import org.horatio.flink.TrendResult;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever is slow, stopped or large: a job ends, with the right rows and in bounded memory. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class FlowTest {
  private static final int PARALLELISM = 2;
  private static final long MIB = 1 << 20;

  private final StreamExecutionEnvironment env = LocalFlink.environment(PARALLELISM);
  private final CollectedRows rows = new CollectedRows();

  @AfterEach
  void noProcessIsLeft() throws Exception {
    rows.close();
    Sidecars.awaitNone();
  }

  @Test
  void onePaneHoldsTenTimesTheCreditWindow() throws Exception {
    // At 22 bytes a row on the wire at least, 2 million rows of one time are 42 MiB; the event credit is 4 MiB.
    Visits visits = new Visits(2_000_000, 2_000_000, 100, 1_000);
    var streams = visits.attach(visits.stream(env), "pane").run();
    Lines.assertSame(visits.expected("pane"), Visits.sorted(Job.rows(env, streams)), 100);
  }

  @Test
  void aMillionGroupsCloseAtOneWatermark() throws Exception {
    Visits visits = new Visits(1_000_000, 100_000, 1_000_000, 1_000);
    var streams = visits.attach(visits.stream(env), "groups").run();
    Lines.assertSame(visits.expected("groups"), Visits.sorted(Job.rows(env, streams)), 1_000_000);
  }

  @Test
  void aSinkStopsFor10Seconds() throws Exception {
    Visits visits = new Visits(3_000_000, 1_000, 200_000, 500);
    var streams = visits.attach(visits.stream(env), "slow_sink").run();
    streams.results().map(new Gate<>("sink", 1_000)).returns(TrendResult.class).sinkTo(rows);
    JobClient job = env.executeAsync();
    Gate.awaitReached("sink");
    assertMemoryStaysBoundedFor(Duration.ofSeconds(10));
    Gate.open("sink");
    job.getJobExecutionResult().get();
    Lines.assertSame(visits.expected("slow_sink"), Visits.sorted(rows.rows()), 1_000_000);
  }

  private static void assertMemoryStaysBoundedFor(Duration time) throws Exception {
    long process = Sidecars.awaitOne().pid();
    long most = 0;
    for (long end = System.nanoTime() + time.toNanos(); System.nanoTime() < end; Thread.sleep(500)) {
      most = Math.max(most, Sidecars.residentBytes(process));
    }
    System.gc();
    long heap = Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    System.out.printf("sink stopped: process %d MiB, heap of the JVM %d MiB%n", most / MIB, heap / MIB);
    assertTrue(most < 700 * MIB, "the process holds " + most / MIB + " MiB");
    assertTrue(heap < 300 * MIB, "the JVM holds " + heap / MIB + " MiB");
  }

  @Test
  void anIdleSourceHoldsNothingUp() throws Exception {
    Visits visits = new Visits(10_000, 10, 10, 100);
    Silence silence = new Silence("idle source");
    var silent =
        new DataGeneratorSource<>(
            i -> Visits.Visit.at(999, 0), 1, silence, TypeInformation.of(Visits.Visit.class));
    DataStream<Visits.Visit> both =
        visits
            .stream(env)
            .map(new Gate<>("idle source", 5_000))
            .setParallelism(1)
            .union(
                env.fromSource(silent, Visits.times().withIdleness(Duration.ofMillis(200)), "silent").setParallelism(1))
            .map(new Gate<>("both sources", 5_000))
            .setParallelism(1);
    var streams = visits.attach(both, "idle").run();

    streams.results().sinkTo(rows);
    JobClient job = env.executeAsync();
    Gate.awaitReached("idle source");
    Await.until("the first rows have come though one source is silent", () -> !rows.isEmpty());
    Silence.end("idle source");
    // Its event is on its way before the other source passes its time.
    Gate.awaitReached("both sources");
    Gate.open("idle source");
    Gate.open("both sources");
    job.getJobExecutionResult().get();

    List<String> expected = new ArrayList<>(visits.expected("idle"));
    expected.replaceAll(row -> row.equals("idle 900 0 100 OK") ? "idle 900 0 101 OK" : row);
    Lines.assertSame(expected, Visits.sorted(rows.rows()), 100);
  }

  @Test
  void theProcessIsStoppedFor5SecondsAndContinued() throws Exception {
    Visits visits = new Visits(500_000, 1_000, 1_000, 10);
    DataStream<Visits.Visit> gated = visits.stream(env).map(new Gate<>("stop", 100_000)).setParallelism(1);
    var streams = visits.attach(gated, "stopped").run();

    streams.results().sinkTo(rows);
    JobClient job = env.executeAsync();
    Gate.awaitReached("stop");
    long process = Sidecars.awaitOne().pid();
    Sidecars.signal("STOP", process);
    Gate.open("stop");
    Thread.sleep(5_000);
    Sidecars.signal("CONT", process);
    job.getJobExecutionResult().get();
    Lines.assertSame(visits.expected("stopped"), Visits.sorted(rows.rows()), 10_000);
  }

  @Test
  void oneJobHasTwoAttachments() throws Exception {
    Visits few = new Visits(100_000, 100, 10, 100);
    Visits many = new Visits(200_000, 100, 1_000, 50);
    var first = few.attach(few.stream(env), "first").run();
    var second = many.attach(many.stream(env), "second").run();

    first.results().union(second.results()).sinkTo(rows);
    env.execute();
    List<String> expected = new ArrayList<>(few.expected("first"));
    expected.addAll(many.expected("second"));
    Lines.assertSame(expected, Visits.sorted(rows.rows()), 1_000);
  }
}
