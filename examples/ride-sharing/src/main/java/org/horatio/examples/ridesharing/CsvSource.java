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
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.apache.flink.connector.file.src.FileSource;
import org.apache.flink.api.java.functions.KeySelector;
import org.horatio.flink.EventEncoder;
import org.tukaani.xz.XZInputStream;

/**
 * A CSV file as a bounded, replayable Flink source whose rows become events of a workload.
 *
 * @param header names of the columns
 * @param typeColumn name of the column that holds the event type; null: every row is of {@code onlyType}
 * @param types declared types of the columns by name, such as INT or DECIMAL(2); a column without one is a STRING
 */
public record CsvSource(
    Path file, List<String> header, String timeColumn, String typeColumn, String onlyType, Map<String, String> types) {

  /** Reads the header of the file. */
  public static CsvSource of(
      Path file, String timeColumn, String typeColumn, String onlyType, Map<String, String> types)
      throws IOException {
    try (Reader in = new InputStreamReader(unpacked(file), StandardCharsets.UTF_8)) {
      List<String> header = new CsvReader(in).next();
      if (header == null) {
        throw new IOException(file + " is empty; it needs a header");
      }
      return new CsvSource(file, header, timeColumn, typeColumn, onlyType, types);
    }
  }

  /** Flink's source; run it at parallelism 1 to keep the order of the file. */
  public FileSource<CsvRow> source() {
    var path = new org.apache.flink.core.fs.Path(file.toAbsolutePath().toUri());
    return FileSource.forRecordStreamFormat(new CsvFormat(timeColumn), path).build();
  }

  /** Splits the stream by these columns. */
  public KeySelector<CsvRow, String> key(List<String> columns) {
    return new CsvKey(columns.stream().mapToInt(this::place).toArray());
  }

  public EventEncoder<CsvRow> encoder() {
    int type = typeColumn == null ? -1 : place(typeColumn);
    return new CsvEncoder(header, header.stream().map(name -> types.getOrDefault(name, "STRING")).toList(), type, onlyType);
  }

  private int place(String column) {
    int place = header.indexOf(column);
    if (place < 0) {
      throw new IllegalArgumentException("no column is called " + column + "; the file has " + header);
    }
    return place;
  }

  private static InputStream unpacked(Path file) throws IOException {
    InputStream in = new BufferedInputStream(Files.newInputStream(file));
    String name = file.toString();
    return name.endsWith(".xz") ? new XZInputStream(in) : name.endsWith(".gz") ? new GZIPInputStream(in) : in;
  }
}
