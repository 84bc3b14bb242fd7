// SPDX-License-Identifier: Apache-2.0
package org.horatio.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.ExceptionUtils;
import org.horatio.examples.ridesharing.LocalFlink;
import org.horatio.flink.TrendResult;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs that stop and go on elsewhere, fail and restart: each row is committed once, as if nothing had happened. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class CheckpointTest {
  private static final int RATE = 20_000;
  private static final Visits VISITS = new Visits(80_000, 10, 50, 100);

  @TempDir Path folder;

  @AfterEach
  void noProcessIsLeft() throws Exception {
    Sidecars.awaitNone();
  }

  private StreamExecutionEnvironment environment(int parallelism, String backend, String restoreFrom) {
    StreamExecutionEnvironment env = LocalFlink.environment(parallelism);
    Configuration settings = new Configuration();
    settings.setString("state.backend.type", backend);
    settings.setString("execution.checkpointing.dir", folder.toUri().toString());
    if (restoreFrom != null) {
      settings.setString("execution.state-recovery.path", restoreFrom);
    }
    env.configure(settings);
    env.enableCheckpointing(100);
    env.setMaxParallelism(16);
    return env;
  }

  private static void restarts(StreamExecutionEnvironment env, int attempts) {
    Configuration settings = new Configuration();
    settings.setString("restart-strategy.type", "fixed-delay");
    settings.setString("restart-strategy.fixed-delay.attempts", Integer.toString(attempts));
    settings.setString("restart-strategy.fixed-delay.delay", "100 ms");
    env.configure(settings);
  }

  /** Passes rows on slowly, so that the network before it is full. */
  private static final class Slowly implements MapFunction<TrendResult, String> {
    private static final long serialVersionUID = 1;

    @Override
    public String map(TrendResult row) throws InterruptedException {
      TimeUnit.MICROSECONDS.sleep(500);
      return Visits.text(row);
    }
  }

  private static JobClient start(StreamExecutionEnvironment env, String name) throws Exception {
    VISITS.attach(VISITS.stream(env, RATE), name).run().results()
        .map(Visits::text).returns(String.class).sinkTo(new CommittedRows(name));
    return env.executeAsync();
  }

  // Some visits are late.
  private static JobClient startSlowly(StreamExecutionEnvironment env, String name) throws Exception {
    var streams = VISITS.attach(VISITS.streamWithLate(env), name).run();
    DataStream<String> rows = streams.results().rebalance().map(new Slowly()).returns(String.class);
    rows.union(streams.late().map(Visits::lateText).returns(String.class)).sinkTo(new CommittedRows(name));
    return env.executeAsync();
  }

  private static void awaitRows(String name, int rows) throws Exception {
    Await.until(rows + " rows are committed", () -> CommittedRows.count(name) >= rows);
  }

  private static void assertComplete(String name) {
    Lines.assertSame(VISITS.expected(name), CommittedRows.of(name), 1_000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"hashmap", "rocksdb"})
  void aJobMovesFromTwoSubtasksToThreeToOneToTwo(String backend) throws Exception {
    String name = "rescaled_" + backend;
    String savepoint = null;
    int[] parallelisms = {2, 3, 1, 2};
    for (int part = 0; part < parallelisms.length; part++) {
      JobClient job = start(environment(parallelisms[part], backend, savepoint), name);
      if (part == parallelisms.length - 1) {
        job.getJobExecutionResult().get();
        break;
      }
      awaitRows(name, 800 * (part + 1));
      SavepointFormatType format = part == 1 ? SavepointFormatType.NATIVE : SavepointFormatType.CANONICAL;
      savepoint = job.stopWithSavepoint(false, folder.toUri().toString(), format).get();
    }
    assertComplete(name);
  }

  @Test
  void aJobGoesOnAfterASavepoint() throws Exception {
    JobClient job = start(environment(2, "hashmap", null), "beside");
    awaitRows("beside", 500);
    String savepoint = job.triggerSavepoint(folder.toUri().toString(), SavepointFormatType.CANONICAL).get();
    assertTrue(Files.exists(Path.of(java.net.URI.create(savepoint))), savepoint);
    job.getJobExecutionResult().get();
    assertComplete("beside");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aCheckpointTakenUnderBackpressureIsWhole(boolean unaligned) throws Exception {
    String name = unaligned ? "unaligned" : "aligned";
    StreamExecutionEnvironment env = environment(2, "hashmap", null);
    env.getCheckpointConfig().enableUnalignedCheckpoints(unaligned);
    env.getCheckpointConfig()
        .setExternalizedCheckpointRetention(ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
    JobClient job = startSlowly(env, name);
    awaitRows(name, 300);
    job.cancel().get();
    Sidecars.awaitNone();
    StreamExecutionEnvironment restored = environment(1, "hashmap", newestCheckpoint(job));
    restored.getCheckpointConfig().enableUnalignedCheckpoints(unaligned);
    startSlowly(restored, name).getJobExecutionResult().get();
    Lines.assertSame(VISITS.expectedWithLate(name), CommittedRows.of(name), 1_000);
  }

  private String newestCheckpoint(JobClient job) throws IOException {
    try (Stream<Path> checkpoints = Files.list(folder.resolve(job.getJobID().toString()))) {
      return checkpoints
          .filter(checkpoint -> Files.exists(checkpoint.resolve("_metadata")))
          .max(Comparator.comparingInt(path -> Integer.parseInt(path.getFileName().toString().substring(4))))
          .orElseThrow()
          .toUri()
          .toString();
    }
  }

  @Test
  void checkpointsThatAreAbortedChangeNothing() throws Exception {
    StreamExecutionEnvironment env = environment(2, "hashmap", null);
    env.getCheckpointConfig().setCheckpointTimeout(Duration.ofMillis(20).toMillis());
    env.getCheckpointConfig().setTolerableCheckpointFailureNumber(Integer.MAX_VALUE);
    startSlowly(env, "aborted").getJobExecutionResult().get();
    Lines.assertSame(VISITS.expectedWithLate("aborted"), CommittedRows.of("aborted"), 1_000);
  }

  @Test
  void aSavepointThatCannotBeWrittenFailsAndTheJobGoesOn() throws Exception {
    StreamExecutionEnvironment env = environment(2, "hashmap", null);
    env.getCheckpointConfig().setTolerableCheckpointFailureNumber(Integer.MAX_VALUE);
    JobClient job = start(env, "unwritable");
    awaitRows("unwritable", 300);
    assertThrows(
        ExecutionException.class,
        () -> job.triggerSavepoint("file:///dev/null/savepoint", SavepointFormatType.CANONICAL).get());
    job.getJobExecutionResult().get();
    assertComplete("unwritable");
  }

  // Of a periodic checkpoint Flink tells the same to its log and history; the job's own failure has no cause in it.
  @Test
  void stateThatIsTooLargeForTheJobManagersMemorySaysSoWithTheRemedy() throws Exception {
    StreamExecutionEnvironment env = LocalFlink.environment(1);
    Configuration settings = new Configuration();
    settings.setString("execution.checkpointing.storage", "jobmanager");
    env.configure(settings);
    env.setMaxParallelism(16);
    Visits visits = new Visits(2_000_000, 1, 2_000_000, 10_000_000); // each has a group that stays open
    visits.attach(visits.stream(env, 20_000), "too_large").run().results()
        .map(Visits::text).returns(String.class).sinkTo(new CommittedRows("too_large"));
    JobClient job = env.executeAsync();
    String target = folder.toUri().toString();
    String[] reasons = {""};
    Await.until("a savepoint is refused for its size", () -> {
      try {
        job.triggerSavepoint(target, SavepointFormatType.CANONICAL).get();
      } catch (ExecutionException e) {
        reasons[0] = ExceptionUtils.stringifyException(e);
      }
      return reasons[0].contains("JobManagerCheckpointStorage");
    });
    assertTrue(reasons[0].contains("takes at most 5242880: set execution.checkpointing.storage"), reasons[0]);
    job.cancel().get();
  }

  @Test
  void aProcessThatIsKilledThreeTimesCostsNoRow() throws Exception {
    StreamExecutionEnvironment env = environment(2, "hashmap", null);
    restarts(env, 20);
    JobClient job = start(env, "killed_and_restarted");
    for (int rows : List.of(400, 1_200, 2_000)) {
      awaitRows("killed_and_restarted", rows);
      long process = Sidecars.awaitOne().pid();
      Sidecars.signal("KILL", process);
      Await.until("the process has ended", () -> Sidecars.hasEnded(process));
    }
    job.getJobExecutionResult().get();
    assertComplete("killed_and_restarted");
  }

  @Test
  void aDrainedJobGoesOnBehindTheWindowsThatItHasClosed() throws Exception {
    JobClient job = start(environment(2, "hashmap", null), "drained");
    awaitRows("drained", 500);
    String savepoint =
        job.stopWithSavepoint(true, folder.toUri().toString(), SavepointFormatType.CANONICAL).get();
    job.getJobExecutionResult().get();
    int before = CommittedRows.count("drained");
    start(environment(1, "hashmap", savepoint), "drained").getJobExecutionResult().get();
    List<String> windows =
        CommittedRows.of("drained").stream().map(row -> row.replaceAll(" \\d+ OK$", "")).toList();
    assertEquals(windows.stream().distinct().count(), windows.size());
    assertEquals(VISITS.expected("drained").size(), windows.size());
    assertTrue(before < windows.size());
  }

  @Test
  void aFinishedJobSavesWhatItHas() throws Exception {
    start(environment(2, "hashmap", null), "finished").getJobExecutionResult().get();
    assertComplete("finished");
  }
}
