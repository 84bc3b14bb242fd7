// SPDX-License-Identifier: Apache-2.0
package org.horatio.it;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
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
 * A process that is killed, told to end or stopped, or whose connection ends or falls silent, in each phase: a job that
 * restarts from its checkpoints commits the rows of one that was left alone.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class PhaseFaultTest {
  private static final int RATE = 20_000;

  // Places, in an order in which each is reached: kinds of frames are those of FRAMES.md.
  private static final List<String> IN_THE_STREAM = List.of(
      "in 5 20", // PANES
      "out 13 30", // CREDIT
      "in 6 20", // WATERMARK
      "out 11 20", // RESULT
      "out 12 20", // DRAINED_WATERMARK
      "in 7 5", // BARRIER: the drain
      "out 8 6", // BARRIER_ACK
      "in 9 40", // SNAPSHOT, asked for
      "out 9 60", // SNAPSHOT, a chunk
      "in 10 5"); // RELEASE
  private static final List<String> AT_THE_HANDSHAKE = List.of(
      "in 1 1", // HELLO
      "out 2 2"); // HELLO_OK
  private static final List<String> AT_THE_RESTORE = List.of(
      "in 3 5", // RESTORE
      "in 4 1", // RESTORE_DONE
      "out 4 2"); // RESTORE_DONE, answered

  @TempDir Path folder;

  @AfterEach
  void noProcessIsLeft() throws Exception {
    Sidecars.awaitNone();
    Await.until("no child is left", () -> ProcessHandle.current().descendants().findAny().isEmpty());
  }

  private void run(String name, List<String> faults, Visits visits, HoratioOptions settings) throws Exception {
    FaultyOperator operator = FaultyOperator.in(folder);
    StreamExecutionEnvironment env = LocalFlink.environment(2);
    Settings.checkpoint(env, folder, 50);
    HoratioOptions options = operator.options()
        .withStartTimeout(settings.startTimeout()).withProgressTimeout(settings.progressTimeout());
    visits.attach(visits.stream(env, RATE), name).options(options).run().results()
        .map(Visits::text).returns(String.class).sinkTo(new CommittedRows(name));
    operator.arm(faults);
    JobClient job = env.executeAsync();
    job.getJobExecutionResult().get();
    Lines.assertSame(visits.expected(name), CommittedRows.of(name), 500);
    operator.assertAllHappened();
  }

  @SafeVarargs // they are only read
  @SuppressWarnings("varargs")
  private static List<String> all(String action, List<String>... places) {
    return Stream.of(places).flatMap(List::stream).map(place -> action + " " + place).toList();
  }

  private static List<String> everywhere(String action) {
    return all(action, List.of("start", "ready"), IN_THE_STREAM, AT_THE_HANDSHAKE, AT_THE_RESTORE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"KILL", "TERM"})
  void aProcessThatEndsInAnyPhaseCostsNoRow(String signal) throws Exception {
    run("phases_" + signal, everywhere(signal), new Visits(240_000, 20, 50, 100), HoratioOptions.defaults());
  }

  @Test
  void aConnectionThatIsLostInAnyPhaseCostsNoRow() throws Exception {
    run("phases_cut", all("CUT", IN_THE_STREAM, AT_THE_RESTORE), new Visits(240_000, 20, 50, 100), HoratioOptions.defaults());
  }

  // At END_OF_INPUT, and at BYE.
  @ParameterizedTest
  @ValueSource(strings = {
      "KILL in 19 1", "TERM in 19 1", "CUT in 19 1", "STOP in 19 1", "KILL in 21 1", "TERM in 21 1", "STOP in 21 1"})
  void aFaultAtTheEndOfTheJobCostsNoRow(String fault) throws Exception {
    run("end_" + fault.replace(' ', '_'), List.of(fault), new Visits(20_000, 20, 50, 100),
        HoratioOptions.defaults().withProgressTimeout(Duration.ofSeconds(2)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"CUT in 1 1", "CUT out 2 2"})
  void aConnectionThatIsLostInTheHandshakeIsMadeAgain(String fault) throws Exception {
    run("handshake_" + fault.split(" ")[1], List.of(fault), new Visits(20_000, 20, 50, 100), HoratioOptions.defaults());
  }

  @Test
  void aProcessThatStandsStillInAnyPhaseCostsNoRow() throws Exception {
    run("phases_stop", everywhere("STOP"), new Visits(240_000, 20, 50, 100),
        HoratioOptions.defaults()
            .withStartTimeout(Duration.ofSeconds(4)).withProgressTimeout(Duration.ofSeconds(2)));
  }

  @Test
  void aConnectionThatFallsSilentIsAProcessThatStandsStill() throws Exception {
    run("phases_mute", List.of("MUTE in 5 20", "MUTE out 8 5", "MUTE in 3 5"), new Visits(160_000, 20, 50, 100),
        HoratioOptions.defaults()
            .withStartTimeout(Duration.ofSeconds(4)).withProgressTimeout(Duration.ofSeconds(2)));
  }
}
