// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.io.IOException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;

/**
 * One DEALER with its monitor: one try of a HELLO. Owned by the link's thread; others may only wake its selector.
 * Together with {@link ZmqLink} the only owner of JeroMQ.
 */
final class ZmqConnection implements AutoCloseable {
  // Frames that may be queued: at 1 KiB each, as many as the largest credit that there may be, and control frames.
  private static final int HIGH_WATER_MARK = (1 << 20) + (1 << 14);
  private static final int MONITORED = ZMQ.EVENT_DISCONNECTED | ZMQ.EVENT_MONITOR_STOPPED;
  private static final int LINGER_MILLIS = 500;
  private static final int MONITOR_END_MILLIS = 200;

  private final Selector selector;
  private final ZMQ.Socket dealer;
  private final ZMQ.Socket monitor;
  private int linger;

  ZmqConnection(ZContext context, Selector selector, String endpoint, int number) throws IOException {
    this.selector = selector;
    String events = "inproc://monitor-" + number;
    dealer = context.createSocket(SocketType.DEALER);
    dealer.setLinger(0);
    dealer.setSndHWM(HIGH_WATER_MARK);
    dealer.setRcvHWM(HIGH_WATER_MARK);
    dealer.setMaxMsgSize(Wire.MOST_FRAME);
    dealer.setImmediate(false); // in JeroMQ: a frame is taken only for a peer that is connected
    dealer.monitor(events, MONITORED);
    monitor = context.createSocket(SocketType.PAIR);
    monitor.setLinger(0);
    monitor.setReceiveTimeOut(MONITOR_END_MILLIS);
    monitor.connect(events);
    register(dealer.getFD());
    register(monitor.getFD());
    dealer.connect(endpoint);
  }

  private void register(SelectableChannel channel) throws IOException {
    channel.register(selector, SelectionKey.OP_READ);
  }

  /** Sends HELLO when the peer is connected, within the time; false if it was not sent. */
  boolean sendHello(byte[] hello, Duration most) {
    dealer.setSendTimeOut((int) most.toMillis());
    boolean sent = dealer.send(hello, 0);
    dealer.setSendTimeOut(0);
    return sent;
  }

  boolean send(byte[] frame) {
    return dealer.send(frame, ZMQ.DONTWAIT);
  }

  /** The next frame, or null. */
  byte[] receive() {
    return dealer.recv(ZMQ.DONTWAIT);
  }

  /** Whether the peer has gone. Reads the monitor empty. */
  boolean isDisconnected() {
    boolean disconnected = false;
    for (ZMQ.Event event = next(ZMQ.DONTWAIT); event != null; event = next(ZMQ.DONTWAIT)) {
      disconnected |= event.getEvent() == ZMQ.EVENT_DISCONNECTED;
    }
    return disconnected;
  }

  private ZMQ.Event next(int flags) {
    return ZMQ.Event.recv(monitor, flags);
  }

  /** Waits until something may have arrived, or the selector is woken; true if the former. */
  boolean await(long millis) throws IOException {
    boolean signalled = selector.select(Math.max(1, millis)) > 0;
    selector.selectedKeys().clear();
    return signalled;
  }

  /** Lets what was sent leave before the socket closes. */
  void linger() {
    linger = LINGER_MILLIS;
  }

  // The monitor ends first, by itself; closing it under way hangs.
  @Override
  public void close() throws IOException {
    for (SelectionKey key : selector.keys()) {
      key.cancel();
    }
    selector.selectNow();
    dealer.monitor(null, 0);
    ZMQ.Event event = next(0);
    while (event != null && event.getEvent() != ZMQ.EVENT_MONITOR_STOPPED) {
      event = next(0);
    }
    monitor.close();
    dealer.setLinger(linger);
    dealer.close();
  }
}
