// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

/** A frame of the process that FRAMES.md does not allow. */
final class BadFrameException extends Exception {
  private static final long serialVersionUID = 1L;

  BadFrameException(String message) {
    super(message);
  }

  BadFrameException(String message, Throwable cause) {
    super(message, cause);
  }
}
