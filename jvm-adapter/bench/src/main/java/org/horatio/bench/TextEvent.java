// SPDX-License-Identifier: Apache-2.0
package org.horatio.bench;

/** The same with two texts: the key's name, and one that a query reads. */
public class TextEvent extends BenchEvent {
  public String name = "";
  public String note = "";
}
