// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** A process that somebody else started and will end: {@link HoratioConnection} says where it is. */
final class RunningOperator implements OperatorHold {
  private static final int LEAST_TOKEN = 16;

  private final ReadyLine place;
  private final String token;

  /** @throws HoratioException if the connection is not complete, or its token cannot be read on this machine */
  RunningOperator(HoratioConnection connection) {
    connection.check();
    place = connection.place();
    token = connection.tokenFile().isEmpty() ? connection.token() : read(Path.of(connection.tokenFile()));
  }

  private static String read(Path file) {
    String line;
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      line = lines.readLine();
    } catch (IOException e) {
      throw new HoratioException(
          "cannot read the token of horatio-operator from " + file + " on this machine: " + e
              + ". The file is the one of its --token-file, and must be readable where the job is made and by every"
              + " TaskManager",
          e);
    }
    if (line == null || line.strip().length() < LEAST_TOKEN) {
      throw new HoratioException(
          "the first line of " + file + " is no token: horatio-operator --token-file " + file + " writes one of 32 digits");
    }
    return line.strip();
  }

  @Override
  public ReadyLine awaitReady(Duration deadline) {
    return place;
  }

  @Override
  public String name() {
    return place.data().replaceAll(".*:", "");
  }

  @Override
  public List<String> arguments() {
    return List.of();
  }

  @Override
  public String token() {
    return token;
  }

  @Override
  public void whenEnded(Consumer<String> listener) {}

  @Override
  public String endWithin(Duration wait) {
    return null;
  }

  @Override
  public void release(boolean stalled) {}
}
