// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.util.List;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.types.Row;
import org.apache.flink.util.OutputTag;

/**
 * What an attachment gives: the rows of all queries, of one query, and the records that took no part.
 *
 * @param <T> type of the records
 */
public final class HoratioStreams<T> {
  private final SingleOutputStreamOperator<TrendResult> results;
  private final WorkloadDescription workload;
  private final OutputTag<T> late;
  private final OutputTag<RejectedEvent<T>> rejected;

  HoratioStreams(
      SingleOutputStreamOperator<TrendResult> results,
      WorkloadDescription workload,
      OutputTag<T> late,
      OutputTag<RejectedEvent<T>> rejected) {
    this.results = results;
    this.workload = workload;
    this.late = late;
    this.rejected = rejected;
  }

  /** Rows of all queries, in the order in which their windows close. The timestamp of a row is its window's end - 1. */
  public DataStream<TrendResult> results() {
    return results;
  }

  /**
   * Rows of one query with named fields: window_start, window_end (Long, null without WITHIN), the GROUP BY attributes,
   * the aggregates as RETURN names them (counts are BigInteger), status (String).
   */
  public DataStream<Row> query(String name) {
    return QueryRows.of(results, workload.query(name));
  }

  /**
   * Rows of one query as objects of a Flink POJO whose fields are called like columns of {@link #query(String)}; an
   * aggregate gets such a name by {@code RETURN ... AS name}. Counts and sums of INT fit BigInteger, or a long that fails
   * the job where it is too narrow; columns that the class lacks are left out.
   *
   * @throws HoratioException if the class is no POJO, or a field is no column or of another type
   */
  public <R> DataStream<R> query(String name, Class<R> type) {
    QueryObjects<R> objects = new QueryObjects<>(workload.query(name), type);
    return results.flatMap(objects).returns(objects.typeInfo()).name("objects of " + name);
  }

  /** Names of the queries, as the workload orders them. */
  public List<String> queries() {
    return workload.queries().stream().map(WorkloadDescription.Query::name).toList();
  }

  /** Names of a query's GROUP BY attributes, in the order of {@link TrendResult#group}. */
  public List<String> groupNames(String query) {
    return workload.query(query).groups().stream().map(WorkloadDescription.Column::name).toList();
  }

  /** Names of a query's aggregates, in the order of {@link TrendResult#aggregate}. */
  public List<String> aggregateNames(String query) {
    return workload.query(query).aggregates().stream().map(WorkloadDescription.Column::name).toList();
  }

  /** Records at or below the watermark when they came: they are in no window. */
  public DataStream<T> late() {
    return results.getSideOutput(late);
  }

  /** Records that could not become events, with the reason. */
  public DataStream<RejectedEvent<T>> rejected() {
    return results.getSideOutput(rejected);
  }
}
