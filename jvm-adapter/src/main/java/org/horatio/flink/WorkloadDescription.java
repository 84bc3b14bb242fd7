// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.io.Serializable;
import java.util.List;

/**
 * A workload as the process read it: what has to be sent and what comes back. Plain data, part of the job graph.
 *
 * @param hash names the workload in HELLO
 * @param columns the text that HELLO repeats
 * @param paneSlide panes start at paneOffset modulo paneSlide; 0: no query has a time window
 */
record WorkloadDescription(
    String hash,
    String columns,
    List<EventType> types,
    List<Query> queries,
    long paneSlide,
    long paneOffset,
    List<String> warnings)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  /** The declared type of an attribute or of a result column. */
  enum Kind {
    INT,
    FLOAT,
    DECIMAL,
    STRING,
    BOOL,
    TIMESTAMP,
    COUNT,
    /** An exact integer of any width, such as the sum of an INT. */
    INTEGER
  }

  /** An attribute, a GROUP BY column or an aggregate; scale is n of DECIMAL(n). */
  record Column(String name, Kind kind, int scale, boolean key) implements Serializable {
    private static final long serialVersionUID = 1L;

    String declaredType() {
      return kind == Kind.DECIMAL ? "DECIMAL(" + scale + ")" : kind.name();
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Column that
          && name.equals(that.name)
          && kind == that.kind
          && scale == that.scale
          && key == that.key;
    }

    @Override
    public int hashCode() {
      return name.hashCode();
    }
  }

  /**
   * An event type; index is its place in the schema, columns are the attributes that are sent, attributes are the names
   * of all.
   */
  record EventType(int index, String name, boolean used, List<Column> columns, List<String> attributes)
      implements Serializable {
    private static final long serialVersionUID = 1L;

    @Override
    public boolean equals(Object other) {
      return other instanceof EventType that
          && index == that.index
          && name.equals(that.name)
          && used == that.used
          && columns.equals(that.columns)
          && attributes.equals(that.attributes);
    }

    @Override
    public int hashCode() {
      return name.hashCode();
    }
  }

  /** A query with its result columns. */
  record Query(String name, List<Column> groups, List<Column> aggregates, boolean windowed) implements Serializable {
    private static final long serialVersionUID = 1L;

    @Override
    public boolean equals(Object other) {
      return other instanceof Query that
          && name.equals(that.name)
          && groups.equals(that.groups)
          && aggregates.equals(that.aggregates)
          && windowed == that.windowed;
    }

    @Override
    public int hashCode() {
      return name.hashCode();
    }
  }

  List<String> typeNames() {
    return types.stream().map(EventType::name).toList();
  }

  Query query(String name) {
    return queries.stream()
        .filter(query -> query.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(
            "no query is called " + name + "; there are " + queries.stream().map(Query::name).toList()));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof WorkloadDescription that
        && hash.equals(that.hash)
        && columns.equals(that.columns)
        && types.equals(that.types)
        && queries.equals(that.queries)
        && paneSlide == that.paneSlide
        && paneOffset == that.paneOffset
        && warnings.equals(that.warnings);
  }

  @Override
  public int hashCode() {
    return hash.hashCode();
  }
}
