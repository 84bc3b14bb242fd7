// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

/** Where the frames of a session go whose process has died. */
@FunctionalInterface
interface FrameKeeper {
  FrameKeeper NONE = (reason, frames) -> "";

  /** Keeps them; gives what is to be told of it, which may be nothing. Any thread; never throws. */
  String keep(String reason, SentFrames.Kept frames);
}
