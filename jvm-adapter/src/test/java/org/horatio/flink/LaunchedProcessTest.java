// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Children that are small shell scripts. */
@Timeout(60)
class LaunchedProcessTest {
  private static final String READY =
      "read token; echo \"{\\\"data\\\":\\\"tcp://127.0.0.1:1\\\",\\\"control\\\":\\\"127.0.0.1:2\\\"}\"; ";
  private static final Duration DEADLINE = Duration.ofSeconds(20);

  @TempDir Path folder;

  private Path script(String body) throws IOException {
    Path file = Files.createTempFile(folder, "operator", ".sh");
    Files.writeString(file, "#!/bin/sh\n" + body + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    return file;
  }

  private static LaunchedProcess start(Path script, List<String> arguments) {
    return LaunchedProcess.start(OperatorBinary.installed(script), arguments, "job 7, started by subtask 1");
  }

  private static ProcessPool.Lease acquire(String job, Path script) throws InterruptedException {
    return ProcessPool.acquire(job, OperatorBinary.installed(script), List.of(), DEADLINE, "subtask 1");
  }

  private static boolean lives(long pid) {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }

  @Test
  void aChildThatIsReadyEndsWhenItsStdinCloses() throws Exception {
    LaunchedProcess process = start(script(READY + "read end; exit 0"), List.of());
    assertEquals("tcp://127.0.0.1:1", process.awaitReady(DEADLINE).data());
    process.stop();
    assertFalse(lives(process.pid()));
  }

  @Test
  void aChildThatFailsAtItsStartNamesStatusAndStderr() throws Exception {
    LaunchedProcess process = start(script("read token; echo 'port in use' >&2; exit 3"), List.of());
    String message = assertThrows(HoratioException.class, () -> process.awaitReady(DEADLINE)).getMessage();
    assertTrue(message.contains("exit status 3") && message.contains("port in use"), message);
    process.stop();
  }

  @Test
  void aChildThatSaysSomethingElseIsRefused() throws Exception {
    LaunchedProcess process = start(script("read token; echo hello; read end"), List.of());
    String message = assertThrows(HoratioException.class, () -> process.awaitReady(DEADLINE)).getMessage();
    assertTrue(message.endsWith("it said: hello"), message);
    process.stop();
  }

  @Test
  void aChildThatIsNeverReadyMissesTheDeadline() throws Exception {
    LaunchedProcess process = start(script("read token; echo waiting >&2; read end"), List.of());
    Duration shortly = Duration.ofMillis(300);
    String message = assertThrows(HoratioException.class, () -> process.awaitReady(shortly)).getMessage();
    assertTrue(message.contains("not ready after PT0.3S"), message);
    process.stop();
    assertFalse(lives(process.pid()));
  }

  @Test
  void aKilledChildSaysItsSignal() throws Exception {
    LaunchedProcess process = start(script(READY + "read end"), List.of());
    process.awaitReady(DEADLINE);
    ProcessHandle.of(process.pid()).orElseThrow().destroyForcibly();
    String end = process.endWithin(DEADLINE);
    assertTrue(end.contains("exit status 137 (signal 9)"), end);
    process.stop();
  }

  @Test
  void anExecutableThatCannotStartIsAnError() {
    assertThrows(HoratioException.class, () -> start(folder.resolve("nothing"), List.of()));
    HoratioOptions options = HoratioOptions.defaults().withOperatorBinary(folder.resolve("nothing"));
    assertTrue(
        assertThrows(HoratioException.class, () -> OperatorBinary.find(options, folder)).getMessage().contains("no executable"));
  }

  @Test
  void usersOfOneJobShareAProcessAndTheLastEndsIt() throws Exception {
    Path script = script(READY + "read end");
    ProcessPool.Lease first = acquire("job", script);
    ProcessPool.Lease second = acquire("job", script);
    ProcessPool.Lease other = acquire("other job", script);
    assertSame(first.process(), second.process());
    assertNotSame(first.process(), other.process());
    first.release();
    first.release();
    assertTrue(lives(second.process().pid()));
    second.release();
    assertFalse(lives(second.process().pid()));
    assertTrue(lives(other.process().pid()));
    other.release();
    assertFalse(lives(other.process().pid()));
  }

  @Test
  void aFailureAtTheStartReachesEveryUser() throws Exception {
    Path script = script("read token; sleep 0.3; echo 'no memory' >&2; exit 4");
    ProcessPool.Lease first = acquire("job", script);
    ProcessPool.Lease second = acquire("job", script);
    for (ProcessPool.Lease lease : List.of(first, second)) {
      String message = assertThrows(HoratioException.class, () -> lease.process().awaitReady(DEADLINE)).getMessage();
      assertTrue(message.contains("no memory"), message);
      lease.release();
    }
  }

  @Test
  void aDeadProcessIsReplacedThoughItStillHasUsers() throws Exception {
    Path script = script(READY + "read end");
    ProcessPool.Lease first = acquire("job", script);
    ProcessHandle.of(first.process().pid()).orElseThrow().destroyForcibly();
    first.process().endWithin(DEADLINE);
    ProcessPool.Lease second = acquire("job", script);
    assertNotSame(first.process(), second.process());
    first.release();
    assertTrue(lives(second.process().pid()));
    second.release();
    assertFalse(lives(second.process().pid()));
  }

  @Test
  void aProcessThatStandsStillIsKilledByItsLastUserWithoutBeingAsked() throws Exception {
    Path asked = folder.resolve("asked");
    Path script = script(READY + "read end; touch " + asked);
    ProcessPool.Lease first = acquire("job", script);
    ProcessPool.Lease second = acquire("job", script);
    first.process().awaitReady(DEADLINE);
    first.release(true);
    assertTrue(lives(first.process().pid()));
    second.release(false);
    assertFalse(lives(first.process().pid()));
    assertFalse(Files.exists(asked));
  }

  @Test
  void whatAJobLeavesIsKilled() throws Exception {
    ProcessPool.Lease lease = acquire("job", script(READY + "read end"));
    ProcessPool.killAll("another job");
    assertTrue(lives(lease.process().pid()));
    ProcessPool.killAll("job");
    assertFalse(lives(lease.process().pid()));
    lease.release();
  }

  @Test
  void manyThatAJobLeavesAreKilledInTheTimeOfOne() throws Exception {
    List<ProcessPool.Lease> leases = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      leases.add(acquire("job", script("trap '' TERM; " + READY + "read end; sleep 1000")));
    }
    ProcessPool.killAll("job");
    for (ProcessPool.Lease lease : leases) {
      assertFalse(lives(lease.process().pid()));
      lease.release();
    }
  }

  // 10 s after the end of stdin SIGTERM, 5 s later SIGKILL.
  @Test
  void aChildThatDoesNotWantToEndIsKilledWithin20Seconds() throws Exception {
    LaunchedProcess process =
        start(script("trap '' TERM; " + READY + "read end; while :; do sleep 0.2; done"), List.of());
    process.awaitReady(DEADLINE);
    process.stop();
    assertFalse(lives(process.pid()));
  }

  @Test
  void aStartWaitsForTheEndOfTheJobsFormerProcess() throws Exception {
    Path script = script(READY + "read end; sleep 1");
    ProcessPool.Lease first = acquire("job", script);
    first.process().awaitReady(DEADLINE);
    Thread closing = new Thread(first::release);
    closing.start();
    while (closing.getState() != Thread.State.TIMED_WAITING) {
      Thread.sleep(1);
    }
    ProcessPool.Lease second = acquire("job", script);
    assertFalse(lives(first.process().pid()));
    closing.join();
    assertTrue(lives(second.process().pid()));
    second.release();
  }

  @Test
  void whatAChildWritesToStderrIsInTheLogWithItsOwner() throws Exception {
    List<String> lines = new CopyOnWriteArrayList<>();
    var appender = new AbstractAppender("lines", null, null, false, null) {
      @Override
      public void append(LogEvent event) {
        lines.add(event.getMessage().getFormattedMessage());
      }
    };
    appender.start();
    Logger logger = (Logger) LogManager.getLogger(LaunchedProcess.class);
    logger.addAppender(appender);
    Level before = logger.getLevel();
    logger.setLevel(Level.INFO);
    try {
      LaunchedProcess process = start(script("read token; echo 'disk full' >&2; exit 1"), List.of());
      process.endWithin(DEADLINE);
      process.stop();
      String expected = "horatio-operator " + process.pid() + " (job 7, started by subtask 1): disk full";
      assertTrue(lines.contains(expected), lines::toString);
    } finally {
      logger.setLevel(before);
      logger.removeAppender(appender);
    }
  }

  @Test
  void noThreadOfAChildOutlivesIt() throws Exception {
    LaunchedProcess process = start(script(READY + "read end"), List.of());
    process.awaitReady(DEADLINE);
    process.stop();
    String suffix = "-" + process.pid();
    assertFalse(Thread.getAllStackTraces().keySet().stream().anyMatch(thread -> thread.getName().endsWith(suffix)));
  }
}
