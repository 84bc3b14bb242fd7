// SPDX-License-Identifier: Apache-2.0
package org.horatio.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.util.ExceptionUtils;
import org.horatio.examples.ridesharing.LocalFlink;
import org.horatio.flink.Horatio;
import org.horatio.flink.HoratioOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The frames that a dead process was sent last are there, and {@code horatio replay} runs them. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class ReplayTest {
  private static final int PARALLELISM = 2;
  private static final Pattern COMMAND = Pattern.compile("`horatio replay ([^`]+)`");

  private final StreamExecutionEnvironment env = LocalFlink.environment(PARALLELISM);
  @TempDir Path folder;

  /** What {@code horatio replay} has said. */
  private record Replay(int exit, String out, String errors) {}

  @AfterEach
  void noProcessIsLeft() throws Exception {
    Sidecars.awaitNone();
  }

  private HoratioOptions options() {
    return Products.options().withReplayDirectory(folder.resolve("kept"));
  }

  private Replay replay(String shell) throws Exception {
    Path out = Files.createTempFile(folder, "out", ".txt");
    Path errors = Files.createTempFile(folder, "errors", ".txt");
    Process process = new ProcessBuilder("sh", "-c", shell).redirectOutput(out.toFile()).redirectError(errors.toFile()).start();
    process.getOutputStream().close();
    return new Replay(process.waitFor(), Files.readString(out), Files.readString(errors));
  }

  private static String failure(JobClient job) throws Exception {
    try {
      job.getJobExecutionResult().get();
    } catch (ExecutionException e) {
      return ExceptionUtils.stringifyException(e);
    }
    throw new AssertionError("the job did not fail");
  }

  private static Path folderOf(String failure) {
    Matcher command = COMMAND.matcher(failure);
    assertTrue(command.find(), failure);
    return Path.of(command.group(1));
  }

  private JobClient startUntilHalf(String name, HoratioOptions options) throws Exception {
    Visits visits = new Visits(400_000, 1_000, 1_000, 10);
    DataStream<Visits.Visit> gated = visits.stream(env).map(new Gate<>(name, 100_000)).setParallelism(1);
    visits.attach(gated, name).options(options).run().results().sinkTo(new DiscardingSink<>());
    JobClient job = env.executeAsync();
    Gate.awaitReached(name);
    return job;
  }

  @Test
  void aProcessThatIsKilledLeavesFramesThatRun() throws Exception {
    JobClient job = startUntilHalf("kept", options());
    Sidecars.signal("KILL", Sidecars.awaitOne().pid());
    Gate.open("kept");
    Path kept = folderOf(failure(job));
    assertEquals(folder.resolve("kept"), kept.getParent());
    try (Stream<Path> sessions = Files.list(kept)) {
      List<Path> all = sessions.toList();
      assertTrue(!all.isEmpty() && all.size() <= PARALLELISM, all.toString());
      for (Path session : all) {
        assertTrue(Files.size(session.resolve("frames.bin")) < (5 << 20), "more than the event credit is kept");
      }
    }
    Replay replay = replay(Products.cli() + " replay " + kept);
    assertEquals(0, replay.exit(), replay.errors());
    Matcher events = Pattern.compile("frames taken.*: (\\d+) events, (\\d+) rows,.* no fault").matcher(replay.out());
    long sum = 0;
    while (events.find()) {
      sum += Long.parseLong(events.group(1));
    }
    assertTrue(sum > 1_000, replay.out());
    assertTrue(replay.out().contains("signal 9"), replay.out());
  }

  @Test
  void nothingIsKeptWhereTheJobSaysSo() throws Exception {
    JobClient job = startUntilHalf("unkept", options().withoutReplay());
    Sidecars.signal("KILL", Sidecars.awaitOne().pid());
    Gate.open("unkept");
    String failure = failure(job);
    assertFalse(failure.contains("horatio replay"), failure);
    assertFalse(Files.exists(folder.resolve("kept")));
  }

  // The strategy builds every trend, of which a hundred visits of one window have 2^100: whoever runs them is ended for
  // the processor time that it takes.
  @Test
  void framesThatEndAProcessEndTheNextOneToo() throws Exception {
    Path limited = folder.resolve("limited-operator");
    Files.writeString(limited, "#!/bin/sh\nulimit -t 1\nexec " + Products.operator() + " \"$@\"\n");
    assertTrue(limited.toFile().setExecutable(true));
    Visits visits = new Visits(2_000, 1, 10, 100);
    Visits poisoned = new Visits(1_000, 10, 1, 100);
    DataStream<Visits.Visit> stream = visits.stream(env).union(poisoned.stream(env).map(visit -> {
      visit.ts += 2_000;
      visit.place = 77;
      return visit;
    })).assignTimestampsAndWatermarks(Visits.times());
    String workload = "STREAM visits (TYPE Visit (place INT)); QUERY q RETURN COUNT(*) PATTERN Visit+ GROUP BY place"
        + " WITHIN 100 MILLISECONDS;";
    Horatio.attach(stream.keyBy(visit -> visit.place))
        .name("poisoned").keyedBy("place").workload(workload).event(Visits.Visit.class)
        .options(options().withOperatorBinary(limited).withOperatorArguments("--strategy", "enumerate"))
        .run().results().sinkTo(new DiscardingSink<>());
    String failure = failure(env.executeAsync());
    assertTrue(failure.contains("signal 9") || failure.contains("signal 24"), failure);
    Path kept = folderOf(failure);

    Replay replay = replay("ulimit -t 1; " + Products.cli() + " replay --verbose " + kept);
    assertNotEquals(0, replay.exit());
    assertFalse(replay.out().contains(" no fault\n" + kept), "the poisoned session came to its end: " + replay.out());
    assertTrue(replay.exit() == 137 || replay.exit() == 152, replay.exit() + replay.out() + replay.errors());
    String last = replay.errors().strip().lines().filter(line -> line.startsWith("frame ")).reduce((a, b) -> b).orElse("");
    assertTrue(last.contains("WATERMARK") || last.contains("END_OF_INPUT"), replay.errors());
  }
}
