// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the options make of the process of a task; the harness's TaskManager has no off-heap memory set aside. */
@RequiresOperator
@Timeout(60)
class LaunchOptionsTest {
  private static final String QUERY = Letter.query("q", "SEQ(A, B+)");

  @TempDir Path folder;

  @AfterEach
  void noChildIsLeft() throws Exception {
    Children.awaitNone();
  }

  private static LetterHarness open(HoratioOptions options) throws Exception {
    return new LetterHarness(QUERY, 1, new ArrayList<>(), null, null, 0, options);
  }

  @Test
  void theBudgetReachesTheProcess() throws Exception {
    try (LetterHarness job = open(HoratioOptions.defaults())) {
      job.watermark(0);
      assertEquals(1, Children.alive().size());
      List<String> arguments = List.of(Children.alive().get(0).info().arguments().orElseThrow());
      assertEquals(Long.toString(224L << 20), arguments.get(arguments.indexOf("--memory") + 1));
    }
  }

  @Test
  void aBudgetThatFlinkHasNotSetAsideEndsTheStart() {
    String message = assertThrows(
        RefusedJobException.class, () -> open(HoratioOptions.defaults().withMemory(1L << 30))).getMessage();
    assertTrue(message.contains("taskmanager.memory.task.off-heap.size"), message);
  }

  // It reads the workload where the job is made, and fails in the task.
  @Test
  void whatTheProcessSaidLastIsInTheFailureOfTheTask() throws Exception {
    Path real = OperatorBinary.find(HoratioOptions.defaults(), folder).installed();
    Path script = Files.writeString(
        folder.resolve("horatio-operator"),
        "#!/bin/sh\nif mkdir " + folder + "/once 2>/dev/null; then exec " + real + " \"$@\"; fi\n"
            + "echo 'no memory for tables' >&2\nexit 9\n");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    HoratioOptions options = HoratioOptions.defaults().withOperatorBinary(script);
    String message = assertThrows(HoratioException.class, () -> open(options)).getMessage();
    assertTrue(message.contains("exit status 9") && message.contains("no memory for tables"), message);
  }
}
