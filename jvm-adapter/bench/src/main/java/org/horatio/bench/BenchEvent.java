// SPDX-License-Identifier: Apache-2.0
package org.horatio.bench;

/** An event of the benchmark: a key and five numbers. */
public class BenchEvent {
  /** B is the Kleene type; the others start a trend. */
  public enum Kind {
    B,
    A0, A1, A2, A3, A4, A5, A6, A7, A8, A9,
    A10, A11, A12, A13, A14, A15, A16, A17, A18, A19,
    A20, A21, A22, A23, A24, A25, A26, A27, A28, A29,
    A30, A31, A32, A33, A34, A35, A36, A37, A38, A39,
    A40, A41, A42, A43, A44, A45, A46, A47, A48, A49
  }

  public long ts;
  public Kind type = Kind.B;
  public int key;
  public double a;
  public double b;
  public long c;
  public double d;
  public int e;
}
