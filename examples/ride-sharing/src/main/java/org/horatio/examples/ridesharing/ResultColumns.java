// SPDX-License-Identifier: Apache-2.0
package org.horatio.examples.ridesharing;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import org.horatio.flink.HoratioStreams;
import org.horatio.flink.TrendResult;

/**
 * One table for the rows of a whole workload, as {@code horatio run} prints it: query, window, the GROUP BY attributes and
 * the aggregates of all queries in the order of their first appearance, status. A query leaves empty what it lacks.
 */
public final class ResultColumns implements Serializable {
  private static final long serialVersionUID = 1;

  private record QueryColumns(List<String> groups, List<String> aggregates) implements Serializable {
    private static final long serialVersionUID = 1;
  }

  private final LinkedHashMap<String, QueryColumns> queries = new LinkedHashMap<>();
  private final ArrayList<String> groups;
  private final ArrayList<String> aggregates;

  public ResultColumns(HoratioStreams<?> streams) {
    Set<String> allGroups = new LinkedHashSet<>();
    Set<String> allAggregates = new LinkedHashSet<>();
    for (String query : streams.queries()) {
      QueryColumns columns = new QueryColumns(streams.groupNames(query), streams.aggregateNames(query));
      queries.put(query, columns);
      allGroups.addAll(columns.groups());
      allAggregates.addAll(columns.aggregates());
    }
    groups = new ArrayList<>(allGroups);
    aggregates = new ArrayList<>(allAggregates);
  }

  /** Names of the columns. */
  public List<String> header() {
    List<String> header = new ArrayList<>(List.of("query", "window_start", "window_end"));
    header.addAll(groups);
    header.addAll(aggregates);
    header.add("status");
    return header;
  }

  /** The row's cells by {@link #header}; null where it has none. */
  public List<Object> cells(TrendResult row) {
    return cells(row, row::aggregate);
  }

  /** The same with the aggregates as {@code horatio run} writes them. */
  public List<Object> cellsAsText(TrendResult row) {
    return cells(row, place -> row.aggregate(place) == null ? null : row.text(place));
  }

  private List<Object> cells(TrendResult row, IntFunction<Object> aggregate) {
    QueryColumns columns = queries.get(row.query());
    List<Object> cells = new ArrayList<>();
    cells.add(row.query());
    cells.add(row.windowStart());
    cells.add(row.windowEnd());
    cells.addAll(groupCells(row));
    for (String name : aggregates) {
      int place = columns.aggregates().indexOf(name);
      cells.add(place < 0 ? null : aggregate.apply(place));
    }
    cells.add(row.status());
    return cells;
  }

  /** The row's GROUP BY values among all of them; null where the query has none. */
  List<Object> groupCells(TrendResult row) {
    List<String> own = queries.get(row.query()).groups();
    List<Object> cells = new ArrayList<>();
    for (String name : groups) {
      int place = own.indexOf(name);
      cells.add(place < 0 ? null : row.group(place));
    }
    return cells;
  }
}
