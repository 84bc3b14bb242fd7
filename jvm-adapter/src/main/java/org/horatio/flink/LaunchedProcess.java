// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A child process and what it says. It ends with this JVM, because its stdin is the JVM's end of a pipe. Two daemon
 * threads read its output and end with it. A copy of the executable that was made for it goes when it ends. Thread-safe.
 */
final class LaunchedProcess {
  private static final Logger LOG = LoggerFactory.getLogger(LaunchedProcess.class);
  private static final Duration AFTER_STDIN = Duration.ofSeconds(10);
  private static final Duration AFTER_TERM = Duration.ofSeconds(5);
  private static final Duration AFTER_STALL = Duration.ofSeconds(10);
  private static final Duration AFTER_KILL = Duration.ofSeconds(4);
  private static final Duration LAST_LINES = Duration.ofMillis(300);
  private static final int SIGNAL_BASE = 128;
  private static final String PERMISSION_DENIED = "error=13,";
  private static final String TEXT_FILE_BUSY = "error=26,";
  private static final int MOST_STARTS = 50;
  private static final long START_PAUSE_MILLIS = 20;

  private final String token;
  private final String name;
  private final Process process;
  private final BundledBinary copy; // null: the executable is installed
  private final StderrTail tail = new StderrTail();
  private final CompletableFuture<ReadyLine> ready = new CompletableFuture<>();
  private final CompletableFuture<String> ended = new CompletableFuture<>();
  private final Thread stdout;
  private final Thread stderr;

  private LaunchedProcess(String token, String owner, Process process, BundledBinary copy) {
    this.token = token;
    this.name = OperatorBinary.NAME + " " + process.pid() + " (" + owner + ")";
    this.process = process;
    this.copy = copy;
    this.stdout = pump("stdout", process.getInputStream(), this::onOutput);
    this.stderr = pump("stderr", process.getErrorStream(), this::onError);
    process.onExit().thenAccept(this::onExit);
  }

  /**
   * Starts the executable with the token as the first line of its stdin, which stays open.
   *
   * @param owner whose it is, in the log
   */
  static LaunchedProcess start(OperatorBinary binary, List<String> arguments, String owner) {
    byte[] secret = new byte[16];
    new SecureRandom().nextBytes(secret);
    String token = HexFormat.of().formatHex(secret);
    BundledBinary copy = binary.installed() == null ? BundledBinary.extract(binary.directory()) : null;
    Path executable = copy == null ? binary.installed() : copy.path();
    List<String> command = new ArrayList<>(List.of(
        executable.toString(), "--launched", "--listen", "tcp://127.0.0.1:0", "--control", "127.0.0.1:0"));
    command.addAll(arguments);
    try {
      LaunchedProcess launched = new LaunchedProcess(token, owner, start(command), copy);
      launched.sendToken();
      return launched;
    } catch (IOException e) {
      delete(copy);
      throw new HoratioException("cannot start " + executable + ": " + e.getMessage() + remedy(e, copy), e);
    }
  }

  // A child that another thread starts meanwhile has the copy open for writing until it executes its own program.
  private static Process start(List<String> command) throws IOException {
    for (int number = 1; ; number++) {
      try {
        return new ProcessBuilder(command).start();
      } catch (IOException e) {
        if (number == MOST_STARTS || !String.valueOf(e.getMessage()).contains(TEXT_FILE_BUSY)) {
          throw e;
        }
        LockSupport.parkNanos(Duration.ofMillis(START_PAUSE_MILLIS).toNanos());
      }
    }
  }

  private static String remedy(IOException failure, BundledBinary copy) {
    if (copy == null || !String.valueOf(failure.getMessage()).contains(PERMISSION_DENIED)) {
      return "";
    }
    return ". The directory is probably mounted noexec: name one from which programs may be executed by"
        + " HoratioOptions.withOperatorDirectory or the environment variable " + OperatorBinary.DIRECTORY_VARIABLE
        + ", or install the executable and name it by " + OperatorBinary.VARIABLE;
  }

  private static void delete(BundledBinary copy) {
    if (copy != null) {
      copy.close();
    }
  }

  private void sendToken() {
    try {
      process.getOutputStream().write((token + "\n").getBytes(StandardCharsets.UTF_8));
      process.getOutputStream().flush();
    } catch (IOException e) {
      LOG.debug("the process ended before it read its token", e);
    }
  }

  private Thread pump(String name, InputStream in, Consumer<String> sink) {
    Thread thread = new Thread(() -> {
      try (in) {
        LineReader lines = new LineReader(in);
        for (String line = lines.next(); line != null; line = lines.next()) {
          sink.accept(line);
        }
      } catch (IOException e) {
        LOG.debug("{} of process {} ended", name, process.pid(), e);
      }
    }, "horatio-" + name + "-" + process.pid());
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private void onOutput(String line) {
    if (ready.isDone()) {
      LOG.info("{}: {}", name, line);
      return;
    }
    try {
      ready.complete(ReadyLine.parse(line));
    } catch (HoratioException e) {
      ready.completeExceptionally(e);
    }
  }

  private void onError(String line) {
    tail.add(line, System.currentTimeMillis(), text -> LOG.info("{}: {}", name, text));
  }

  // On a thread of the JDK: the last lines are mostly there already.
  private void onExit(Process exited) {
    delete(copy);
    Uninterruptibly.join(stderr, LAST_LINES);
    String status = status(exited.exitValue());
    String end = "horatio-operator (pid " + exited.pid() + ") ended with " + status + ". " + tail.text();
    ready.completeExceptionally(new HoratioException(end));
    ended.complete(end);
  }

  private static String status(int exit) {
    String text = "exit status " + exit;
    return exit > SIGNAL_BASE ? text + " (signal " + (exit - SIGNAL_BASE) + ")" : text;
  }

  String token() {
    return token;
  }

  long pid() {
    return process.pid();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Called, on any thread, with the exit status and the last stderr lines when the process has ended. */
  void whenEnded(Consumer<String> listener) {
    ended.thenAccept(listener);
  }

  /** The exit status and the last stderr lines, or null if the process is still alive after the wait. */
  String endWithin(Duration wait) {
    return Uninterruptibly.get(ended, wait);
  }

  /** Waits until the process is ready. */
  ReadyLine awaitReady(Duration deadline) throws InterruptedException {
    try {
      return ready.get(deadline.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new StalledException(
          "horatio-operator (pid " + pid() + ") was not ready after " + deadline + " (option startTimeout). "
              + tail.text());
    } catch (ExecutionException e) {
      throw new HoratioException(e.getCause().getMessage(), e.getCause());
    }
  }

  /** Ends the process and reaps it, also if the thread is interrupted meanwhile; at most 20 s. */
  void stop() {
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      LOG.debug("the process closed its stdin first", e);
    }
    if (Uninterruptibly.get(process.onExit(), AFTER_STDIN) == null) {
      process.destroy();
    }
    if (Uninterruptibly.get(process.onExit(), AFTER_TERM) == null) {
      kill(AFTER_KILL);
    }
    cleanUp();
  }

  /** The same with a process that stands still, which is not asked first. */
  void stopAtOnce() {
    kill(AFTER_STALL);
    cleanUp();
  }

  private void cleanUp() {
    Uninterruptibly.join(stdout, LAST_LINES);
    Uninterruptibly.join(stderr, LAST_LINES);
    delete(copy);
  }

  /** Kills the process without waiting for its end. */
  void kill() {
    process.destroyForcibly();
  }

  /** Kills the process and waits a while for its end. */
  void kill(Duration wait) {
    kill();
    if (Uninterruptibly.get(process.onExit(), wait) == null) {
      LOG.error("{} could not be killed", name);
    }
    delete(copy);
  }
}
