// SPDX-License-Identifier: Apache-2.0
package org.horatio.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.horatio.examples.ridesharing.QuickstartJob;
import org.horatio.examples.ridesharing.RideCsv;
import org.horatio.flink.HoratioOptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A JVM on a machine on which no horatio-operator is installed or named: the one in the jar is enough. */
@Timeout(120)
class JarAloneTest {
  private static final String EXECUTABLE = "linux-x86_64/horatio-operator";
  private static final int EVENTS = 40_000;

  @TempDir Path folder;
  private Path temporary;
  private Path output;

  @BeforeEach
  void prepare() throws Exception {
    assumeTrue(
        HoratioOptions.class.getResource(EXECUTABLE) != null,
        "the jar has no horatio-operator: build the release preset before Maven");
    temporary = Files.createDirectory(folder.resolve("tmp"));
    output = folder.resolve("rows.csv");
  }

  private Process start(String classPath, String operator) throws Exception {
    ProcessBuilder jvm = new ProcessBuilder(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp", classPath,
        "-Djava.io.tmpdir=" + temporary, QuickstartJob.class.getName(), "--workload",
        Products.workload("ride-sharing.hql").toString(), "--events", EVENTS + "", "--seed", "7", "--out-of-order",
        "500", "--format", "csv", "--output", output.toString());
    jvm.environment().remove("HORATIO_OPERATOR");
    jvm.environment().put("PATH", "/usr/bin:/bin");
    if (!operator.isEmpty()) {
      jvm.environment().put("HORATIO_OPERATOR", operator);
    }
    return jvm.redirectErrorStream(true).redirectOutput(folder.resolve("log").toFile()).start();
  }

  private String log() throws Exception {
    return Files.readString(folder.resolve("log"));
  }

  private static String classPath() {
    return System.getProperty("java.class.path");
  }

  private void assertNoCopyIsLeft() throws Exception {
    try (Stream<Path> files = Files.list(temporary)) {
      List<Path> copies =
          files.filter(file -> file.getFileName().toString().startsWith("horatio-operator")).toList();
      assertEquals(List.of(), copies);
    }
  }

  @Test
  void aJobNeedsNothingButTheJar() throws Exception {
    Path csv = folder.resolve("rides.csv");
    RideCsv.write(csv, 7, EVENTS, 500);
    List<String> expected = Cli.run(Products.workload("ride-sharing.hql"), csv, "--allow-lateness", "500");
    Process jvm = start(classPath(), "");
    assertEquals(0, jvm.waitFor(), this::logText);
    Lines.assertSame(expected, Files.readAllLines(output), 100);
    assertNoCopyIsLeft();
  }

  @Test
  void aDamagedExecutableInTheJarIsRefused() throws Exception {
    Path damaged = folder.resolve("first").resolve("org/horatio/flink").resolve(EXECUTABLE);
    Files.createDirectories(damaged.getParent());
    try (InputStream in = HoratioOptions.class.getResourceAsStream(EXECUTABLE)) {
      byte[] bytes = in.readAllBytes();
      bytes[bytes.length / 2] ^= 1;
      Files.write(damaged, bytes);
    }
    Process jvm = start(folder.resolve("first") + File.pathSeparator + classPath(), "");
    assertNotEquals(0, jvm.waitFor());
    assertTrue(log().contains("damaged") && log().contains("SHA-256"), this::logText);
    assertNoCopyIsLeft();
  }

  @Test
  void theEnvironmentComesBeforeTheJar() throws Exception {
    Process jvm = start(classPath(), "/nowhere/horatio-operator");
    assertNotEquals(0, jvm.waitFor());
    assertTrue(log().contains("HORATIO_OPERATOR names /nowhere/horatio-operator"), this::logText);
  }

  @Test
  void aJvmThatIsKilledLeavesACopyThatTheNextOneDeletes() throws Exception {
    Process jvm = start(classPath(), "");
    Await.until("the process runs", () -> !Sidecars.of(jvm.toHandle()).isEmpty());
    List<ProcessHandle> sidecars = new ArrayList<>(Sidecars.of(jvm.toHandle()));
    jvm.destroyForcibly().waitFor();
    for (ProcessHandle sidecar : sidecars) {
      Await.until("the process has ended", () -> Sidecars.hasEnded(sidecar.pid()));
    }
    try (Stream<Path> files = Files.list(temporary)) {
      for (Path file : files.filter(one -> one.getFileName().toString().startsWith("horatio-operator")).toList()) {
        Files.setLastModifiedTime(file, FileTime.fromMillis(0)); // as if an hour had passed
      }
    }
    assertEquals(0, start(classPath(), "").waitFor(), this::logText);
    assertNoCopyIsLeft();
  }

  private String logText() {
    try {
      return log();
    } catch (Exception e) {
      return e.toString();
    }
  }
}
