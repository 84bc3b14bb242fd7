// SPDX-License-Identifier: Apache-2.0
package org.horatio.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.net.URI;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.BitSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.horatio.examples.ridesharing.LocalFlink;
import org.horatio.flink.Horatio;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A state of {@code -Dhoratio.state.mib} MiB in one subtask goes into a savepoint and comes back whole, within bounded
 * memory on both sides: groups have long names, and each stays open with one event.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class LargeStateTest {
  private static final long MIB = 1 << 20;
  private static final long STATE = Long.getLong("horatio.state.mib", 64) * MIB;
  private static final int NAME = 1_000; // bytes of a group's name
  private static final long GROUPS = STATE / (NAME + 100);
  private static final long TAIL = 3_000; // events of one more group, slowly
  private static final AtomicLong SENT = new AtomicLong();
  private static final BitSet ROWS = new BitSet();

  @TempDir Path folder;

  /** A Flink POJO. */
  public static class Call {
    public String type = "Call";
    public long ts;
    public String place;
  }

  @AfterEach
  void noProcessIsLeft() throws Exception {
    Sidecars.awaitNone();
  }

  private static Call call(long i) throws InterruptedException {
    if (i >= GROUPS) {
      TimeUnit.MILLISECONDS.sleep(10);
    }
    Call call = new Call();
    call.ts = i;
    call.place = String.format("%0" + NAME + "d", Math.min(i, GROUPS));
    SENT.accumulateAndGet(i, Math::max);
    return call;
  }

  private JobClient start(String restoreFrom) throws Exception {
    StreamExecutionEnvironment env = LocalFlink.environment(1);
    Configuration settings = new Configuration();
    settings.setString("restart-strategy.type", "none");
    settings.setString("execution.checkpointing.storage", "filesystem"); // that of the JobManager takes 5 MiB
    settings.setString("execution.checkpointing.dir", folder.toUri().toString());
    if (restoreFrom != null) {
      settings.setString("execution.state-recovery.path", restoreFrom);
    }
    env.configure(settings);
    var source = new DataGeneratorSource<>(LargeStateTest::call, GROUPS + TAIL, TypeInformation.of(Call.class));
    var calls = env.fromSource(
        source,
        WatermarkStrategy.<Call>forMonotonousTimestamps().withTimestampAssigner((call, before) -> call.ts),
        "calls");
    Horatio.attach(calls.keyBy(call -> call.place))
        .name("large")
        .keyedBy("place")
        .workload("STREAM calls (TYPE Call (place STRING)); QUERY large RETURN COUNT(*) PATTERN Call GROUP BY place"
            + " WITHIN 100000000 SECONDS;")
        .event(Call.class)
        .options(Products.options())
        .run()
        .results()
        .map(row -> {
          synchronized (ROWS) {
            int group = Integer.parseInt(row.group(0).toString());
            assertTrue(!ROWS.get(group), "a group comes twice");
            assertEquals(group == GROUPS ? TAIL : 1L, Long.parseLong(row.aggregate(0).toString()));
            ROWS.set(group);
          }
          return 0;
        })
        .returns(Integer.class)
        .sinkTo(new DiscardingSink<>());
    return env.executeAsync();
  }

  @Test
  void aLargeStateGoesIntoASavepointAndComesBackWithinBoundedMemory() throws Exception {
    JobClient job = start(null);
    while (SENT.get() < GROUPS) {
      TimeUnit.MILLISECONDS.sleep(50);
    }
    String savepoint =
        job.stopWithSavepoint(false, folder.toUri().toString(), SavepointFormatType.CANONICAL).get();
    job.getJobExecutionResult().get();
    Sidecars.awaitNone();
    assertTrue(ROWS.isEmpty());
    long stored = bytesIn(Path.of(URI.create(savepoint)));
    assertTrue(stored >= STATE * 9 / 10, stored + " bytes stored");

    JobClient restored = start(savepoint);
    long process = Sidecars.awaitOne().pid();
    var result = restored.getJobExecutionResult();
    long most = 0;
    while (!result.isDone()) {
      most = Math.max(most, residentBytes(process));
      TimeUnit.MILLISECONDS.sleep(100);
    }
    result.get();
    assertEquals(GROUPS + 1, ROWS.cardinality());
    assertTrue(most < 3 * stored + 512 * MIB, "the process had " + most + " bytes for a state of " + stored);
    long heap = heapAfterCollections();
    assertTrue(heap < 512 * MIB, "the JVM held " + heap + " bytes");
    System.out.println("state of " + stored / MIB + " MiB: process at most " + most / MIB + " MiB, heap after"
        + " collections " + heap / MIB + " MiB");
  }

  // 0 once it has ended.
  private static long residentBytes(long process) {
    try {
      return Sidecars.residentBytes(process);
    } catch (IOException e) {
      return 0;
    }
  }

  // What was live after the last collection of each pool.
  private static long heapAfterCollections() {
    System.gc();
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .map(MemoryPoolMXBean::getCollectionUsage)
        .filter(usage -> usage != null)
        .mapToLong(usage -> usage.getUsed())
        .sum();
  }

  private static long bytesIn(Path path) throws Exception {
    long[] bytes = {0};
    Files.walkFileTree(path, new SimpleFileVisitor<>() {
      @Override
      public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
        bytes[0] += attributes.size();
        return FileVisitResult.CONTINUE;
      }
    });
    return bytes[0];
  }
}
