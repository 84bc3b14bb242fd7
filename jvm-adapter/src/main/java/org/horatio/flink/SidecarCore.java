// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

/**
 * The operator's logic; knows neither Flink nor how many inputs there are. All methods run on the task thread.
 *
 * <p>The Flink contract, in one place:
 *
 * <ul>
 *   <li>A record is late if its time is at or below the true watermark, whatever was sent.
 *   <li>The open frame is flushed when it is full (three may leave at once), before what it must precede, and after the
 *       flush interval. A record is only added while credit for a full frame is left, so a flush never waits.
 *   <li>A watermark is sent when it closes a pane, else when it has waited for the flush interval; until then a newer
 *       one takes its place. It leaves the operator after all results that it completes.
 *   <li>Results are emitted by one mail at a time. Every method here may run inside a wait of another one (a mail, a
 *       timer): emission never nests, and a flush never waits.
 *   <li>Before a barrier all is flushed; what the process has sent before its answer leaves before the barrier
 *       ({@link Barriers}).
 *   <li>At the end of the input all is flushed, and the end waits until everything is out.
 * </ul>
 */
final class SidecarCore<T> {
  private final SidecarHost<T> host;
  private final SidecarInbox inbox;
  private final OperatorLink link;
  private final FrameBuilder frame;
  private final RowEncoder<T> encoder;
  private final ResultEmission results;
  private final OutputOrder order = new OutputOrder();
  private final SidecarCounters counters = new SidecarCounters();
  private final SidecarIdentity identity;
  private final Lateness lateness;
  private final Barriers barriers;
  private final long flushMillis;

  private OperatorLink.Session opened;
  private long session;
  private long sentWatermark = Long.MIN_VALUE;
  private long drained = Long.MIN_VALUE;
  private long newestUnsent = Long.MIN_VALUE; // of records on time that the workload does not ask for or cannot take
  private boolean due; // the unsent watermark is to be sent as soon as it may
  private boolean timerSet;
  private boolean ended;

  SidecarCore(
      SidecarHost<T> host,
      SidecarInbox inbox,
      OperatorLink link,
      SidecarIdentity identity,
      WorkloadDescription workload,
      EventMapping<T> mapping,
      HoratioOptions options) {
    this.host = host;
    this.inbox = inbox;
    this.link = link;
    this.frame = new FrameBuilder(workload);
    this.encoder = mapping.encoder(workload, frame);
    this.results = new ResultEmission(host, inbox, counters, workload.queries(), this::onDrained, this::release);
    this.identity = identity;
    this.lateness = new Lateness(identity.firstKeyGroup(), identity.lastKeyGroup());
    this.barriers = new Barriers(host, inbox, link, results, identity, lateness, counters);
    this.flushMillis = options.flushInterval().toMillis();
  }

  /** Goes on with an open session. */
  void open(OperatorLink.Session session) {
    opened = session;
    frame.requireRoom(Math.min(opened.eventCredit(), opened.maxFrame()));
    this.session = session.id();
    barriers.start(session.id());
    inbox.grant(session.eventCredit());
  }

  /** What the session begins with, before {@link #start}. */
  StateRestore restore() {
    return new StateRestore(inbox, link, identity, lateness, opened, counters);
  }

  /** From now on there is input. */
  void start() {
    inbox.start(this::onMail);
  }

  Barriers barriers() {
    return barriers;
  }

  /** A barrier may go on when this returns. */
  void barrier(long checkpoint) throws InterruptedException {
    long start = System.nanoTime();
    long rows = counters.rows;
    flush();
    barriers.pass(checkpoint, newestUnsent);
    counters.barriers++;
    counters.lastDrainRows = counters.rows - rows;
    counters.lastDrainMillis = (System.nanoTime() - start) / 1_000_000;
  }

  SidecarCounters counters() {
    return counters;
  }

  /** A record with its event time and the key group of its key. */
  void element(T record, long time, int keyGroup) throws Exception {
    barriers.goOn();
    if (lateness.isLate(time, keyGroup)) {
      counters.late++;
      host.emitLate(record, time);
      return;
    }
    if (!hasCredit()) {
      link.sendQueued();
      inbox.await(this::hasCredit);
    }
    TypeBlock block = encoder.encode(record);
    String rejection = encoder.rejection();
    if (block != null && frame.isTooLarge(block)) {
      block.discard();
      rejection = "the event is larger than " + FrameBuilder.MOST_ROW + " bytes";
    }
    if (rejection == null && block != null) {
      append(block, keyGroup, time);
      return;
    }
    newestUnsent = Math.max(newestUnsent, time);
    if (rejection == null) {
      counters.ignored++;
    } else {
      counters.rejected++;
      host.emitRejected(record, rejection, time);
    }
  }

  private boolean hasCredit() {
    return inbox.credit() >= frame.fullFrame();
  }

  private void append(TypeBlock block, int keyGroup, long time) {
    counters.events++;
    frame.append(block, keyGroup, time, frame.isEmpty() ? System.nanoTime() : 0);
    if (frame.isFull()) {
      link.queue(built());
    }
    setTimer();
  }

  /** A new watermark of the input. */
  void watermark(long time) throws Exception {
    barriers.goOn();
    if (time <= lateness.watermark()) {
      return;
    }
    lateness.advance(time);
    order.addWatermark(time);
    // The largest time mostly comes just before the end of the input, which says the same.
    if (time != Long.MAX_VALUE && frame.panes().crosses(sentWatermark, time)) {
      sendWatermark();
    } else {
      setTimer();
    }
  }

  /** Something that keeps its place among the watermarks; an idle input sends its watermark first. */
  void inOrder(boolean idle, SidecarHost.CoreTask emit) throws Exception {
    barriers.goOn();
    if (idle) {
      sendWatermark();
    }
    inbox.await(order::hasRoom);
    order.add(emit);
    onMail();
  }

  /** A latency marker: keeps its place, but may be dropped. */
  void marker(SidecarHost.CoreTask emit) throws Exception {
    order.addMarker(emit);
    onMail();
  }

  /** No record follows; returns when everything is out. */
  void endOfInput() throws Exception {
    if (ended) {
      return;
    }
    ended = true;
    barriers.goOn();
    if (lateness.watermark() != Long.MAX_VALUE && order.unsent() != null) {
      inbox.await(order::maySend);
      sendWatermark();
    }
    flush();
    link.send(Frames.endOfInput(session));
    inbox.finish(() -> drained == Long.MAX_VALUE && order.isEmpty());
  }

  private void onMail() throws Exception {
    results.run();
    long owed = results.takeOwedCredit();
    if (owed > 0) {
      link.send(Frames.resultCredit(session, owed));
    }
  }

  private void onDrained(long time) throws Exception {
    drained = Math.max(drained, time);
    order.answered(time);
    release();
    // At the end of the input endOfInput() sends what is left; after END_OF_INPUT nothing may follow.
    if (due && !ended) {
      sendWatermark();
    }
  }

  private void release() throws Exception {
    order.release(drained, host::emitWatermark);
  }

  private void sendWatermark() {
    Long time = order.unsent();
    due = time != null && !order.maySend();
    if (time == null || due) {
      return;
    }
    flush();
    link.send(Frames.watermark(session, time));
    order.sent(time);
    sentWatermark = time;
  }

  private void flush() {
    if (!frame.isEmpty()) {
      link.send(built());
    }
  }

  // The open frame, paid for.
  private byte[] built() {
    byte[] bytes = frame.build(session);
    counters.frames++;
    counters.bytes += bytes.length;
    inbox.spend(Wire.charge(bytes.length));
    return bytes;
  }

  private void setTimer() {
    if (!timerSet && !ended) {
      timerSet = true;
      host.schedule(flushMillis, this::onTimer);
    }
  }

  private void onTimer() {
    timerSet = false;
    if (!ended) {
      sendWatermark();
      flush();
      link.sendQueued();
    }
  }
}
