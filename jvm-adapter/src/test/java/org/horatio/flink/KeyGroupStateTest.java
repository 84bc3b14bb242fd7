// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The bytes of STATE.md, whole and damaged. */
class KeyGroupStateTest {
  private static final KeyGroupState.Header HEADER = new KeyGroupState.Header(40, 32, 63, 1_381_104_000_000L, 5);
  private static final byte[] CONTENT = {1, 2, 3, 4, 5};

  private static byte[] written() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    KeyGroupState.Writer writer = new KeyGroupState.Writer(out, HEADER);
    writer.write(ByteBuffer.wrap(CONTENT, 0, 2));
    writer.write(ByteBuffer.wrap(CONTENT, 2, 3).slice());
    writer.finish();
    return out.toByteArray();
  }

  private static String refusal(byte[] bytes) {
    return assertThrows(HoratioException.class, () -> read(bytes)).getMessage();
  }

  private static KeyGroupState.Header read(byte[] bytes) throws IOException {
    KeyGroupState.Reader reader = new KeyGroupState.Reader(new ByteArrayInputStream(bytes), 40);
    while (reader.left() > 0) {
      reader.read(2);
    }
    reader.finish();
    return reader.header();
  }

  @Test
  void theBytesAreThoseOfTheSpecification() throws IOException {
    assertEquals(
        "48525447" + "01000000" + "28000000" + "20000000" + "3f000000" + "009c369041010000" + "0500000000000000"
            + "0102030405",
        HexFormat.of().formatHex(written(), 0, 41));
    assertEquals("48454e44", HexFormat.of().formatHex(written(), 45, 49));
  }

  @Test
  void whatWasWrittenIsReadInPiecesOfAnySize() throws IOException {
    KeyGroupState.Reader reader = new KeyGroupState.Reader(new ByteArrayInputStream(written()), 40);
    assertEquals(HEADER, reader.header());
    assertArrayEquals(new byte[] {1, 2}, reader.read(2));
    assertArrayEquals(new byte[] {3, 4, 5}, reader.read(100));
    assertEquals(0, reader.left());
    reader.finish();
  }

  @Test
  void truncatedBytesAreRefusedWhereverTheyEnd() throws IOException {
    byte[] bytes = written();
    for (int length = 0; length < bytes.length; length++) {
      String message = refusal(Arrays.copyOf(bytes, length));
      assertEquals("cannot restore key group 40: it is truncated", message);
    }
  }

  @Test
  void everyChangedBitIsFound() throws IOException {
    for (int bit = 0; bit < 8 * written().length; bit++) {
      byte[] bytes = written();
      bytes[bit / 8] ^= (byte) (1 << bit % 8);
      String message = refusal(bytes);
      assertTrue(message.startsWith("cannot restore key group 40: "), message);
    }
  }

  @Test
  void theReasonSaysWhatIsWrong() throws IOException {
    byte[] version = written();
    version[4] = 9;
    byte[] magic = written();
    magic[0] = 0;
    byte[] crc = written();
    crc[38]++;
    byte[] end = written();
    end[end.length - 1] = 0;
    List<String> reasons = List.of("format version is 9", "no state of Horatio", "wrong CRC", "no end mark");
    List<byte[]> damaged = List.of(version, magic, crc, end);
    for (int i = 0; i < reasons.size(); i++) {
      String message = refusal(damaged.get(i));
      assertTrue(message.contains(reasons.get(i)), message);
    }
  }
}
