// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.util.List;

/** A fault that ends the start of a job or the job: what is wrong, where, and what to do about it. */
public class HoratioException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int code;
  private final List<String> faults;

  HoratioException(int code, String message, List<String> faults, Throwable cause) {
    super(message, cause);
    this.code = code;
    this.faults = List.copyOf(faults);
  }

  HoratioException(int code, String message) {
    this(code, message, List.of(), null);
  }

  HoratioException(String message) {
    this(0, message);
  }

  HoratioException(String message, Throwable cause) {
    this(0, message, List.of(), cause);
  }

  /** The code of the process (FRAMES.md, ERROR), or 0 where the fault was found in the JVM. */
  public int code() {
    return code;
  }

  /** Every fault of a refused workload, as {@code line:column: message (query q)}; else empty. */
  public List<String> faults() {
    return faults;
  }
}
