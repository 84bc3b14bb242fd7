// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

/** What an error code of the process means for the job; the codes are those of engine/model/status.h. */
enum FailureKind {
  /** Try again on a new connection. */
  RETRY,
  /** The task fails; Flink restarts it or not, as the job says. */
  FAIL,
  /** The event is dropped and counted. */
  DROP_AND_COUNT;

  static final int BAD_EVENT = 200;
  static final int LATE_EVENT = 201;
  static final int UNAUTHORIZED = 306;
  static final int STALE_SESSION = 308;
  static final int SHUTDOWN = 502;

  private static final int BAD_FRAME = 300;
  private static final int UNKNOWN_KIND = 302;
  private static final int SEQUENCE_GAP = 304;
  private static final int PROTOCOL = 305;
  private static final int INTERNAL = 599;

  /** For the end of a session: whether Horatio itself is at fault, so that its frames are worth a report. */
  static boolean isDefect(int code) {
    return switch (code) {
      case BAD_FRAME, UNKNOWN_KIND, SEQUENCE_GAP, PROTOCOL, INTERNAL -> true;
      default -> false;
    };
  }

  /** For a refused HELLO. */
  static FailureKind ofHello(int code) {
    return code == STALE_SESSION || code == SHUTDOWN ? RETRY : FAIL;
  }

  /** For rows that the process refused. */
  static FailureKind ofRejection(int code) {
    return code == BAD_EVENT || code == LATE_EVENT ? DROP_AND_COUNT : FAIL;
  }
}
