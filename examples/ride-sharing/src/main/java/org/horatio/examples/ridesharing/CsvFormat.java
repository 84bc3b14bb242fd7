// SPDX-License-Identifier: Apache-2.0
package org.horatio.examples.ridesharing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.file.src.reader.SimpleStreamFormat;
import org.apache.flink.connector.file.src.reader.StreamFormat;
import org.apache.flink.core.fs.FSDataInputStream;

/**
 * CSV with a header for Flink's file source, which unpacks .gz and .xz by the file's name. Bounded; a restored job skips
 * the rows that it has read.
 */
final class CsvFormat extends SimpleStreamFormat<CsvRow> {
  private static final long serialVersionUID = 1;

  private final String timeColumn;

  /** @param timeColumn name of the column that holds the event time, an integer in milliseconds */
  CsvFormat(String timeColumn) {
    this.timeColumn = timeColumn;
  }

  @Override
  public Reader<CsvRow> createReader(Configuration config, FSDataInputStream stream) throws IOException {
    return new Rows(stream, timeColumn);
  }

  @Override
  public TypeInformation<CsvRow> getProducedType() {
    return TypeInformation.of(CsvRow.class);
  }

  private static final class Rows implements StreamFormat.Reader<CsvRow> {
    private final BufferedReader text;
    private final CsvReader records;
    private final int columns;
    private final int time;
    private long row;

    Rows(InputStream stream, String timeColumn) throws IOException {
      text = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
      records = new CsvReader(text);
      List<String> header = records.next();
      if (header == null || !header.contains(timeColumn)) {
        throw new IOException("no column is called " + timeColumn + "; the file has " + header);
      }
      columns = header.size();
      time = header.indexOf(timeColumn);
    }

    @Override
    public CsvRow read() throws IOException {
      List<String> record = records.next();
      if (record == null) {
        return null;
      }
      row++;
      if (record.size() != columns) {
        throw new IOException("row " + row + " has " + record.size() + " fields, the header " + columns);
      }
      return new CsvRow(time(record.get(time)), record.toArray(String[]::new));
    }

    private long time(String text) throws IOException {
      try {
        return Long.parseLong(String.valueOf(text));
      } catch (NumberFormatException e) {
        throw new IOException("row " + row + ": the time " + text + " is no integer", e);
      }
    }

    @Override
    public void close() throws IOException {
      text.close();
    }
  }
}
