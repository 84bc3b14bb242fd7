// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.io.Serializable;
import java.util.List;

/**
 * Records that all have the same fields, known before the first of them: rows, and what has a schema.
 *
 * @param <T> type of the records
 */
interface RecordFields<T> extends Serializable {
  /** The names, by place. */
  List<String> names();

  /** The type of the field at a place, for messages. */
  String typeOf(int field);

  /** Whether the field holds a text, or a constant of an enum. */
  boolean isText(int field);

  /** That text; null where the record has none. */
  String text(T record, int field);

  /** What moves the field into the column of an attribute; null if the field's type cannot be the attribute's. */
  Feed<T> feed(int field, WorkloadDescription.Column attribute);

  /** What to do about a field whose type cannot be the attribute's. */
  String remedy(int field, WorkloadDescription.Column attribute);

  /** Why a record is no event, whatever its fields hold; null if it may be one. */
  String refusal(T record);

  /**
   * Moves a field of a record into a column.
   *
   * @param <T> type of the records
   */
  @FunctionalInterface
  interface Feed<T> {
    /** Null, or the reason why the record is rejected. */
    String feed(T record, ColumnBuilder column);
  }
}
