// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** The numbers of bridge/FRAMES.md. */
final class Wire {
  static final int MAGIC = 0x48524154;
  static final int VERSION = 259;
  static final int MAJOR = VERSION >> 8;

  static final int HELLO = 1;
  static final int HELLO_OK = 2;
  static final int RESTORE = 3;
  static final int RESTORE_DONE = 4;
  static final int PANES = 5;
  static final int WATERMARK = 6;
  static final int BARRIER = 7;
  static final int BARRIER_ACK = 8;
  static final int SNAPSHOT = 9;
  static final int RELEASE = 10;
  static final int RESULT = 11;
  static final int DRAINED_WATERMARK = 12;
  static final int CREDIT = 13;
  static final int RESULT_CREDIT = 14;
  static final int REJECTED = 15;
  static final int PING = 17;
  static final int PONG = 18;
  static final int END_OF_INPUT = 19;
  static final int ERROR = 20;
  static final int BYE = 21;

  static final int INT64 = 0;
  static final int FLOAT64 = 1;
  static final int BOOL = 2;
  static final int TEXT = 3;
  static final int TEXT_DICTIONARY = 4;
  static final int UINT64 = 5;
  static final int NULL = 6;

  static final int ENVELOPE = 5;
  static final int MOST_ELEMENTS = 64;
  static final int MOST_TEXT = 64 << 10;
  static final int MOST_FRAME = 16 << 20;
  static final int MOST_ROWS = 1 << 20;
  static final int LEAST_CHARGE = 1 << 10;

  static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  static final VarHandle SHORTS = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  static final VarHandle BIG_LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  static final VarHandle BIG_INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  static final VarHandle BIG_SHORTS = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);

  private Wire() {}

  /** What a PANES, RESTORE or RESULT frame of this size costs in credit. */
  static long charge(int frameBytes) {
    return Math.max(frameBytes, LEAST_CHARGE);
  }
}
