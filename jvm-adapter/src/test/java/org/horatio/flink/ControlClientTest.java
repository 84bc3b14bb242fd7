// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Answers of the control plane that declare more than is taken: refused before anything is allocated for them. */
@Timeout(60)
class ControlClientTest {
  private static final int BINARY_1_REPLY = 0x80010002;
  private static final String METHOD = "registerWorkload";

  private interface Answer {
    void write(DataOutputStream out) throws IOException;
  }

  private static String failure(Answer answer) throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread thread = new Thread(() -> serve(server, answer));
      thread.start();
      ReadyLine place = new ReadyLine("tcp://127.0.0.1:1", "127.0.0.1", server.getLocalPort(), "");
      WorkloadSource source = new WorkloadSource("STREAM s (TYPE A (g STRING));", true, List.of());
      String message = assertThrows(
          HoratioException.class,
          () -> new ControlClient(place, "0123456789abcdef", Duration.ofSeconds(30)).register(source)).getMessage();
      thread.join();
      return message;
    }
  }

  @Test
  void aProcessThatDoesNotAnswerHasStalled() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      ReadyLine place = new ReadyLine("tcp://127.0.0.1:1", "127.0.0.1", server.getLocalPort(), "");
      WorkloadSource source = new WorkloadSource("STREAM s (TYPE A (g STRING));", true, List.of());
      ControlClient client = new ControlClient(place, "0123456789abcdef", Duration.ofMillis(50));
      String message = assertThrows(StalledException.class, () -> client.register(source)).getMessage();
      assertTrue(message.contains("startTimeout"), message);
    }
  }

  private static void serve(ServerSocket server, Answer answer) {
    try (Socket socket = server.accept()) {
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      answer.write(out);
      out.flush();
      socket.getInputStream().readAllBytes(); // until the client has gone
    } catch (IOException e) {
      // the client hung up first
    }
  }

  private static void header(DataOutputStream out, int more) throws IOException {
    out.writeInt(4 + 4 + METHOD.length() + 4 + more);
    out.writeInt(BINARY_1_REPLY);
    out.writeInt(METHOD.length());
    out.writeBytes(METHOD);
    out.writeInt(1);
  }

  @Test
  void aFrameOfTwoGigabytesOrOfNegativeSizeIsRefused() throws Exception {
    assertTrue(failure(out -> out.writeInt(Integer.MAX_VALUE)).contains("control plane"));
    assertTrue(failure(out -> out.writeInt(-1)).contains("control plane"));
    assertTrue(failure(out -> out.writeInt((16 << 20) + 1)).contains("control plane"));
  }

  @Test
  void aTextOfAGigabyteIsRefused() throws Exception {
    assertTrue(failure(out -> {
      header(out, 3 + 3 + 4 + 1);
      out.writeByte(12); // the result, a struct
      out.writeShort(0);
      out.writeByte(11); // the hash, a text
      out.writeShort(1);
      out.writeInt(1 << 30);
      out.writeByte('x');
    }).contains("control plane"));
  }

  @Test
  void aListOfTwoThousandMillionElementsIsRefused() throws Exception {
    assertTrue(failure(out -> {
      header(out, 3 + 3 + 5);
      out.writeByte(12);
      out.writeShort(0);
      out.writeByte(15); // the types, a list of structs
      out.writeShort(2);
      out.writeByte(12);
      out.writeInt(Integer.MAX_VALUE);
    }).contains("control plane"));
  }

  @Test
  void whatIsNotThriftIsRefused() throws Exception {
    assertTrue(failure(out -> out.writeBytes("HTTP/1.1 400 Bad Request\r\n\r\n")).contains("control plane"));
  }

  @Test
  void aWorkloadOfMoreThanAMegabyteIsRefusedBeforeItIsSent() {
    String message = assertThrows(
        HoratioException.class, () -> new WorkloadSource("x".repeat((1 << 20) + 1), true, List.of())).getMessage();
    assertTrue(message.contains("1048577") && message.contains("split"), message);
  }
}
