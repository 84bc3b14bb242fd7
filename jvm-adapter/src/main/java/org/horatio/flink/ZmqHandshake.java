// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.io.IOException;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.zeromq.ZContext;

/**
 * HELLO until it is answered: each try on a new socket, because a connect can stall for good. What an abandoned socket
 * would still have said is lost with it. Runs on the link's thread.
 */
final class ZmqHandshake {
  private static final long FIRST_TRY_MILLIS = 250;
  private static final long LAST_TRY_MILLIS = 2_000;
  private static final int SHORT_TRIES = 4;

  private final ZContext context;
  private final Selector selector;
  private final String endpoint;
  private final BooleanSupplier isOver;

  /** An open session: its socket, and the answer to HELLO. */
  record Welcome(ZmqConnection connection, long session, InFrame.HelloOk answer) {}

  ZmqHandshake(ZContext context, Selector selector, String endpoint, BooleanSupplier isOver) {
    this.context = context;
    this.selector = selector;
    this.endpoint = endpoint;
    this.isOver = isOver;
  }

  /** The open session, or null if it is over before. */
  Welcome open(Frames.Hello hello, Duration deadline) throws IOException {
    long end = System.nanoTime() + deadline.toNanos();
    String lastRefusal = "no answer";
    for (int number = 1; !isOver.getAsBoolean(); number++) {
      if (System.nanoTime() > end) {
        throw new StalledException(
            "horatio-operator at " + endpoint + " did not open a session in " + deadline + " and " + (number - 1)
                + " tries (option startTimeout): " + lastRefusal);
      }
      ZmqConnection connection = new ZmqConnection(context, selector, endpoint, number);
      try {
        Welcome welcome = tryOnce(connection, Frames.hello(hello, number), tryMillis(number));
        if (welcome != null) {
          connection = null;
          return welcome;
        }
      } catch (RetryException e) {
        lastRefusal = e.getMessage();
      } finally {
        if (connection != null) {
          connection.close();
        }
      }
    }
    return null;
  }

  static long tryMillis(int number) {
    int doublings = Math.max(0, number - SHORT_TRIES);
    return doublings > 3 ? LAST_TRY_MILLIS : Math.min(LAST_TRY_MILLIS, FIRST_TRY_MILLIS << doublings);
  }

  private static final class RetryException extends Exception {
    private static final long serialVersionUID = 1L;

    private RetryException(String message) {
      super(message);
    }
  }

  private Welcome tryOnce(ZmqConnection connection, byte[] hello, long millis) throws IOException, RetryException {
    long end = System.nanoTime() + Duration.ofMillis(millis).toNanos();
    if (!connection.sendHello(hello, Duration.ofMillis(millis))) {
      return null;
    }
    while (!isOver.getAsBoolean()) {
      byte[] answer = connection.receive();
      if (answer != null) {
        return welcome(connection, answer);
      }
      long left = (end - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        return null;
      }
      connection.await(left);
    }
    return null;
  }

  private static Welcome welcome(ZmqConnection connection, byte[] answer) throws RetryException {
    try {
      InFrame.Header header = FrameReader.header(answer);
      InFrame frame = FrameReader.read(answer);
      if (frame instanceof InFrame.HelloOk ok && header.seq() == 0) {
        return new Welcome(connection, header.session(), ok);
      }
      if (frame instanceof InFrame.Fault fault) {
        if (FailureKind.ofHello(fault.code()) == FailureKind.RETRY) {
          throw new RetryException(fault.message());
        }
        throw ZmqSession.failure("horatio-operator refuses the session", fault);
      }
      throw new HoratioException("horatio-operator answered HELLO with kind " + header.kind());
    } catch (BadFrameException e) {
      throw new HoratioException("horatio-operator answered HELLO with a bad frame: " + e.getMessage(), e);
    }
  }
}
