// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

/** Sets the values of a record in the block of its event type. Owned by the task thread. */
abstract class RowEncoder<T> {
  private String rejection;

  /** The block to append to; null if the record is ignored (its type is not used) or rejected. */
  final TypeBlock encode(T record) {
    rejection = null;
    TypeBlock block = fill(record);
    if (rejection != null && block != null) {
      block.discard();
    }
    return rejection == null ? block : null;
  }

  /** Why the last record was rejected; null if it was not. */
  final String rejection() {
    return rejection;
  }

  protected abstract TypeBlock fill(T record);

  /** The first reason counts. */
  public final void reject(String reason) {
    if (rejection == null) {
      rejection = reason;
    }
  }
}
