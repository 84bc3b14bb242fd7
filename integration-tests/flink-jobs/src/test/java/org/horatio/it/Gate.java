// SPDX-License-Identifier: Apache-2.0
package org.horatio.it;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.apache.flink.api.common.functions.MapFunction;

/**
 * A place in a job at which a test stops the stream, does something, and lets it go on. Test and job share the JVM, so a
 * gate is found by its name. Behind it, records pass in the order in which they came.
 */
final class Gate<T> implements MapFunction<T, T> {
  private static final long serialVersionUID = 1;

  private record State(CountDownLatch reached, CountDownLatch opened) {}

  private static final Map<String, State> STATES = new ConcurrentHashMap<>();

  private final String name;
  private final long records;
  private long passed;

  /** @param records how many records pass before the gate stops the stream */
  Gate(String name, long records) {
    this.name = name;
    this.records = records;
    STATES.put(name, new State(new CountDownLatch(1), new CountDownLatch(1)));
  }

  /** Waits until the stream stands at the gate. */
  static void awaitReached(String name) throws Exception {
    Await.until("the stream stands at gate " + name, () -> STATES.get(name).reached().getCount() == 0);
  }

  static void open(String name) {
    STATES.get(name).opened().countDown();
  }

  @Override
  public T map(T record) throws InterruptedException {
    if (passed++ == records) {
      State state = STATES.get(name);
      state.reached().countDown();
      state.opened().await();
    }
    return record;
  }
}
