// SPDX-License-Identifier: Apache-2.0
package org.horatio.bench;

import java.io.Serializable;

/**
 * The stream: in every step each of {@code keys} keys gets one event; a cycle is a step of starts (A0 to
 * A{@code starts - 1}, one after the other) and {@code burst} steps of B. {@code perMs} events share one time stamp,
 * never two of one key where {@code perMs <= keys}.
 */
record Shape(int keys, int burst, int starts, int perMs, boolean text) implements Serializable {
  private static final BenchEvent.Kind[] KINDS = BenchEvent.Kind.values();
  private static final int NAMES = 1_000;

  long time(long event) {
    return event / perMs;
  }

  int key(long event) {
    return (int) (event % keys);
  }

  BenchEvent.Kind kind(long event) {
    long step = event / keys;
    long cycle = step / (burst + 1);
    return step % (burst + 1) == 0 ? KINDS[1 + (int) (cycle % starts)] : BenchEvent.Kind.B;
  }

  BenchEvent blank() {
    return text ? new TextEvent() : new BenchEvent();
  }

  void fill(long event, BenchEvent out) {
    out.ts = time(event);
    out.type = kind(event);
    out.key = key(event);
    out.c = event % 97;
    out.e = (int) (event % 31);
    out.a = out.c * 0.5;
    out.b = out.e * 0.25;
    out.d = out.a - out.b;
    if (out instanceof TextEvent withText) {
      withText.name = Names.KEYS[out.key % NAMES];
      withText.note = Names.NOTES[out.e];
    }
  }

  private static final class Names {
    static final String[] KEYS = texts(NAMES, "district-");
    static final String[] NOTES = texts(31, "note-");

    private static String[] texts(int count, String prefix) {
      String[] texts = new String[count];
      for (int i = 0; i < count; i++) {
        texts[i] = prefix + i;
      }
      return texts;
    }
  }
}
