// SPDX-License-Identifier: Apache-2.0
package org.horatio.examples.ridesharing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.StringReader;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class CsvReaderTest {
  @Test
  void anUnquotedEmptyFieldIsNullAndAQuotedOneAnEmptyString() throws IOException {
    assertEquals(Arrays.asList("a", null, "", null), new CsvReader(new StringReader("a,,\"\",\n")).next());
  }

  @Test
  void quotedFieldsHoldCommasQuotesAndLineEnds() throws IOException {
    assertEquals(List.of("a,b", "say \"x\"", "1\r\n2"), new CsvReader(new StringReader("\"a,b\",\"say \"\"x\"\"\",\"1\r\n2\"")).next());
  }

  @Test
  void linesEndInEitherWayAndEmptyOnesArePassedOver() throws IOException {
    CsvReader reader = new CsvReader(new StringReader("a,b\r\n\r\nc,d\n\ne,f"));
    assertEquals(List.of("a", "b"), reader.next());
    assertEquals(List.of("c", "d"), reader.next());
    assertEquals(List.of("e", "f"), reader.next());
    assertNull(reader.next());
  }

  @Test
  void brokenQuotesAreReported() {
    assertThrows(IOException.class, () -> new CsvReader(new StringReader("\"a")).next());
    assertThrows(IOException.class, () -> new CsvReader(new StringReader("\"a\"b")).next());
  }

  @Test
  void whatIsWrittenIsReadBack() throws IOException {
    List<String> fields = Arrays.asList("plain", null, "", "a,b", "\"", "x\ny");
    assertEquals(fields, new CsvReader(new StringReader(CsvText.record(fields))).next());
  }
}
