// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** A task thread without Flink: mails and timers run when the test says so; what leaves is written down as text. */
final class FakeHost implements SidecarHost<String> {
  final List<String> out = new ArrayList<>();
  final ArrayDeque<CoreTask> mails = new ArrayDeque<>();
  final List<CoreTask> timers = new ArrayList<>();
  Throwable failure;
  volatile boolean isClosing; // takes no more mails
  Runnable onEmit = () -> {};

  /** What happens while the task waits and no mail is there. */
  Runnable onWait = () -> {
    throw new AssertionError("the task waits for ever");
  };

  @Override
  public void emit(TrendResult row, long timestamp) {
    out.add("row " + row.group(0) + "=" + row.aggregate(0) + "@" + timestamp);
    onEmit.run();
  }

  @Override
  public void emitLate(String record, long timestamp) {
    out.add("late " + record + "@" + timestamp);
  }

  @Override
  public void emitRejected(String record, String reason, long timestamp) {
    out.add("rejected " + record + ": " + reason);
  }

  @Override
  public void emitWatermark(long time) {
    out.add("watermark " + time);
  }

  @Override
  public void yieldOnce() {
    if (isClosing) {
      throw new AssertionError("no mail will ever come");
    }
    if (mails.isEmpty()) {
      onWait.run();
    }
    runMail();
  }

  @Override
  public void post(CoreTask task) {
    if (!isClosing) {
      mails.addLast(task);
    }
  }

  @Override
  public void schedule(long delayMillis, CoreTask task) {
    timers.add(task);
  }

  @Override
  public void roundTrip(long nanos) {}

  @Override
  public void failExternally(Throwable cause) {
    failure = cause;
  }

  private void runMail() {
    CoreTask mail = mails.pollFirst();
    if (mail != null) {
      run(mail);
    }
  }

  void runMails() {
    while (!mails.isEmpty()) {
      runMail();
    }
  }

  void fireTimers() {
    List<CoreTask> fired = List.copyOf(timers);
    timers.clear();
    fired.forEach(FakeHost::run);
  }

  private static void run(CoreTask task) {
    try {
      task.run();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  List<String> takeOut() {
    List<String> taken = List.copyOf(out);
    out.clear();
    return taken;
  }
}
