// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A process that runs already, and all that can be wrong with the way to it. */
@RequiresOperator
@Timeout(60)
class ConnectionTest {
  private static final String QUERY = Letter.query("q", "SEQ(A, B+)");

  @TempDir Path folder;
  private Process process;
  private ReadyLine ready;
  private Path tokenFile;

  @BeforeEach
  void startAProcess() throws Exception {
    tokenFile = folder.resolve("token");
    process = new ProcessBuilder(
        OperatorBinary.find(HoratioOptions.defaults(), folder).installed().toString(), "--token-file",
        tokenFile.toString())
        .redirectError(ProcessBuilder.Redirect.INHERIT).start();
    BufferedReader lines = process.inputReader();
    ready = ReadyLine.parse(lines.readLine());
  }

  @AfterEach
  void endIt() throws Exception {
    process.destroy();
    assertTrue(process.waitFor(20, TimeUnit.SECONDS));
  }

  private String control() {
    return ready.controlHost() + ":" + ready.controlPort();
  }

  private HoratioConnection connection() {
    return HoratioConnection.withTokenFile(ready.data(), control(), tokenFile);
  }

  private static HoratioOptions through(HoratioConnection connection) {
    return HoratioOptions.defaults().withStartTimeout(Duration.ofSeconds(3)).withConnection(connection);
  }

  private static LetterHarness open(HoratioOptions options, List<String> rows) throws Exception {
    return new LetterHarness(QUERY, 2, rows, null, null, 0, options);
  }

  private static List<String> rowsThrough(HoratioConnection connection) throws Exception {
    List<String> rows = new ArrayList<>();
    try (LetterHarness job = open(through(connection), rows)) {
      for (Letter letter : Letter.word("ABBAB", 10)) {
        job.letter(letter);
      }
      job.endOfInput();
    }
    return rows.stream().sorted().toList();
  }

  // What is refused where the job is made.
  private static String refusal(HoratioConnection connection) {
    WorkloadSource source = new WorkloadSource(Letter.schema() + QUERY, false, List.of("k"));
    return assertThrows(HoratioException.class, () -> source.describe(through(connection))).getMessage();
  }

  @Test
  void jobsUseItOneAfterTheOtherAndItGoesOn() throws Exception {
    List<String> byFile = rowsThrough(connection());
    assertEquals(10, byFile.size());
    String token = Files.readString(tokenFile).strip();
    assertEquals(byFile, rowsThrough(HoratioConnection.withToken(ready.data(), control(), token)));
    assertTrue(process.isAlive());
    assertEquals(1, Children.alive().size()); // nothing was launched beside it
  }

  @Test
  void aWrongTokenIsRefusedWithTheReason() throws Exception {
    String wrong = "0123456789abcdef0123456789abcdef";
    String message = refusal(HoratioConnection.withToken(ready.data(), control(), wrong));
    assertTrue(message.contains("refuses the call") && message.contains("token is not that of this process"), message);
    assertFalse(message.contains(wrong), message);
  }

  @Test
  void aTokenFileThatIsMissingOrEmptyIsNamed() throws Exception {
    Path nothing = folder.resolve("nothing");
    String missing = refusal(HoratioConnection.withTokenFile(ready.data(), control(), nothing));
    assertTrue(missing.contains(nothing.toString()) && missing.contains("--token-file"), missing);
    Path empty = Files.createFile(folder.resolve("empty"));
    String message = refusal(HoratioConnection.withTokenFile(ready.data(), control(), empty));
    assertTrue(message.contains("is no token"), message);
  }

  // A port that was free a moment ago.
  private static int deadPort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @Test
  void whereNobodyListensTheAddressAndTheRemedyAreNamed() throws Exception {
    String nobody = "127.0.0.1:" + deadPort();
    String message = refusal(HoratioConnection.withTokenFile(ready.data(), nobody, tokenFile));
    assertTrue(message.contains(nobody) && message.contains("on every TaskManager's machine"), message);
  }

  @Test
  void aDataPlaneThatDoesNotAnswerMissesTheDeadline() throws Exception {
    String nobody = "tcp://127.0.0.1:" + deadPort();
    HoratioOptions options = through(HoratioConnection.withTokenFile(nobody, control(), tokenFile));
    String message =
        assertThrows(HoratioException.class, () -> open(options, new ArrayList<>())).getMessage();
    assertTrue(message.contains(nobody) && message.contains("startTimeout"), message);
  }

  @Test
  void theDataPlaneOfAnotherProcessIsRefused() throws Exception {
    LaunchedProcess other = LaunchedProcess.start(
        OperatorBinary.find(HoratioOptions.defaults(), folder), List.of(), "test");
    try {
      String data = other.awaitReady(Duration.ofSeconds(20)).data();
      HoratioOptions options = through(HoratioConnection.withTokenFile(data, control(), tokenFile));
      String message =
          assertThrows(HoratioException.class, () -> open(options, new ArrayList<>())).getMessage();
      assertTrue(message.contains("refuses the session") && message.contains("token"), message);
    } finally {
      other.stop();
    }
  }

  @Test
  void anAddressOffThisMachineNeedsPermissionAndANameIsNone() {
    HoratioConnection remote = HoratioConnection.withTokenFile("tcp://192.0.2.1:1", "127.0.0.1:2", tokenFile);
    String message = refusal(remote);
    assertTrue(message.contains("clear text") && message.contains("allowRemote"), message);
    remote.allowRemote().check();
    for (String name : List.of("tcp://localhost:1", "127.0.0.1:1", "tcp://127.0.0.1", "tcp://127.evil.example:1")) {
      assertTrue(refusal(HoratioConnection.withTokenFile(name, control(), tokenFile)).contains("numeric"), name);
    }
  }

  @Test
  void theTokenIsNotPrinted() {
    String token = "0123456789abcdef0123456789abcdef";
    HoratioConnection connection = HoratioConnection.withToken(ready.data(), control(), token);
    assertFalse((connection + " " + through(connection)).contains(token));
    assertThrows(
        IllegalArgumentException.class,
        () -> new HoratioConnection(ready.data(), control(), token, tokenFile.toString(), false));
  }

  @Test
  void itsEndFailsTheTaskWithTheReason() throws Exception {
    LetterHarness job = open(through(connection()), new ArrayList<>());
    try {
      process.destroyForcibly().waitFor();
      HoratioException failure = assertThrows(HoratioException.class, () -> {
        for (long time = 0; ; time += 10_000) {
          job.letter(new Letter("A", 1, time));
          job.watermark(time);
          Thread.sleep(10);
        }
      });
      assertTrue(failure.getMessage().contains("connection"), failure::getMessage);
    } finally {
      job.subtask(0).getOperator().close(); // a harness would end the input first
      job.subtask(1).getOperator().close();
    }
  }
}
