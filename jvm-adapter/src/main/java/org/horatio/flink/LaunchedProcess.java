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
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A child process and what it says. It ends with this JVM, because its stdin is the JVM's end of a pipe. Two daemon
 * threads read its output and end with it. Thread-safe.
 */
final class LaunchedProcess {
  private static final Logger LOG = LoggerFactory.getLogger(LaunchedProcess.class);
  private static final Duration AFTER_STDIN = Duration.ofSeconds(10);
  private static final Duration AFTER_TERM = Duration.ofSeconds(5);
  private static final Duration AFTER_KILL = Duration.ofSeconds(4);
  private static final Duration LAST_LINES = Duration.ofMillis(300);
  private static final int SIGNAL_BASE = 128;

  private final String token;
  private final Process process;
  private final StderrTail tail = new StderrTail();
  private final CompletableFuture<ReadyLine> ready = new CompletableFuture<>();
  private final CompletableFuture<String> ended = new CompletableFuture<>();
  private final Thread stdout;
  private final Thread stderr;

  private LaunchedProcess(String token, Process process) {
    this.token = token;
    this.process = process;
    this.stdout = pump("stdout", process.getInputStream(), this::onOutput);
    this.stderr = pump("stderr", process.getErrorStream(), this::onError);
    process.onExit().thenAccept(this::onExit);
  }

  /** Starts the executable with the token as the first line of its stdin, which stays open. */
  static LaunchedProcess start(Path binary, List<String> arguments) {
    List<String> command = new ArrayList<>(List.of(
        binary.toString(), "--launched", "--listen", "tcp://127.0.0.1:0", "--control", "127.0.0.1:0"));
    command.addAll(arguments);
    byte[] secret = new byte[16];
    new SecureRandom().nextBytes(secret);
    String token = HexFormat.of().formatHex(secret);
    try {
      Process process = new ProcessBuilder(command).start();
      LaunchedProcess launched = new LaunchedProcess(token, process);
      launched.sendToken();
      return launched;
    } catch (IOException e) {
      throw new HoratioException("cannot start " + binary + ": " + e.getMessage(), e);
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
      LOG.info("horatio-operator {}: {}", process.pid(), line);
      return;
    }
    try {
      ready.complete(ReadyLine.parse(line));
    } catch (HoratioException e) {
      ready.completeExceptionally(e);
    }
  }

  private void onError(String line) {
    tail.add(line, System.currentTimeMillis(), text -> LOG.info("horatio-operator {}: {}", process.pid(), text));
  }

  // On a thread of the JDK: the last lines are mostly there already.
  private void onExit(Process exited) {
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
      throw new HoratioException(
          "horatio-operator (pid " + pid() + ") was not ready after " + deadline + " (option startTimeout). "
              + tail.text(),
          e);
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
    Uninterruptibly.join(stdout, LAST_LINES);
    Uninterruptibly.join(stderr, LAST_LINES);
  }

  /** Kills the process and waits a while for its end. */
  void kill(Duration wait) {
    process.destroyForcibly();
    if (Uninterruptibly.get(process.onExit(), wait) == null) {
      LOG.error("horatio-operator (pid {}) could not be killed", pid());
    }
  }
}
