// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * One process per job and class loader (and executable), shared by all subtasks and attachments. The last to release it
 * ends it on its own thread; who starts one meanwhile waits for that.
 */
final class ProcessPool {
  private static final Map<Key, Shared> PROCESSES = new HashMap<>();

  private static final Duration AFTER_KILL = Duration.ofSeconds(1);

  private ProcessPool() {}

  private record Key(String job, OperatorBinary binary, List<String> arguments) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Key that
          && job.equals(that.job)
          && binary.equals(that.binary)
          && arguments.equals(that.arguments);
    }

    @Override
    public int hashCode() {
      return Objects.hash(job, binary, arguments);
    }
  }

  private static final class Shared {
    private final LaunchedProcess process;
    private int users;
    private boolean stopping;
    private boolean stalled;

    private Shared(LaunchedProcess process) {
      this.process = process;
    }
  }

  /** A subtask's hold on a process; released once, by {@link #release}. */
  static final class Lease implements OperatorHold {
    private final Key key;
    private final Shared shared;
    private boolean released;

    private Lease(Key key, Shared shared) {
      this.key = key;
      this.shared = shared;
    }

    LaunchedProcess process() {
      return shared.process;
    }

    @Override
    public ReadyLine awaitReady(Duration deadline) throws InterruptedException {
      return shared.process.awaitReady(deadline);
    }

    @Override
    public String name() {
      return Long.toString(shared.process.pid());
    }

    @Override
    public List<String> arguments() {
      return key.arguments();
    }

    @Override
    public String token() {
      return shared.process.token();
    }

    @Override
    public void whenEnded(Consumer<String> listener) {
      shared.process.whenEnded(listener);
    }

    @Override
    public String endWithin(Duration wait) {
      return shared.process.endWithin(wait);
    }

    @Override
    public void release(boolean stalled) {
      if (!released) {
        released = true;
        ProcessPool.release(key, shared, stalled);
      }
    }
  }

  /**
   * The job's process, started if there is none alive; it need not be ready yet.
   *
   * @param starter which subtask asks, for the log
   */
  static Lease acquire(String job, OperatorBinary binary, List<String> arguments, Duration deadline, String starter)
      throws InterruptedException {
    Key key = new Key(job, binary, List.copyOf(arguments));
    long end = System.nanoTime() + deadline.toNanos();
    synchronized (PROCESSES) {
      Shared shared = PROCESSES.get(key);
      while (shared != null && shared.stopping) {
        long millis = (end - System.nanoTime()) / 1_000_000;
        if (millis <= 0) {
          throw new HoratioException(
              "the job's former horatio-operator has not ended after " + deadline + " (option startTimeout)");
        }
        PROCESSES.wait(millis);
        shared = PROCESSES.get(key);
      }
      if (shared == null || !shared.process.isAlive()) {
        // Users of a dead one keep their own hold on it until they have closed.
        shared = new Shared(LaunchedProcess.start(binary, arguments, "job " + job + ", started by " + starter));
        PROCESSES.put(key, shared);
      }
      shared.users++;
      return new Lease(key, shared);
    }
  }

  private static void release(Key key, Shared shared, boolean stalled) {
    synchronized (PROCESSES) {
      shared.stalled |= stalled;
      if (--shared.users > 0) {
        return;
      }
      shared.stopping = true;
    }
    try {
      if (shared.stalled) {
        shared.process.stopAtOnce();
      } else {
        shared.process.stop();
      }
    } finally {
      synchronized (PROCESSES) {
        PROCESSES.remove(key, shared);
        PROCESSES.notifyAll();
      }
    }
  }

  /** Kills what a job has left here; at most about a second, however much it is. */
  static void killAll(String job) {
    List<Shared> left = new ArrayList<>();
    synchronized (PROCESSES) {
      PROCESSES.entrySet().removeIf(entry -> entry.getKey().job().equals(job) && left.add(entry.getValue()));
      PROCESSES.notifyAll();
    }
    left.forEach(shared -> shared.process.kill());
    long end = System.nanoTime() + AFTER_KILL.toNanos();
    left.forEach(shared -> shared.process.kill(Duration.ofNanos(Math.max(1, end - System.nanoTime()))));
  }
}
