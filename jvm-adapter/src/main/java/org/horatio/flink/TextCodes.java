// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.util.Arrays;

/** Numbers the distinct texts of one column of one frame: open addressing, no boxing, cleared with the frame. */
final class TextCodes {
  private static final int INITIAL = 256;

  private String[] texts = new String[INITIAL];
  private int[] codes = new int[INITIAL];
  private int size;

  int size() {
    return size;
  }

  /** The code of a text; a text not seen yet gets the code {@code size()} was. */
  int codeOf(String text) {
    int slot = slotOf(text);
    if (texts[slot] != null) {
      return codes[slot];
    }
    texts[slot] = text;
    codes[slot] = size;
    int code = size++;
    if (2 * size > texts.length) {
      grow();
    }
    return code;
  }

  void clear() {
    if (size > 0) {
      Arrays.fill(texts, null);
      size = 0;
    }
  }

  private int slotOf(String text) {
    int hash = text.hashCode() * 0x9e3779b9;
    int slot = hash >>> 16 & texts.length - 1;
    while (texts[slot] != null && !texts[slot].equals(text)) {
      slot = slot + 1 & texts.length - 1;
    }
    return slot;
  }

  private void grow() {
    String[] oldTexts = texts;
    int[] oldCodes = codes;
    texts = new String[2 * oldTexts.length];
    codes = new int[texts.length];
    for (int i = 0; i < oldTexts.length; i++) {
      if (oldTexts[i] != null) {
        int slot = slotOf(oldTexts[i]);
        texts[slot] = oldTexts[i];
        codes[slot] = oldCodes[i];
      }
    }
  }
}
