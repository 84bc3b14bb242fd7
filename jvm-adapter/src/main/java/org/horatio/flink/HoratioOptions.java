// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.io.Serializable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * Settings of one attachment; immutable, each method gives a changed copy.
 *
 * @param operatorBinary path of {@code horatio-operator}; empty: the system property {@code horatio.operator} or the
 *     environment variable {@code HORATIO_OPERATOR}, else the one in the adapter's jar, else the {@code PATH}
 * @param operatorArguments further arguments of the process
 * @param startTimeout how long a process may take until it is ready, and how long HELLO is retried
 * @param progressTimeout how long the process may stand still with work to do
 * @param flushInterval how long a row or a watermark may wait in the operator
 * @param resultCredit bytes of result frames that may be on their way
 * @param operatorDirectory where the executable of the jar is copied to and run from; empty: the environment variable
 *     {@code HORATIO_OPERATOR_DIRECTORY}, else the TaskManager's temporary directory
 * @param memory bytes that a launched process may use on each TaskManager, at most
 *     {@code taskmanager.memory.task.off-heap.size}; 0: all of that
 * @param connection a process that runs already, instead of a launched one; null: launch one
 * @param replayDirectory where the frames that a dead process was sent last are kept for {@code horatio replay}; empty:
 *     {@code horatio-replay} in the TaskManager's temporary directory; null: nowhere
 */
public record HoratioOptions(
    String operatorBinary,
    List<String> operatorArguments,
    Duration startTimeout,
    Duration progressTimeout,
    Duration flushInterval,
    long resultCredit,
    String operatorDirectory,
    long memory,
    HoratioConnection connection,
    String replayDirectory)
    implements Serializable {
  private static final long serialVersionUID = 1L;
  private static final long LEAST_RESULT_CREDIT = 64 << 10;
  private static final long MOST_RESULT_CREDIT = 1L << 30;
  private static final long LEAST_MEMORY = 32L << 20;

  /** Checks every setting. */
  public HoratioOptions {
    Objects.requireNonNull(operatorBinary, "operatorBinary");
    operatorArguments = List.copyOf(operatorArguments);
    positive("startTimeout", startTimeout);
    positive("progressTimeout", progressTimeout);
    positive("flushInterval", flushInterval);
    Objects.requireNonNull(operatorDirectory, "operatorDirectory");
    if (memory != 0 && memory < LEAST_MEMORY) {
      throw new IllegalArgumentException("memory=" + memory + " is below " + LEAST_MEMORY);
    }
    if (resultCredit < LEAST_RESULT_CREDIT || resultCredit > MOST_RESULT_CREDIT) {
      throw new IllegalArgumentException(
          "resultCredit=" + resultCredit + " is outside of " + LEAST_RESULT_CREDIT + " to " + MOST_RESULT_CREDIT);
    }
  }

  /** A launched process, 60 s of progress deadline, 50 ms of flush interval. */
  public static HoratioOptions defaults() {
    return new HoratioOptions(
        "", List.of(), Duration.ofSeconds(20), Duration.ofSeconds(60), Duration.ofMillis(50), 4L << 20, "", 0, null, "");
  }

  /** With this executable. */
  public HoratioOptions withOperatorBinary(Path binary) {
    return new HoratioOptions(
        binary.toString(), operatorArguments, startTimeout, progressTimeout, flushInterval, resultCredit,
        operatorDirectory, memory, connection, replayDirectory);
  }

  /** With these further arguments of the process. */
  public HoratioOptions withOperatorArguments(String... arguments) {
    return new HoratioOptions(
        operatorBinary, List.of(arguments), startTimeout, progressTimeout, flushInterval, resultCredit,
        operatorDirectory, memory, connection, replayDirectory);
  }

  /** With this time for the start of the process and of the session. */
  public HoratioOptions withStartTimeout(Duration timeout) {
    return new HoratioOptions(
        operatorBinary, operatorArguments, timeout, progressTimeout, flushInterval, resultCredit, operatorDirectory,
        memory, connection, replayDirectory);
  }

  /** With this progress deadline. */
  public HoratioOptions withProgressTimeout(Duration timeout) {
    return new HoratioOptions(
        operatorBinary, operatorArguments, startTimeout, timeout, flushInterval, resultCredit, operatorDirectory,
        memory, connection, replayDirectory);
  }

  /** With this flush interval. */
  public HoratioOptions withFlushInterval(Duration interval) {
    return new HoratioOptions(
        operatorBinary, operatorArguments, startTimeout, progressTimeout, interval, resultCredit, operatorDirectory,
        memory, connection, replayDirectory);
  }

  /** With this result credit in bytes. */
  public HoratioOptions withResultCredit(long bytes) {
    return new HoratioOptions(
        operatorBinary, operatorArguments, startTimeout, progressTimeout, flushInterval, bytes, operatorDirectory,
        memory, connection, replayDirectory);
  }

  /** With this directory for the executable of the jar, such as one that is not mounted noexec. */
  public HoratioOptions withOperatorDirectory(Path directory) {
    return new HoratioOptions(
        operatorBinary, operatorArguments, startTimeout, progressTimeout, flushInterval, resultCredit,
        directory.toString(), memory, connection, replayDirectory);
  }

  /** With so many bytes for the process on each TaskManager. */
  public HoratioOptions withMemory(long bytes) {
    return new HoratioOptions(
        operatorBinary, operatorArguments, startTimeout, progressTimeout, flushInterval, resultCredit,
        operatorDirectory, bytes, connection, replayDirectory);
  }

  /** With a process that runs already. */
  public HoratioOptions withConnection(HoratioConnection connection) {
    return new HoratioOptions(
        operatorBinary, operatorArguments, startTimeout, progressTimeout, flushInterval, resultCredit,
        operatorDirectory, memory, Objects.requireNonNull(connection, "connection"),
        replayDirectory);
  }

  /** With this directory for the frames that a dead process was sent last; they hold events of the job. */
  public HoratioOptions withReplayDirectory(Path directory) {
    return withReplay(directory.toString());
  }

  /** Without keeping frames when the process dies. */
  public HoratioOptions withoutReplay() {
    return withReplay(null);
  }

  private HoratioOptions withReplay(String directory) {
    return new HoratioOptions(
        operatorBinary, operatorArguments, startTimeout, progressTimeout, flushInterval, resultCredit,
        operatorDirectory, memory, connection, directory);
  }

  private static void positive(String name, Duration value) {
    if (value.isZero() || value.isNegative()) {
      throw new IllegalArgumentException(name + "=" + value + " must be more than zero");
    }
  }
}
