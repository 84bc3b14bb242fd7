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
import java.util.List;
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

  private static boolean lives(long pid) {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }

  @Test
  void aChildThatIsReadyEndsWhenItsStdinCloses() throws Exception {
    LaunchedProcess process = LaunchedProcess.start(script(READY + "read end; exit 0"), List.of());
    assertEquals("tcp://127.0.0.1:1", process.awaitReady(DEADLINE).data());
    process.stop();
    assertFalse(lives(process.pid()));
  }

  @Test
  void aChildThatFailsAtItsStartNamesStatusAndStderr() throws Exception {
    LaunchedProcess process = LaunchedProcess.start(script("read token; echo 'port in use' >&2; exit 3"), List.of());
    String message = assertThrows(HoratioException.class, () -> process.awaitReady(DEADLINE)).getMessage();
    assertTrue(message.contains("exit status 3") && message.contains("port in use"), message);
    process.stop();
  }

  @Test
  void aChildThatSaysSomethingElseIsRefused() throws Exception {
    LaunchedProcess process = LaunchedProcess.start(script("read token; echo hello; read end"), List.of());
    String message = assertThrows(HoratioException.class, () -> process.awaitReady(DEADLINE)).getMessage();
    assertTrue(message.endsWith("it said: hello"), message);
    process.stop();
  }

  @Test
  void aChildThatIsNeverReadyMissesTheDeadline() throws Exception {
    LaunchedProcess process = LaunchedProcess.start(script("read token; echo waiting >&2; read end"), List.of());
    Duration shortly = Duration.ofMillis(300);
    String message = assertThrows(HoratioException.class, () -> process.awaitReady(shortly)).getMessage();
    assertTrue(message.contains("not ready after PT0.3S"), message);
    process.stop();
    assertFalse(lives(process.pid()));
  }

  @Test
  void aKilledChildSaysItsSignal() throws Exception {
    LaunchedProcess process = LaunchedProcess.start(script(READY + "read end"), List.of());
    process.awaitReady(DEADLINE);
    ProcessHandle.of(process.pid()).orElseThrow().destroyForcibly();
    String end = process.endWithin(DEADLINE);
    assertTrue(end.contains("exit status 137 (signal 9)"), end);
    process.stop();
  }

  @Test
  void anExecutableThatCannotStartIsAnError() {
    assertThrows(HoratioException.class, () -> LaunchedProcess.start(folder.resolve("nothing"), List.of()));
    HoratioOptions options = HoratioOptions.defaults().withOperatorBinary(folder.resolve("nothing"));
    assertTrue(
        assertThrows(HoratioException.class, () -> OperatorBinary.find(options)).getMessage().contains("no executable"));
  }

  @Test
  void usersOfOneJobShareAProcessAndTheLastEndsIt() throws Exception {
    Path script = script(READY + "read end");
    ProcessPool.Lease first = ProcessPool.acquire("job", script, List.of(), DEADLINE);
    ProcessPool.Lease second = ProcessPool.acquire("job", script, List.of(), DEADLINE);
    ProcessPool.Lease other = ProcessPool.acquire("other job", script, List.of(), DEADLINE);
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
    ProcessPool.Lease first = ProcessPool.acquire("job", script, List.of(), DEADLINE);
    ProcessPool.Lease second = ProcessPool.acquire("job", script, List.of(), DEADLINE);
    for (ProcessPool.Lease lease : List.of(first, second)) {
      String message = assertThrows(HoratioException.class, () -> lease.process().awaitReady(DEADLINE)).getMessage();
      assertTrue(message.contains("no memory"), message);
      lease.release();
    }
  }

  @Test
  void aDeadProcessIsReplacedThoughItStillHasUsers() throws Exception {
    Path script = script(READY + "read end");
    ProcessPool.Lease first = ProcessPool.acquire("job", script, List.of(), DEADLINE);
    ProcessHandle.of(first.process().pid()).orElseThrow().destroyForcibly();
    first.process().endWithin(DEADLINE);
    ProcessPool.Lease second = ProcessPool.acquire("job", script, List.of(), DEADLINE);
    assertNotSame(first.process(), second.process());
    first.release();
    assertTrue(lives(second.process().pid()));
    second.release();
    assertFalse(lives(second.process().pid()));
  }

  @Test
  void whatAJobLeavesIsKilled() throws Exception {
    ProcessPool.Lease lease = ProcessPool.acquire("job", script(READY + "read end"), List.of(), DEADLINE);
    ProcessPool.killAll("another job");
    assertTrue(lives(lease.process().pid()));
    ProcessPool.killAll("job");
    assertFalse(lives(lease.process().pid()));
    lease.release();
  }

  @Test
  void noThreadOfAChildOutlivesIt() throws Exception {
    LaunchedProcess process = LaunchedProcess.start(script(READY + "read end"), List.of());
    process.awaitReady(DEADLINE);
    process.stop();
    String suffix = "-" + process.pid();
    assertFalse(Thread.getAllStackTraces().keySet().stream().anyMatch(thread -> thread.getName().endsWith(suffix)));
  }
}
