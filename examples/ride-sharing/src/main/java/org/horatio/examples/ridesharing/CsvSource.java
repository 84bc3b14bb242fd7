// SPDX-License-Identifier: Apache-2.0
package org.horatio.examples.ridesharing;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.connector.file.src.FileSource;
import org.horatio.flink.EventEncoder;
import org.tukaani.xz.XZInputStream;

/**
 * A CSV file as a bounded, replayable Flink source whose rows become events of a workload: columns are attributes by
 * their names, read as the workload declares them.
 */
public final class CsvSource {
  private final Path file;
  private final String timeColumn;
  private final List<String> header;

  /** Reads the header; {@code timeColumn} holds the event time, an integer in milliseconds. */
  public CsvSource(Path file, String timeColumn) throws IOException {
    this.file = file;
    this.timeColumn = timeColumn;
    try (Reader in = new InputStreamReader(unpacked(file), StandardCharsets.UTF_8)) {
      header = new CsvReader(in).next();
    }
    if (header == null) {
      throw new IOException(file + " is empty; it needs a header");
    }
    place(timeColumn);
  }

  /** Flink's source; run it at parallelism 1 to keep the order of the file. */
  FileSource<CsvRow> source() {
    var path = new org.apache.flink.core.fs.Path(file.toAbsolutePath().toUri());
    return FileSource.forRecordStreamFormat(new CsvFormat(timeColumn), path).build();
  }

  /** Splits the stream by these columns. */
  KeySelector<CsvRow, String> key(List<String> columns) {
    return new CsvKey(columns.stream().mapToInt(this::place).toArray());
  }

  /** @param typeColumn name of the column that holds the event type; a workload with one type needs none */
  EventEncoder<CsvRow> encoder(StreamSchema schema, String typeColumn) {
    boolean table = schema.types().size() == 1 && !header.contains(typeColumn);
    return new CsvEncoder(header, schema, table ? -1 : place(typeColumn));
  }

  private int place(String column) {
    int place = header.indexOf(column);
    if (place < 0) {
      throw new IllegalArgumentException("no column is called " + column + "; " + file + " has " + header);
    }
    return place;
  }

  private static InputStream unpacked(Path file) throws IOException {
    InputStream in = new BufferedInputStream(Files.newInputStream(file));
    String name = file.toString();
    return name.endsWith(".xz") ? new XZInputStream(in) : name.endsWith(".gz") ? new GZIPInputStream(in) : in;
  }
}
