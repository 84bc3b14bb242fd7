// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import org.apache.flink.runtime.throwable.ThrowableAnnotation;
import org.apache.flink.runtime.throwable.ThrowableType;

/** A job that cannot be served as it is: Flink does not restart it, whatever its restart strategy. */
@ThrowableAnnotation(ThrowableType.NonRecoverableError)
final class RefusedJobException extends HoratioException {
  private static final long serialVersionUID = 1L;

  RefusedJobException(String message) {
    super(message);
  }
}
