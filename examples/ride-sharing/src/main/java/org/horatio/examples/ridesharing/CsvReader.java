// SPDX-License-Identifier: Apache-2.0
package org.horatio.examples.ridesharing;

import java.io.IOException;
import java.io.PushbackReader;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the records of a CSV text as RFC 4180 writes them. An unquoted empty field is {@code null}, {@code ""} an empty
 * string. Not thread safe.
 */
final class CsvReader {
  private final PushbackReader in;

  CsvReader(Reader in) {
    this.in = new PushbackReader(in);
  }

  /** The next record, or null at the end. Empty lines are passed over. */
  List<String> next() throws IOException {
    int first;
    do {
      first = in.read();
    } while (first == '\n' || first == '\r');
    if (first < 0) {
      return null;
    }
    in.unread(first);
    List<String> record = new ArrayList<>();
    do {
      record.add(field());
    } while (separator());
    return record;
  }

  private String field() throws IOException {
    int c = in.read();
    if (c == '"') {
      return quoted();
    }
    StringBuilder text = new StringBuilder();
    for (; c >= 0 && c != ',' && c != '\n' && c != '\r'; c = in.read()) {
      text.append((char) c);
    }
    unread(c);
    return text.isEmpty() ? null : text.toString();
  }

  private String quoted() throws IOException {
    StringBuilder text = new StringBuilder();
    while (true) {
      int c = in.read();
      if (c < 0) {
        throw new IOException("a quoted field does not end");
      }
      if (c == '"') {
        c = in.read();
        if (c != '"') {
          unread(c);
          return text.toString();
        }
      }
      text.append((char) c);
    }
  }

  /** Takes what stands behind a field: true for a comma, false for the end of the record. */
  private boolean separator() throws IOException {
    int c = in.read();
    if (c == '\r') {
      c = in.read();
    }
    if (c == ',') {
      return true;
    }
    if (c >= 0 && c != '\n') {
      throw new IOException("text stands behind a quoted field");
    }
    return false;
  }

  private void unread(int c) throws IOException {
    if (c >= 0) {
      in.unread(c);
    }
  }
}
