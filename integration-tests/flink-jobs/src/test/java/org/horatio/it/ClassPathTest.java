// SPDX-License-Identifier: Apache-2.0
package org.horatio.it;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.types.Row;
import org.horatio.examples.ridesharing.LocalFlink;
import org.horatio.flink.Horatio;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A job has on its class path what it uses, and neither Avro nor the planner of the Table API beside it. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class ClassPathTest {
  private static final Visits VISITS = new Visits(20_000, 20, 10, 100);

  @AfterEach
  void noProcessIsLeft() throws Exception {
    Sidecars.awaitNone();
  }

  private static void assertAbsent(String type) {
    assertThrows(ClassNotFoundException.class, () -> Class.forName(type), type);
  }

  @Test
  void jobsOfPojosAndOfRowsRunWithoutAvro() throws Exception {
    assertAbsent("org.apache.avro.Schema");
    assertAbsent("org.apache.flink.table.api.bridge.java.StreamTableEnvironment");
    StreamExecutionEnvironment env = LocalFlink.environment(2);
    List<String> pojos =
        Visits.sorted(Job.rows(env, VISITS.attach(VISITS.stream(env), "plain").run()));
    Lines.assertSame(VISITS.expected("plain"), pojos, 100);

    DataStream<Row> rows = VISITS.stream(env)
        .map(visit -> Row.of("Visit", visit.place)).returns(Types.ROW_NAMED(new String[] {"type", "place"}, Types.STRING, Types.LONG));
    var out = Horatio.attach(rows.keyBy(row -> (Long) row.getField(1)))
        .name("rows").keyedBy("place").workload(VISITS.workload("plain")).event(Row.class).options(Products.options()).run();
    Lines.assertSame(pojos, Visits.sorted(Job.rows(env, out)), 100);
  }
}
