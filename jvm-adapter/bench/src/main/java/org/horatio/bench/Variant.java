// SPDX-License-Identifier: Apache-2.0
package org.horatio.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is compared: a stream, the operator behind its exchange, and what that has to answer. */
record Variant(String name, Operator operator, Shape shape, Workload workload, long events, long pacedRate) {
  enum Operator {
    NO_OP, HORATIO, CEP, WINDOW
  }

  private static final long WINDOW_MS = 10_000;
  private static final Shape HUNDRED = new Shape(100, 9, 50, 10, false);
  private static final Shape TEXTS = new Shape(100, 9, 50, 10, true);
  private static final Shape MILLION = new Shape(1_000_000, 9, 50, 10_000, false);

  static Map<String, Variant> all() {
    List<Variant> variants = new ArrayList<>();
    long million = 1_000_000;
    variants.add(new Variant("no-op", Operator.NO_OP, HUNDRED, null, 10 * million, million));
    variants.add(horatio("horatio-1", HUNDRED, Workload.one(WINDOW_MS, "EXACT", false, ""), 10 * million));
    String five = ", SUM(B.c), AVG(B.a), MAX(B.b), MIN(B.d), SUM(B.e)";
    variants.add(horatio("horatio-1-wide", HUNDRED, Workload.one(WINDOW_MS, "EXACT", false, five), 10 * million));
    variants.add(horatio("horatio-50", HUNDRED, Workload.many(50, 50, 2_000, "EXACT"), 5 * million));
    variants.add(horatio("horatio-50-10s", HUNDRED, Workload.many(50, 50, WINDOW_MS, "EXACT"), 5 * million));
    variants.add(horatio("horatio-50-mixed", HUNDRED, Workload.many(50, 10, 2_000, "EXACT"), 5 * million));
    variants.add(new Variant(
        "horatio-500", Operator.HORATIO, HUNDRED, Workload.many(500, 50, 2_000, "EXACT"), million, million / 10));
    variants.add(new Variant("window", Operator.WINDOW, HUNDRED, Workload.pairs(WINDOW_MS), 5 * million, million));
    variants.add(horatio("horatio-pairs", HUNDRED, Workload.pairs(WINDOW_MS), 10 * million));
    variants.add(new Variant("no-op-text", Operator.NO_OP, TEXTS, null, 5 * million, 0));
    variants.add(horatio("horatio-1-text", TEXTS, Workload.one(WINDOW_MS, "EXACT", true, ""), 5 * million));
    variants.add(new Variant("no-op-million-keys", Operator.NO_OP, MILLION, null, 10 * million, 0));
    variants.add(new Variant(
        "horatio-1-million-keys", Operator.HORATIO, MILLION, Workload.one(1_000, "EXACT", false, ""), 10 * million,
        million / 2));
    variants.add(groups("cep-5", Operator.CEP, 100, 5, "EXACT", 60_000));
    variants.add(groups("cep-8", Operator.CEP, 100, 8, "EXACT", 9_000));
    variants.add(groups("cep-10", Operator.CEP, 100, 10, "EXACT", 1_100));
    variants.add(groups("cep-12", Operator.CEP, 20, 12, "EXACT", 260));
    for (int n : new int[] {5, 8, 10, 12, 60}) {
      variants.add(groups("exact-" + n, Operator.HORATIO, 100, n, "EXACT", 6 * million));
    }
    for (int n : new int[] {5, 60, 1_000, 10_000}) {
      variants.add(groups("approx-" + n, Operator.HORATIO, 100, n, "APPROX", 6 * million));
    }
    Map<String, Variant> byName = new LinkedHashMap<>();
    variants.forEach(variant -> byName.put(variant.name(), variant));
    return byName;
  }

  private static Variant horatio(String name, Shape shape, Workload workload, long events) {
    return new Variant(name, Operator.HORATIO, shape, workload, events, 1_000_000);
  }

  /** Each key has one A and then {@code n} B in every window, and nothing else. */
  private static Variant groups(String name, Operator operator, int keys, int n, String numbers, long events) {
    Shape shape = new Shape(keys, n, 1, keys, false);
    long cycle = (long) keys * (n + 1);
    long whole = Math.max(1, events / cycle) * cycle;
    return new Variant(name, operator, shape, Workload.one(n + 1, numbers, false, ""), whole, 0);
  }
}
