// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A link that writes down what is sent, by kind and time or rows. */
final class FakeLink implements OperatorLink {
  final List<String> sent = new ArrayList<>();
  final List<byte[]> panes = new ArrayList<>();

  @Override
  public Session open(Frames.Hello hello, Duration deadline) {
    return new Session(1, 1 << 20, Wire.MOST_FRAME);
  }

  @Override
  public void send(byte[] frame) {
    try {
      sent.add(describe(frame));
    } catch (BadFrameException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void queue(byte[] frame) {
    send(frame);
  }

  @Override
  public void sendQueued() {}

  private String describe(byte[] frame) throws BadFrameException {
    EnvelopeReader in = new EnvelopeReader(frame);
    in.array("envelope", 5, 64);
    in.integer("magic");
    in.integer("version");
    int kind = (int) in.integer("kind");
    in.integer("session");
    in.integer("seq");
    switch (kind) {
      case Wire.PANES:
        panes.add(frame);
        return "panes " + PanesDump.of(frame).blocks().stream().mapToInt(PanesDump.Block::rows).sum();
      case Wire.WATERMARK:
        return "watermark " + in.integer("time");
      case Wire.RESULT_CREDIT:
        return "result credit " + in.integer("bytes");
      case Wire.RESTORE:
        return "restore " + in.integer("key group") + " from " + in.integer("offset") + (in.bool("last") ? " last" : "");
      case Wire.RESTORE_DONE:
        return "restored " + in.integer("first") + " to " + in.integer("last") + ": " + in.integer("count");
      case Wire.BARRIER:
        return "barrier " + in.integer("checkpoint") + " unsent " + in.integer("newest unsent");
      case Wire.SNAPSHOT:
        return "snapshot " + in.integer("checkpoint") + " of " + in.integer("key group") + " from "
            + in.integer("offset");
      case Wire.RELEASE:
        return "release " + in.integer("checkpoint");
      case Wire.END_OF_INPUT:
        return "end";
      default:
        return "kind " + kind;
    }
  }

  @Override
  public void abort(HoratioException failure) {}

  @Override
  public void close() {}

  List<String> takeSent() {
    List<String> taken = List.copyOf(sent);
    sent.clear();
    return taken;
  }
}
