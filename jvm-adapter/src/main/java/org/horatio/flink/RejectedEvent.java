// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.api.java.typeutils.TupleTypeInfo;

/**
 * A record that could not become an event, with the reason. (A tuple only so that Flink serialises it by its parts.)
 *
 * @param <T> type of the records
 */
@SuppressWarnings("unchecked") // of Tuple2.copy()
public final class RejectedEvent<T> extends Tuple2<T, String> {
  private static final long serialVersionUID = 1L;

  /** For Flink's serialiser. */
  public RejectedEvent() {}

  RejectedEvent(T record, String reason) {
    super(record, reason);
  }

  /** The record as it came. */
  public T record() {
    return f0;
  }

  /** Why it was rejected. */
  public String reason() {
    return f1;
  }

  @SuppressWarnings("unchecked")
  static <T> TypeInformation<RejectedEvent<T>> typeInfo(TypeInformation<T> record) {
    Class<RejectedEvent<T>> type = (Class<RejectedEvent<T>>) (Class<?>) RejectedEvent.class;
    return new TupleTypeInfo<>(type, record, Types.STRING);
  }
}
