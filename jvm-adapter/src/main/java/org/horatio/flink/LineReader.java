// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Lines of a process's output; a line longer than the limit is cut, so that memory stays bounded. */
final class LineReader {
  private static final int MOST_BYTES = 16 << 10;

  private final InputStream in;

  LineReader(InputStream in) {
    this.in = new BufferedInputStream(in);
  }

  /** The next line, or null at the end. */
  String next() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int read = in.read();
    if (read < 0) {
      return null;
    }
    while (read >= 0 && read != '\n') {
      if (line.size() < MOST_BYTES) {
        line.write(read);
      }
      read = in.read();
    }
    return line.toString(StandardCharsets.UTF_8);
  }
}
