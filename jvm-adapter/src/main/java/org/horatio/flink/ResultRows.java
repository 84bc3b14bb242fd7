// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.util.List;

/** The rows of a RESULT frame, one after the other. */
final class ResultRows {
  private static final int APPROX = 1;
  private static final int OVERFLOW = 2;

  private final InFrame.Result frame;
  private final WorkloadDescription.Query query;
  private int next;

  ResultRows(InFrame.Result frame, List<WorkloadDescription.Query> queries) throws BadFrameException {
    if (frame.query() >= queries.size()) {
      throw new BadFrameException("a result of query " + frame.query() + ", the workload has " + queries.size());
    }
    this.frame = frame;
    this.query = queries.get(frame.query());
    if (frame.groups().size() != query.groups().size() || frame.cells().size() != query.aggregates().size()) {
      throw new BadFrameException(
          "a result of " + query.name() + " has " + frame.groups().size() + " groups and " + frame.cells().size()
              + " aggregates, expected " + query.groups().size() + " and " + query.aggregates().size());
    }
  }

  boolean hasNext() {
    return next < frame.rows();
  }

  TrendResult next() throws BadFrameException {
    int row = next++;
    Long start = frame.windowed() ? (Long) frame.starts().getLong(8 * row) : null;
    Long end = frame.windowed() ? (Long) frame.ends().getLong(8 * row) : null;
    Object[] groups = new Object[frame.groups().size()];
    for (int i = 0; i < groups.length; i++) {
      groups[i] = frame.groups().get(i).value(row, query.groups().get(i));
    }
    Object[] aggregates = new Object[frame.cells().size()];
    for (int i = 0; i < aggregates.length; i++) {
      aggregates[i] = frame.cells().get(i).values().value(row, query.aggregates().get(i));
    }
    return new TrendResult(
        query.name(), start, end, isOfEvents(), groups, aggregates, statuses(row), status(row));
  }

  /** The Flink timestamp of the row that next() gave last. */
  long time() {
    int row = next - 1;
    if (isOfEvents()) {
      return frame.times().getLong(8 * row);
    }
    return frame.windowed() ? frame.ends().getLong(8 * row) - 1 : Long.MAX_VALUE;
  }

  private boolean isOfEvents() {
    return frame.times().capacity() > 0;
  }

  private AggregateStatus[] statuses(int row) {
    AggregateStatus[] statuses = new AggregateStatus[frame.cells().size()];
    for (int i = 0; i < statuses.length; i++) {
      InFrame.Cells cells = frame.cells().get(i);
      int status = cells.status().capacity() == 0 ? 0 : cells.status().get(row);
      statuses[i] = switch (status) {
        case APPROX -> approx(cells, i, row);
        case OVERFLOW -> AggregateStatus.OVERFLOW;
        default -> AggregateStatus.OK;
      };
    }
    return statuses;
  }

  private AggregateStatus approx(InFrame.Cells cells, int index, int row) {
    double bound = cells.bounds().capacity() == 0 ? 0 : cells.bounds().getDouble(8 * row);
    String farBound = frame.boundTexts().isEmpty() ? null : frame.boundTexts().get(index).text(row);
    return AggregateStatus.approx(bound, farBound);
  }

  // What was shed comes before whether the window is whole.
  private String status(int row) {
    if (frame.shed().capacity() > 0 && frame.shed().getDouble(8 * row) > 0) {
      return "SHED(" + frame.shed().getDouble(8 * row) + ")";
    }
    return frame.partial().capacity() > 0 && frame.partial().get(row) != 0 ? "PARTIAL" : "OK";
  }
}
