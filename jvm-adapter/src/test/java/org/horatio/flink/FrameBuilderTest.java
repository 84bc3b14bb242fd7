// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.horatio.flink.WorkloadDescription.Kind;
import org.junit.jupiter.api.Test;

class FrameBuilderTest {
  private final WorkloadDescription everyKind = Workloads.of(
      10,
      Workloads.type(
          0, "A", Workloads.column("i", Kind.INT), Workloads.column("f", Kind.FLOAT), Workloads.column("b", Kind.BOOL),
          Workloads.column("s", Kind.STRING), Workloads.column("n", Kind.STRING)),
      Workloads.type(1, "B"));

  @Test
  void randomRowsComeBackAsTheyWerePut() throws BadFrameException {
    Random random = new Random(7);
    for (int round = 0; round < 50; round++) {
      FrameBuilder frame = new FrameBuilder(everyKind);
      List<List<Object>> columns = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
      int rows = 1 + random.nextInt(200);
      int distinct = 1 + random.nextInt(300);
      for (int row = 0; row < rows; row++) {
        Object[] values = {
          random.nextLong(), random.nextDouble(), random.nextBoolean(), "é" + "x".repeat(random.nextInt(9)) + random.nextInt(distinct)
        };
        for (int i = 0; i < values.length; i++) {
          if (random.nextInt(4) == 0) {
            values[i] = null;
          }
          columns.get(i).add(values[i]);
        }
        put(frame.block(0), values);
        frame.append(frame.block(0), row, row, 0);
      }
      PanesDump.Block block = PanesDump.of(frame.build(1)).blocks().get(0);
      assertEquals(columns, block.columns().subList(0, 4));
      assertEquals(rows, block.columns().get(4).stream().filter(value -> value == null).count());
      assertTrue(frame.isEmpty());
    }
  }

  private static void put(TypeBlock block, Object[] values) {
    if (values[0] != null) {
      block.column(0).setLong((Long) values[0]);
    }
    if (values[1] != null) {
      block.column(1).setDouble((Double) values[1]);
    }
    if (values[2] != null) {
      block.column(2).setBool((Boolean) values[2]);
    }
    if (values[3] != null) {
      block.column(3).setText((String) values[3]);
    }
  }

  @Test
  void aFrameIsNeverLargerThanWhatWasCounted() throws BadFrameException {
    Random random = new Random(11);
    FrameBuilder frame = new FrameBuilder(everyKind);
    for (int round = 0; round < 20; round++) {
      int most = random.nextInt(20_000);
      long time = 0;
      while (!frame.isFull()) {
        TypeBlock block = frame.block(random.nextInt(2));
        if (!block.columns().isEmpty()) {
          block.column(3).setText("t".repeat(random.nextInt(most + 1)) + random.nextInt());
        }
        time += random.nextInt(100) - 50;
        assertFalse(frame.isTooLarge(block));
        frame.append(block, 1, time, 0);
      }
      byte[] bytes = frame.build(1);
      PanesDump.of(bytes);
      assertTrue(bytes.length <= frame.fullFrame(), bytes.length + " > " + frame.fullFrame());
    }
  }

  @Test
  void aTextThatRepeatsIsDictionaryCoded() throws BadFrameException {
    FrameBuilder frame = new FrameBuilder(everyKind);
    for (int row = 0; row < 100; row++) {
      frame.block(0).column(3).setText("district " + row % 3);
      frame.block(0).column(4).setText("unique " + row);
      frame.append(frame.block(0), 0, row, 0);
    }
    PanesDump.Block block = PanesDump.of(frame.build(1)).blocks().get(0);
    assertEquals(Arrays.asList(Wire.NULL, Wire.NULL, Wire.NULL, Wire.TEXT_DICTIONARY, Wire.TEXT), block.encodings());
  }

  @Test
  void adjacentRowsOfOnePaneShareAnEntry() throws BadFrameException {
    FrameBuilder frame = new FrameBuilder(everyKind);
    for (long time : new long[] {-11, -10, -1, 0, 9, 10, 3}) {
      frame.append(frame.block(1), 0, time, 0);
    }
    PanesDump.Block block = PanesDump.of(frame.build(1)).blocks().get(0);
    assertEquals(
        List.of(List.of(-20L, 0L, 1L), List.of(-10L, 1L, 2L), List.of(0L, 3L, 2L), List.of(10L, 5L, 1L), List.of(0L, 6L, 1L)),
        block.panes());
  }

  @Test
  void arrivalsAreNumberedOverAllTypes() throws BadFrameException {
    FrameBuilder frame = new FrameBuilder(everyKind);
    frame.append(frame.block(1), 0, 5, 0);
    frame.append(frame.block(0), 0, 4, 0);
    frame.append(frame.block(1), 65_535, 3, 0);
    List<PanesDump.Block> blocks = PanesDump.of(frame.build(1)).blocks();
    assertEquals(List.of(1), blocks.get(0).arrivals());
    assertEquals(List.of(0, 2), blocks.get(1).arrivals());
    assertEquals(List.of(0, 65_535), blocks.get(1).keyGroups());
  }

  @Test
  void anEventLargerThanTheLimitIsFoundBeforeItIsAppended() {
    FrameBuilder frame = new FrameBuilder(everyKind);
    frame.block(0).column(3).setText("x".repeat(FrameBuilder.MOST_ROW));
    assertTrue(frame.isTooLarge(frame.block(0)));
    frame.block(0).discard();
    assertFalse(frame.isTooLarge(frame.block(0)));
  }

  @Test
  void valuesThatWereDiscardedAreNotInTheNextRow() throws BadFrameException {
    FrameBuilder frame = new FrameBuilder(everyKind);
    frame.block(0).column(0).setLong(1);
    frame.block(0).column(3).setText("gone");
    frame.block(0).discard();
    frame.append(frame.block(0), 0, 1, 0);
    assertEquals(Arrays.asList((Object) null), PanesDump.of(frame.build(1)).blocks().get(0).columns().get(3));
  }

  @Test
  void panesCoverNegativeTimesAndTheEndsOfTheRange() {
    Panes panes = new Panes(10, 3);
    assertEquals(-7, panes.startOf(2));
    assertEquals(3, panes.startOf(3));
    assertEquals(-17, panes.startOf(-8));
    assertEquals(Panes.NONE, panes.startOf(Long.MIN_VALUE));
    assertTrue(panes.startOf(Long.MAX_VALUE) <= Long.MAX_VALUE);
    assertEquals(Panes.NONE, new Panes(0, 0).startOf(5));
  }

  @Test
  void aWatermarkCrossesAPaneWhenItCompletesOne() {
    Panes panes = new Panes(10, 0);
    assertFalse(panes.crosses(-1, 8));
    assertTrue(panes.crosses(-1, 9));
    assertFalse(panes.crosses(9, 18));
    assertTrue(panes.crosses(Long.MIN_VALUE, 0));
    assertFalse(new Panes(0, 0).crosses(0, 100));
  }
}
