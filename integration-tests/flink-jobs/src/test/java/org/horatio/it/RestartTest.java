// SPDX-License-Identifier: Apache-2.0
package org.horatio.it;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.horatio.examples.ridesharing.LocalFlink;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A job that fails and restarts over and over, {@code -Dhoratio.restarts=N} times: nothing is left, nothing is lost. */
@Timeout(value = 60, unit = TimeUnit.MINUTES)
class RestartTest {
  private static final int RESTARTS = Integer.getInteger("horatio.restarts", 200);
  private static final int FIRST = 20; // until what is made once is made
  private static final int RATE = 20_000;
  private static final int RECORDS = 400; // of a life

  @TempDir Path folder;

  /** Fails in each life after some records; in two lives it waits there first, for the test to look around. */
  private static final class Failing<T> implements MapFunction<T, T> {
    private static final long serialVersionUID = 1;
    private static final AtomicInteger LIVES = new AtomicInteger();
    private static final List<CountDownLatch> WAITS = List.of(new CountDownLatch(1), new CountDownLatch(1));

    private int passed;

    @Override
    public T map(T record) throws InterruptedException {
      if (++passed == RECORDS) {
        int life = LIVES.incrementAndGet();
        if (life == FIRST || life == FIRST + RESTARTS) {
          WAITS.get(life == FIRST ? 0 : 1).await();
        }
        if (life < FIRST + RESTARTS) {
          throw new IllegalStateException("a fault of the job");
        }
      }
      return record;
    }

    static Belongings inLife(int life, Path temporary) throws Exception {
      while (LIVES.get() < life) {
        Thread.sleep(10);
      }
      Sidecars.awaitOne();
      Thread.sleep(500); // what the life before has left is gone
      return Belongings.now(temporary);
    }
  }

  @Test
  void aJobThatRestartsLeavesNoProcessNoSocketNoThreadAndNoFile() throws Exception {
    Visits visits = new Visits((RESTARTS + FIRST) * (long) RECORDS, 20, 50, 100);
    Path temporary = Files.createDirectory(folder.resolve("temporary"));
    Belongings nothing = Belongings.now(temporary);
    StreamExecutionEnvironment env = LocalFlink.environment(2);
    Settings.checkpoint(env, folder, 10);
    Settings.set(env, "io.tmp.dirs", temporary.toString());
    visits.attach(visits.stream(env, RATE).map(new Failing<>()).setParallelism(1), "restarts").run().results()
        .map(Visits::text).returns(String.class).sinkTo(new CommittedRows("restarts"));
    JobClient job = env.executeAsync();
    Belongings first = Failing.inLife(FIRST, temporary);
    Failing.WAITS.get(0).countDown();
    long start = System.nanoTime();
    Belongings last = Failing.inLife(FIRST + RESTARTS, temporary);
    System.out.printf("%d restarts in %d ms; had %s, now %s%n",
        RESTARTS, (System.nanoTime() - start) / 1_000_000, first, last);
    if (!last.isAtMost(first)) {
      assertEquals(first, last);
    }
    Failing.WAITS.get(1).countDown();
    job.getJobExecutionResult().get();
    Lines.assertSame(visits.expected("restarts"), CommittedRows.of("restarts"), 1_000);
    Await.until("all is gone", () -> {
      Belongings now = Belongings.now(temporary);
      return now.children() == 0 && now.threads().equals(nothing.threads()) && now.files().isEmpty();
    });
  }
}
