// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each third party has its owners; the operator's logic knows no Flink. */
class LayeringTest {
  private static final Path SOURCES = Path.of("src/main/java/org/horatio/flink");

  private static Set<String> importersOf(String name) throws IOException {
    Set<String> importers = new TreeSet<>();
    try (Stream<Path> files = Files.list(SOURCES)) {
      for (Path file : files.toList()) {
        if (Files.readString(file).contains("import " + name)) {
          importers.add(file.getFileName().toString().replace(".java", ""));
        }
      }
    }
    return importers;
  }

  @Test
  void msgpackHasOneOwner() throws IOException {
    assertEquals(Set.of("EnvelopeReader"), importersOf("org.msgpack"));
  }

  @Test
  void thriftHasOneOwner() throws IOException {
    assertEquals(Set.of("ControlClient"), importersOf("org.apache.thrift"));
    assertEquals(Set.of("ControlClient"), importersOf("org.horatio.flink.control"));
  }

  @Test
  void jeroMqStaysInTheLink() throws IOException {
    assertEquals(Set.of("ZmqConnection", "ZmqHandshake", "ZmqLink"), importersOf("org.zeromq"));
  }

  @Test
  void flinkStaysInTheApiAndTheOperator() throws IOException {
    assertEquals(
        Set.of(
            "AttachmentChecks", "Horatio", "HoratioAttachment", "HoratioStreams", "JobManagerStorage", "QueryObjects",
            "QueryRows", "RecordKinds", "RefusedJobException", "RejectedEvent", "RowDataEvents", "RowDataFields",
            "RowFields", "SidecarIdentity", "SidecarMetrics", "SidecarOperator", "SidecarOperatorFactory",
            "StateUpload", "TableFields", "TaskManagerPlace", "TrendResult", "TrendResultSerializer",
            "TrendResultTypeInfo"),
        importersOf("org.apache.flink"));
  }

  // A job without them has neither on its class path, so whoever links to them is only reached by jobs that do.
  @Test
  void theTableApiAndAvroStayInTheirMappings() throws IOException {
    assertEquals(Set.of("RowDataEvents", "RowDataFields", "TableFields"), importersOf("org.apache.flink.table"));
    assertEquals(Set.of("AvroEvents", "AvroFields"), importersOf("org.apache.avro"));
  }

  @Test
  void everyFileHasALicenceLineAndStaysSmall() throws IOException {
    try (Stream<Path> files = Files.list(SOURCES)) {
      for (Path file : files.toList()) {
        String text = Files.readString(file);
        assertEquals(0, text.indexOf("// SPDX-License-Identifier: Apache-2.0\n"), file.toString());
        assertEquals(true, text.lines().count() <= 260, file + " is too long");
      }
    }
  }
}
