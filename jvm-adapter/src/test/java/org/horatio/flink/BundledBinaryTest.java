// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The executable of the jar, from its copy to its deletion. */
@Timeout(60)
class BundledBinaryTest {
  private static final byte[] CONTENT = "the executable".getBytes(StandardCharsets.US_ASCII);
  private static final Duration DEADLINE = Duration.ofSeconds(20);

  @TempDir Path folder;

  private BundledBinary extract(byte[] content) throws IOException {
    return BundledBinary.extract(folder, new ByteArrayInputStream(content), sha256(CONTENT));
  }

  private static String sha256(byte[] content) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  private List<Path> left() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }

  private static String mode(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  @Test
  void aCopyIsTheUsersAloneAndGoesWhenItIsClosed() throws IOException {
    BundledBinary copy = extract(CONTENT);
    assertArrayEquals(CONTENT, Files.readAllBytes(copy.path()));
    assertEquals("r-x------", mode(copy.path()));
    assertEquals("rwx------", mode(copy.path().getParent()));
    copy.close();
    copy.close();
    assertEquals(List.of(), left());
  }

  @Test
  void aDamagedExecutableIsRefusedAndLeavesNothing() throws IOException {
    byte[] damaged = CONTENT.clone();
    damaged[3] ^= 1;
    for (byte[] content : List.of(damaged, new byte[0], "the executable.".getBytes(StandardCharsets.US_ASCII))) {
      String message = assertThrows(HoratioException.class, () -> extract(content)).getMessage();
      assertTrue(message.contains("damaged") && message.contains(sha256(CONTENT)), message);
    }
    assertEquals(List.of(), left());
  }

  @Test
  void theDirectoryIsMadeAndOneThatCannotBeIsAnErrorWithItsRemedy() throws IOException {
    BundledBinary.extract(folder.resolve("a/b"), new ByteArrayInputStream(CONTENT), sha256(CONTENT)).close();
    Path file = Files.writeString(folder.resolve("file"), "");
    assumeBundled();
    String message = assertThrows(HoratioException.class, () -> BundledBinary.extract(file)).getMessage();
    assertTrue(message.contains(OperatorBinary.DIRECTORY_VARIABLE), message);
  }

  // What a JVM with this process id and start has left.
  private Path copyOf(String jvm, Duration age) throws IOException {
    Path copy = Files.createDirectory(folder.resolve("horatio-operator-" + jvm + "-x"));
    Files.write(copy.resolve("horatio-operator"), CONTENT);
    Files.writeString(copy.resolve("lock"), "");
    Files.setLastModifiedTime(copy, FileTime.from(Instant.now().minus(age)));
    return copy;
  }

  @Test
  void copiesOfJvmsThatAreGoneAreDeletedAndOthersAreNot() throws Exception {
    Path stale = copyOf("1-1", Duration.ofHours(1));
    Path unlocked = copyOf("1-2", Duration.ofHours(1));
    FileTime before = Files.getLastModifiedTime(unlocked);
    Files.delete(unlocked.resolve("lock"));
    Files.setLastModifiedTime(unlocked, before);
    Path young = copyOf("1-3", Duration.ZERO);
    Path used = copyOf("1-4", Duration.ofHours(1));
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    Files.write(elsewhere.resolve("horatio-operator"), CONTENT);
    Path link = Files.createSymbolicLink(folder.resolve("horatio-operator-1-5-x"), elsewhere);
    Process holder = new ProcessBuilder(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
        Path.of(HeldLock.class.getProtectionDomain().getCodeSource().getLocation().toURI()).toString(),
        HeldLock.class.getName(), used.resolve("lock").toString())
        .redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try {
      assertEquals("locked", holder.inputReader().readLine());
      try (BundledBinary first = extract(CONTENT); BundledBinary second = extract(CONTENT)) {
        assertTrue(Files.exists(first.path()) && Files.exists(second.path()));
      }
      assertFalse(Files.exists(stale) || Files.exists(unlocked));
      assertTrue(Files.exists(young) && Files.exists(used.resolve("horatio-operator")));
      assertTrue(Files.isSymbolicLink(link) && Files.exists(elsewhere.resolve("horatio-operator")));
    } finally {
      holder.getOutputStream().close();
      holder.waitFor();
    }
    extract(CONTENT).close();
    assertFalse(Files.exists(used));
  }

  @Test
  void thereIsOneForAnyLinuxOnX86() {
    assertEquals(BundledBinary.PLATFORM, BundledBinary.platform("Linux", "amd64"));
    assertEquals("linux-aarch64", BundledBinary.platform("Linux", "aarch64"));
    assertEquals("Mac OS X-x86_64", BundledBinary.platform("Mac OS X", "x86_64"));
  }

  private static void assumeBundled() {
    assumeTrue(BundledBinary.isThere(), "the jar has no horatio-operator: build the release preset first");
  }

  private LaunchedProcess start(Path directory) {
    return LaunchedProcess.start(new OperatorBinary(null, directory), List.of(), "test");
  }

  @Test
  void theExecutableOfTheJarRunsAndItsCopyGoesWithIt() throws Exception {
    assumeBundled();
    LaunchedProcess process = start(folder);
    assertTrue(process.awaitReady(DEADLINE).data().startsWith("tcp://127.0.0.1:"));
    assertEquals(1, left().size());
    process.stop();
    assertEquals(List.of(), left());
    LaunchedProcess killed = start(folder);
    killed.awaitReady(DEADLINE);
    ProcessHandle.of(killed.pid()).orElseThrow().destroyForcibly();
    killed.endWithin(DEADLINE);
    assertEquals(List.of(), left());
    killed.stop();
  }

  @Test
  void usersThatStartAtOnceDoNotDisturbEachOther() throws Exception {
    assumeBundled();
    List<Thread> threads = Stream.generate(() -> new Thread(() -> start(folder).stop())).limit(8).toList();
    List<Throwable> failures = new CopyOnWriteArrayList<>();
    threads.forEach(thread -> thread.setUncaughtExceptionHandler((where, failure) -> failures.add(failure)));
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    assertEquals(List.of(), failures);
    assertEquals(List.of(), left());
  }

  @Test
  void aDirectoryWithoutExecutionIsSaidWithItsRemedy() throws Exception {
    assumeBundled();
    Path mount = Files.createDirectory(folder.resolve("mount"));
    assumeTrue(
        run("mount", "-t", "tmpfs", "-o", "noexec,size=64m", "tmpfs", mount.toString()) == 0,
        "this user may not mount a file system");
    try {
      String message = assertThrows(HoratioException.class, () -> start(mount)).getMessage();
      assertTrue(message.contains("noexec") && message.contains("withOperatorDirectory"), message);
      try (Stream<Path> files = Files.list(mount)) {
        assertEquals(0, files.count());
      }
    } finally {
      run("umount", mount.toString());
    }
    HoratioOptions options = HoratioOptions.defaults().withOperatorDirectory(folder);
    LaunchedProcess process = LaunchedProcess.start(directoryOf(options, mount), List.of(), "test");
    process.awaitReady(DEADLINE);
    process.stop();
  }

  // As it is found where nothing but the jar has one.
  private static OperatorBinary directoryOf(HoratioOptions options, Path temporary) {
    String named = System.clearProperty(OperatorBinary.PROPERTY);
    try {
      assumeTrue(System.getenv(OperatorBinary.VARIABLE) == null, OperatorBinary.VARIABLE + " is set");
      return OperatorBinary.find(options, temporary);
    } finally {
      if (named != null) {
        System.setProperty(OperatorBinary.PROPERTY, named);
      }
    }
  }

  @Test
  void theOptionComesBeforeTheJarAndTheJarBeforeThePath() throws Exception {
    Path file = Files.createFile(
        folder.resolve("mine"), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    HoratioOptions defaults = HoratioOptions.defaults();
    assertEquals(OperatorBinary.installed(file), OperatorBinary.find(defaults.withOperatorBinary(file), folder, true));
    assertEquals(new OperatorBinary(null, folder), directoryOf(defaults, folder));
    assertEquals(
        new OperatorBinary(null, folder.resolve("x")),
        directoryOf(defaults.withOperatorDirectory(folder.resolve("x")), folder));
  }

  private static int run(String... command) throws Exception {
    return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start().waitFor();
  }
}
