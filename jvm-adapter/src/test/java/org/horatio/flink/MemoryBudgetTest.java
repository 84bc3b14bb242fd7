// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What the process may use, by option and by what Flink has set aside. */
class MemoryBudgetTest {
  private static final long GIB = 1L << 30;

  private final HoratioOptions options = HoratioOptions.defaults();

  @Test
  void whatFlinkSetsAsideIsTheBudgetOfWhichAnEighthIsForWhatIsNotCounted() {
    assertEquals(List.of("--memory", Long.toString(GIB / 8 * 7)), MemoryBudget.arguments(options, GIB));
  }

  @Test
  void theOptionTakesPartOfIt() {
    assertEquals(
        List.of("--x", "--memory", Long.toString(GIB / 8 * 7)),
        MemoryBudget.arguments(options.withOperatorArguments("--x").withMemory(GIB), 4 * GIB));
  }

  @Test
  void moreThanFlinkSetsAsideIsRefusedWithBothNumbersAndTheRemedy() {
    String message = assertThrows(
        RefusedJobException.class, () -> MemoryBudget.arguments(options.withMemory(GIB), GIB - 1)).getMessage();
    assertTrue(message.contains("taskmanager.memory.task.off-heap.size"), message);
    assertTrue(message.contains(Long.toString(GIB)) && message.contains(Long.toString(GIB - 1)), message);
  }

  @Test
  void withNothingSetTheProcessIsHeldToLittle() {
    assertEquals(List.of("--memory", Long.toString(224L << 20)), MemoryBudget.arguments(options, 0));
  }

  @Test
  void aFlinkWithinOneJvmSetsNoBound() {
    assertEquals(List.of(), MemoryBudget.arguments(options, Long.MAX_VALUE));
    assertEquals(2, MemoryBudget.arguments(options.withMemory(GIB), Long.MAX_VALUE).size());
  }

  @Test
  void anArgumentThatSaysItIsLeftAlone() {
    List<String> said = List.of("--memory=5GiB");
    assertEquals(said, MemoryBudget.arguments(options.withOperatorArguments("--memory=5GiB"), GIB));
  }

  @Test
  void tooLittleIsNoOption() {
    assertThrows(IllegalArgumentException.class, () -> options.withMemory(1 << 20));
  }
}
