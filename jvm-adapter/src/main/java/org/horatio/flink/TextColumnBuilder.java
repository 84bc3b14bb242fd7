// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.nio.charset.StandardCharsets;

/**
 * Text of the rows of an open frame. Each distinct text is kept once; when the frame is written the column is
 * dictionary coded if that is smaller. The dictionary ends with its frame.
 */
final class TextColumnBuilder extends ColumnBuilder {
  private static final int MOST_UTF8_PER_CHAR = 3;
  private static final int EMPTY_TEXT = 0;

  private final LittleEndianBytes codes = new LittleEndianBytes();
  private final LittleEndianBytes ends = new LittleEndianBytes(); // end of each text in utf8
  private final LittleEndianBytes utf8 = new LittleEndianBytes();
  private final TextCodes known = new TextCodes();
  private String pendingText;
  private long plainBytes; // of all rows, were each written out

  TextColumnBuilder() {
    clear();
  }

  @Override
  void setText(String value) {
    pendingText = value;
    markSet();
  }

  @Override
  void discard() {
    super.discard();
    pendingText = null;
  }

  @Override
  int pendingBytes() {
    return 2 * Integer.BYTES + (pendingText == null ? 0 : MOST_UTF8_PER_CHAR * pendingText.length());
  }

  @Override
  protected int appendValue() {
    int before = utf8.size();
    int entries = known.size();
    int code = known.codeOf(pendingText);
    if (code == entries) {
      addEntry(pendingText);
    }
    codes.putInt(code);
    plainBytes += length(code);
    return Integer.BYTES * (1 + known.size() - entries) + utf8.size() - before;
  }

  @Override
  protected int appendNothing() {
    codes.putInt(EMPTY_TEXT);
    return Integer.BYTES;
  }

  private void addEntry(String text) {
    utf8.putBytes(text.getBytes(StandardCharsets.UTF_8));
    ends.putInt(utf8.size());
  }

  private int length(int code) {
    return ends.intAt(code) - start(code);
  }

  private int start(int code) {
    return code == 0 ? 0 : ends.intAt(code - 1);
  }

  private int plainSize() {
    return (int) Math.min(Integer.MAX_VALUE / 2, Integer.BYTES + codes.size() + plainBytes);
  }

  private int dictionarySize() {
    return codes.size() + Integer.BYTES + ends.size() + utf8.size();
  }

  @Override
  protected int contentSize() {
    return Math.min(plainSize(), dictionarySize());
  }

  @Override
  protected int encodingNow() {
    return dictionarySize() < plainSize() ? Wire.TEXT_DICTIONARY : Wire.TEXT;
  }

  @Override
  protected void writeContent(FrameWriter out) {
    if (encodingNow() == Wire.TEXT) {
      writePlain(out);
      return;
    }
    out.bin(codes);
    int at = out.binAt(Integer.BYTES + ends.size());
    Wire.INTS.set(out.array(), at, 0);
    System.arraycopy(ends.array(), 0, out.array(), at + Integer.BYTES, ends.size());
    out.bin(utf8);
  }

  private void writePlain(FrameWriter out) {
    int at = out.binAt(Integer.BYTES * (rows() + 1));
    Wire.INTS.set(out.array(), at, 0);
    int end = 0;
    for (int row = 0; row < rows(); row++) {
      end += length(codes.intAt(row));
      Wire.INTS.set(out.array(), at + Integer.BYTES * (row + 1), end);
    }
    int text = out.binAt(end);
    for (int row = 0; row < rows(); row++) {
      int code = codes.intAt(row);
      System.arraycopy(utf8.array(), start(code), out.array(), text, length(code));
      text += length(code);
    }
    out.emptyBin();
  }

  @Override
  protected void clear() {
    codes.clear();
    ends.clear();
    utf8.clear();
    known.clear();
    plainBytes = 0;
    known.codeOf(""); // code 0 stands in rows of NULL
    ends.putInt(0);
  }
}
