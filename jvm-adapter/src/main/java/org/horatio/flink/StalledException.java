// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

/** The process stands still: it cannot be asked to end, either. */
final class StalledException extends HoratioException {
  private static final long serialVersionUID = 1L;

  StalledException(String message) {
    super(message);
  }

  /** Whether a failure is one, or was caused by one. */
  static boolean isBehind(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof StalledException) {
        return true;
      }
    }
    return false;
  }
}
