// SPDX-License-Identifier: Apache-2.0
package org.horatio.it;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.horatio.examples.ridesharing.LocalFlink;
import org.horatio.flink.HoratioOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A disk that has no room for the state that a barrier has frozen: the largest file that the process may write is small. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class FullDiskTest {
  private static final String SMALL = "LIMIT=50000 start";
  private static final Visits VISITS = new Visits(80_000, 20, 20_000, 1_000);

  @TempDir Path folder;

  @AfterEach
  void noProcessIsLeft() throws Exception {
    Sidecars.awaitNone();
  }

  private JobClient start(StreamExecutionEnvironment env, String name, List<String> faults) throws Exception {
    FaultyOperator operator = FaultyOperator.in(folder);
    HoratioOptions options = operator.options();
    String[] arguments = {
      options.operatorArguments().get(0), options.operatorArguments().get(1), "--snapshot-memory", "20000"
    };
    VISITS.attach(VISITS.stream(env, 20_000), name).options(options.withOperatorArguments(arguments)).run().results()
        .map(Visits::text).returns(String.class).sinkTo(new CommittedRows(name));
    operator.arm(faults);
    return env.executeAsync();
  }

  @Test
  void aJobGoesOnWhenItsProcessHasRoomForItsState() throws Exception {
    StreamExecutionEnvironment env = LocalFlink.environment(2);
    JobMetrics.of(env);
    Settings.checkpoint(env, folder, 50);
    JobClient job = start(env, "full_disk", List.of(SMALL, SMALL, SMALL));
    Await.until("the job has restarted three times", () -> JobMetrics.most("numRestarts") >= 3);
    job.getJobExecutionResult().get();
    Lines.assertSame(VISITS.expected("full_disk"), CommittedRows.of("full_disk"), 10_000);
  }

  @Test
  void aJobThatDoesNotRestartSaysWhatTheStateNeeds() throws Exception {
    StreamExecutionEnvironment env = LocalFlink.environment(2);
    Settings.checkpoint(env, folder, 50);
    Settings.set(env, "restart-strategy.type", "none");
    JobClient job = start(env, "no_disk", List.of(SMALL));
    StringWriter text = new StringWriter();
    assertThrows(ExecutionException.class, () -> job.getJobExecutionResult().get()).printStackTrace(new PrintWriter(text));
    assertTrue(text.toString().contains("File too large"), text::toString);
    assertTrue(text.toString().contains("TMPDIR"), text::toString);
  }
}
