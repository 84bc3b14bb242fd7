// SPDX-License-Identifier: Apache-2.0
package org.horatio.examples.ridesharing;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.connector.file.sink.FileSink;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.filesystem.bucketassigners.BasePathBucketAssigner;
import org.apache.flink.streaming.api.functions.sink.filesystem.rollingpolicies.OnCheckpointRollingPolicy;
import org.horatio.flink.HoratioOptions;
import org.horatio.flink.HoratioStreams;
import org.horatio.flink.TrendResult;

/**
 * The ride-sharing stream as a job for a cluster: {@code flink run} submits it, its jar carries the native process, and
 * its rows are committed to files with each checkpoint, once, whatever fails meanwhile. The rows are those of
 * {@code horatio run}, without the header and in any order.
 */
public final class ClusterJob {
  private static final Set<String> OPTIONS =
      Set.of("--workload", "--events", "--rate", "--seed", "--out-of-order", "--output");

  private ClusterJob() {}

  public static void main(String[] args) throws Exception {
    Arguments arguments = new Arguments(args, OPTIONS);
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    if (!env.getCheckpointConfig().isCheckpointingEnabled()) {
      env.enableCheckpointing(1_000); // rows are committed by checkpoints
    }
    HoratioStreams<RideEvent> rides =
        RideSharingJob.generated(
            env,
            Path.of(arguments.text("--workload", "ride-sharing.hql")),
            HoratioOptions.defaults(),
            arguments.number("--events", 1_000_000, 1),
            arguments.number("--seed", 1, Long.MIN_VALUE),
            (int) arguments.number("--out-of-order", 2_000, 0),
            rate(arguments.number("--rate", 0, 0)));
    rides.results().sinkTo(files(arguments.text("--output", "rows"), new ResultColumns(rides))).uid("rows");
    env.execute("ride sharing");
  }

  private static RateLimiterStrategy<?> rate(long eventsPerSecond) {
    return eventsPerSecond == 0 ? RateLimiterStrategy.noOp() : RateLimiterStrategy.perSecond(eventsPerSecond);
  }

  private static FileSink<TrendResult> files(String folder, ResultColumns columns) {
    var path = org.apache.flink.core.fs.Path.fromLocalFile(Path.of(folder).toAbsolutePath().toFile());
    return FileSink.<TrendResult>forRowFormat(
            path,
            (row, out) ->
                out.write((CsvText.record(columns.cellsAsText(row)) + "\n").getBytes(StandardCharsets.UTF_8)))
        .withBucketAssigner(new BasePathBucketAssigner<>())
        .withRollingPolicy(OnCheckpointRollingPolicy.build())
        .build();
  }
}
