// SPDX-License-Identifier: Apache-2.0
package org.horatio.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.horatio.examples.ridesharing.LocalFlink;
import org.horatio.examples.ridesharing.QuickstartJob;
import org.horatio.examples.ridesharing.RideCsv;
import org.horatio.examples.ridesharing.RideEvent;
import org.horatio.examples.ridesharing.RideSharingFunction;
import org.horatio.flink.Horatio;
import org.horatio.flink.HoratioException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What goes wrong ends with the reason, and leaves nothing behind. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class FaultTest {
  private static final int PARALLELISM = 2;
  private static final String SCHEMA =
      "STREAM rides (TYPE Request (district STRING, driver INT, rider INT),"
          + " TYPE Travel (district STRING, driver INT, rider INT));\n";

  private final StreamExecutionEnvironment env = LocalFlink.environment(PARALLELISM);
  @TempDir Path folder;

  @AfterEach
  void noProcessIsLeft() throws Exception {
    Sidecars.awaitNone();
  }

  @Test
  void aKilledProcessFailsTheJobWithItsExitStatusAndItsLastWords() throws Exception {
    Visits visits = new Visits(500_000, 1_000, 1_000, 10);
    DataStream<Visits.Visit> gated = visits.stream(env).map(new Gate<>("kill", 100_000)).setParallelism(1);
    visits.attach(gated, "killed").run().results().sinkTo(new DiscardingSink<>());
    JobClient job = env.executeAsync();
    Gate.awaitReached("kill");
    Sidecars.signal("KILL", Sidecars.awaitOne().pid());
    Gate.open("kill");
    String failure = failure(job);
    assertTrue(failure.contains("137") || failure.contains("SIGKILL"), () -> "no exit status in: " + failure);
    assertTrue(failure.contains("stderr"), () -> "no stderr in: " + failure);
  }

  @Test
  void aKilledJvmTakesItsProcessAlong() throws Exception {
    Path log = folder.resolve("jvm.log");
    Process jvm =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                QuickstartJob.class.getName(),
                "--operator",
                Products.operator().toString(),
                "--workload",
                Products.workload("ride-sharing.hql").toString(),
                "--events",
                "1000000000")
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      Await.until(
          "the job's process is running", () -> jvm.isAlive() ? !Sidecars.of(jvm.toHandle()).isEmpty() : fail(log));
      List<ProcessHandle> sidecars = Sidecars.of(jvm.toHandle());
      jvm.destroyForcibly();
      long killed = System.nanoTime();
      for (ProcessHandle sidecar : sidecars) {
        Await.until("the process has ended", () -> Sidecars.hasEnded(sidecar.pid()));
      }
      System.out.printf("the process ended %d ms after its JVM%n", (System.nanoTime() - killed) / 1_000_000);
    } finally {
      jvm.destroyForcibly().waitFor();
    }
  }

  private static boolean fail(Path log) throws Exception {
    throw new AssertionError("the JVM ended by itself: " + Files.readString(log));
  }

  @Test
  void aQueryThatIsNotGroupedByTheKeyIsRefusedAtLoad() {
    String workload = SCHEMA + "QUERY by_driver RETURN COUNT(*) PATTERN Travel+ GROUP BY driver WITHIN 1 MINUTE;";
    HoratioException refusal = refusal(workload);
    assertTrue(refusal.getMessage().contains("by_driver"), refusal::getMessage);
    assertTrue(refusal.getMessage().contains("district"), refusal::getMessage);
  }

  @Test
  void aWrongDeclarationOfTheKeyIsFoundAtRunTime() throws Exception {
    String workload = SCHEMA + "QUERY trips RETURN COUNT(*) PATTERN Request GROUP BY district WITHIN 1 MINUTE;";
    Horatio.attach(rides(100_000).keyBy(ride -> ride.driver))
        .name("rides")
        .keyedBy("district")
        .workload(workload)
        .event(RideEvent.class)
        .options(Products.options())
        .run()
        .results()
        .sinkTo(new DiscardingSink<>());
    String failure = failure(env.executeAsync());
    assertTrue(failure.contains("key group"), () -> "no reason in: " + failure);
  }

  @Test
  void aQueryWithoutGroupByRunsOverTheWholeStream() throws Exception {
    Path workload = folder.resolve("all.hql");
    Files.writeString(
        workload,
        SCHEMA + "QUERY all RETURN COUNT(*) PATTERN SEQ(Request, Travel) WITHIN 1 MINUTE SLIDE 30 SECONDS;");
    Path csv = folder.resolve("rides.csv");
    RideCsv.write(csv, 1, 50_000, 0);
    var streams =
        Horatio.attach(rides(50_000))
            .name("rides")
            .global()
            .workload(workload)
            .event(RideEvent.class)
            .options(Products.options())
            .run();
    Lines.assertSame(Cli.run(workload, csv), Job.lines(env, streams), 5);
  }

  @Test
  void aWorkloadWithThreeMistakesListsAllThree() {
    String workload =
        SCHEMA
            + "QUERY a RETURN COUNT(*) PATTERN Trip+ GROUP BY district WITHIN 1 MINUTE;\n"
            + "QUERY b RETURN COUNT(*) PATTERN Travel+ T WHERE T.sped < 1 GROUP BY district WITHIN 1 MINUTE;\n"
            + "QUERY c RETURN COUNT(*) PATTERN Travel+ GROUP BY district WITHIN 1 FORTNIGHT;\n";
    HoratioException refusal = refusal(workload);
    assertEquals(3, refusal.faults().size(), () -> refusal.faults().toString());
  }

  /** Why a stream by district may not be attached to this workload. */
  private HoratioException refusal(String workload) {
    var attachment =
        Horatio.attach(rides(1_000).keyBy(ride -> ride.district))
            .name("rides")
            .keyedBy("district")
            .workload(workload)
            .event(RideEvent.class)
            .options(Products.options());
    return assertThrows(HoratioException.class, attachment::run);
  }

  private DataStream<RideEvent> rides(long events) {
    WatermarkStrategy<RideEvent> times =
        WatermarkStrategy.<RideEvent>forMonotonousTimestamps().withTimestampAssigner((ride, before) -> ride.ts);
    var source =
        new DataGeneratorSource<>(new RideSharingFunction(1, 0), events, TypeInformation.of(RideEvent.class));
    return env.fromSource(source, times, "rides").setParallelism(1);
  }

  /** Waits for the job to fail; all messages of the failure. */
  private static String failure(JobClient job) {
    ExecutionException failure = assertThrows(ExecutionException.class, () -> job.getJobExecutionResult().get());
    StringWriter text = new StringWriter();
    failure.printStackTrace(new PrintWriter(text));
    return text.toString();
  }
}
