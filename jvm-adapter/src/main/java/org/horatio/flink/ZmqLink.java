// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.io.IOException;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.zeromq.ZContext;

/**
 * The data plane over ZeroMQ. One daemon thread owns every socket; it is never interrupted. The task thread hands
 * frames over by a queue and wakes the thread's selector, which, unlike a socket or a channel, an interrupt cannot
 * close.
 */
final class ZmqLink implements OperatorLink {
  private static final Logger LOG = LoggerFactory.getLogger(ZmqLink.class);
  private static final Duration CLOSE = Duration.ofSeconds(5);
  // Waking the I/O threads costs more than a frame does: three frames are sent at once.
  private static final int QUEUED_BYTES = 2 * FrameBuilder.TARGET + 1;
  private static final long BACK_OFF_NANOS = 50_000;

  private final String endpoint;
  private final Duration progressTimeout;
  private final Listener listener;
  private final Function<Duration, String> processEnd;
  private final ConcurrentLinkedQueue<byte[]> outgoing = new ConcurrentLinkedQueue<>();
  private final CompletableFuture<Session> opened = new CompletableFuture<>();
  private final CompletableFuture<HoratioException> failed = new CompletableFuture<>();
  private final Selector selector;
  private final FrameKeeper keeper;
  private volatile SentFrames sent; // of an open session
  private volatile boolean closing;
  private Thread thread;
  private int queuedBytes; // of the task thread

  /** The function waits at most so long for the end of the process, and says how it ended, or gives null. */
  ZmqLink(
      String endpoint,
      Duration progressTimeout,
      Listener listener,
      Function<Duration, String> processEnd,
      FrameKeeper keeper) {
    this.endpoint = endpoint;
    this.progressTimeout = progressTimeout;
    this.listener = listener;
    this.processEnd = processEnd;
    this.keeper = keeper;
    try {
      this.selector = Selector.open();
    } catch (IOException e) {
      throw new HoratioException("cannot open a selector: " + e, e);
    }
  }

  @Override
  public Session open(Frames.Hello hello, Duration deadline) throws InterruptedException {
    thread = new Thread(() -> run(hello, deadline), "horatio-link-" + hello.subtask());
    thread.setDaemon(true);
    thread.start();
    try {
      return opened.get(deadline.plus(CLOSE).toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw (HoratioException) e.getCause();
    } catch (TimeoutException e) {
      throw new HoratioException("the session with horatio-operator did not open in " + deadline, e);
    }
  }

  @Override
  public void send(byte[] frame) {
    outgoing.add(frame);
    selector.wakeup();
  }

  @Override
  public void queue(byte[] frame) {
    outgoing.add(frame);
    queuedBytes += frame.length;
    if (queuedBytes >= QUEUED_BYTES) {
      sendQueued();
    }
  }

  @Override
  public void sendQueued() {
    queuedBytes = 0;
    selector.wakeup();
  }

  @Override
  public void abort(HoratioException failure) {
    HoratioException told = recordEnd(failure);
    if (told != null) {
      opened.completeExceptionally(told);
      listener.onFailure(told);
      selector.wakeup();
    }
  }

  // The first reason counts, and only for it frames are kept.
  private synchronized HoratioException recordEnd(HoratioException failure) {
    if (closing || failed.isDone()) {
      return null;
    }
    HoratioException told = withFrames(failure);
    failed.complete(told);
    return told;
  }

  // What was found on this side is the process's death, or its silence.
  private HoratioException withFrames(HoratioException failure) {
    if (sent == null || failure.code() != 0 && !FailureKind.isDefect(failure.code())) {
      return failure;
    }
    String kept = keeper.keep(failure.getMessage(), sent.kept());
    return kept.isEmpty()
        ? failure
        : new HoratioException(failure.code(), failure.getMessage() + kept, failure.faults(), failure);
  }

  @Override
  public void close() {
    closing = true;
    selector.wakeup();
    if (thread != null) {
      Uninterruptibly.join(thread, CLOSE);
      if (thread.isAlive()) {
        LOG.error("{} did not end in {}", thread.getName(), CLOSE);
        return;
      }
    }
    try {
      selector.close();
    } catch (IOException e) {
      LOG.debug("closing the selector", e);
    }
  }

  private void run(Frames.Hello hello, Duration deadline) {
    try (ZContext context = new ZContext()) {
      ZmqHandshake handshake = new ZmqHandshake(context, selector, endpoint, this::isOver);
      ZmqHandshake.Welcome welcome = handshake.open(hello, deadline);
      if (welcome == null) {
        return;
      }
      try (ZmqConnection connection = welcome.connection()) {
        InFrame.HelloOk answer = welcome.answer();
        Session session = new Session(welcome.session(), answer.eventCredit(), answer.maxFrame());
        SentFrames frames = new SentFrames(session.eventCredit());
        sent = frames;
        opened.complete(session);
        serve(new ZmqSession(connection, session.id(), listener, progressTimeout, frames));
      }
    } catch (HoratioException e) {
      abort(withProcessEnd(e));
    } catch (IOException | RuntimeException | Error e) {
      abort(new HoratioException("the data plane failed: " + e, e));
    }
  }

  private boolean isOver() {
    return closing || failed.isDone();
  }

  private void serve(ZmqSession session) throws IOException {
    while (!isOver()) {
      boolean worked = session.turn(outgoing);
      if (outgoing.isEmpty() && !isOver()) {
        // JeroMQ raises its signal before it counts it. Who is woken between the two finds nothing to do, and without
        // a rest keeps the other from the processor.
        if (session.await() && !worked) {
          LockSupport.parkNanos(BACK_OFF_NANOS);
        }
      }
    }
    if (!failed.isDone()) {
      session.bye(outgoing);
    }
  }

  // A lost connection mostly means that the process has ended, which says more.
  private HoratioException withProcessEnd(HoratioException failure) {
    if (!(failure instanceof ZmqSession.LostException)) {
      return failure;
    }
    String end = processEnd.apply(Duration.ofSeconds(2));
    return end == null ? failure : new HoratioException(end, failure);
  }
}
