// SPDX-License-Identifier: Apache-2.0
package org.horatio.it;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.horatio.examples.ridesharing.CollectedRows;
import org.horatio.examples.ridesharing.ResultColumns;
import org.horatio.examples.ridesharing.ResultPrinter;
import org.horatio.flink.HoratioStreams;
import org.horatio.flink.TrendResult;

/** Runs a job to its end. */
final class Job {
  private Job() {}

  /** The rows of the job as the lines of {@code horatio run}'s CSV. */
  static List<String> lines(StreamExecutionEnvironment env, HoratioStreams<?> streams) throws Exception {
    return lines(new ResultColumns(streams), rows(env, streams));
  }

  static List<String> lines(ResultColumns columns, List<TrendResult> rows) {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    ResultPrinter.csv(columns, rows, new PrintStream(text, false, StandardCharsets.UTF_8));
    return text.toString(StandardCharsets.UTF_8).lines().toList();
  }

  static List<TrendResult> rows(StreamExecutionEnvironment env, HoratioStreams<?> streams) throws Exception {
    try (CollectedRows rows = new CollectedRows()) {
      streams.results().sinkTo(rows);
      env.execute();
      return rows.rows();
    }
  }
}
