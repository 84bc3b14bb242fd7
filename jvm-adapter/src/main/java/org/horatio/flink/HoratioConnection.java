// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.io.Serializable;
import java.nio.file.Path;
import java.util.Objects;

/**
 * Where a {@code horatio-operator} runs that the job is to use instead of launching its own: started with
 * {@code --listen}, {@code --control} and {@code --token-file}. On every machine of the cluster, and where the job is
 * made, the same addresses and the same file lead to a process.
 *
 * @param data the data plane, {@code tcp://127.0.0.1:PORT}
 * @param control the control plane, {@code 127.0.0.1:PORT}
 * @param token what callers show; empty: the first line of the file. It is part of the job's graph
 * @param tokenFile path of the file, read on each machine
 * @param remoteAllowed whether the addresses may lead off this machine, over which all goes in clear text
 */
public record HoratioConnection(String data, String control, String token, String tokenFile, boolean remoteAllowed)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Checks that nothing is missing. */
  public HoratioConnection {
    Objects.requireNonNull(data, "data");
    Objects.requireNonNull(control, "control");
    Objects.requireNonNull(token, "token");
    Objects.requireNonNull(tokenFile, "tokenFile");
    if (token.isEmpty() == tokenFile.isEmpty()) {
      throw new IllegalArgumentException("a connection has either a token or a file that holds it");
    }
  }

  /** To a process whose token is in a file of each machine. */
  public static HoratioConnection withTokenFile(String data, String control, Path file) {
    return new HoratioConnection(data, control, "", file.toString(), false);
  }

  /** To a process with this token, which becomes part of the job's graph. */
  public static HoratioConnection withToken(String data, String control, String token) {
    return new HoratioConnection(data, control, token, "", false);
  }

  /** Also to another machine: events, results and token are not encrypted. Prefer a tunnel. */
  public HoratioConnection allowRemote() {
    return new HoratioConnection(data, control, token, tokenFile, true);
  }

  ReadyLine place() {
    return ReadyLine.of(data, control, "");
  }

  void check() {
    ReadyLine place;
    try {
      place = place();
    } catch (IllegalArgumentException e) {
      throw new HoratioException(
          this + " is no connection: write the data plane as tcp://127.0.0.1:PORT and the control plane as"
              + " 127.0.0.1:PORT, with numeric addresses",
          e);
    }
    boolean local = place.data().startsWith("tcp://127.") && place.controlHost().startsWith("127.");
    if (!local && !remoteAllowed) {
      throw new HoratioException(
          this + " leads off this machine, and both planes are clear text: use 127.0.0.1 and a tunnel, or call"
              + " allowRemote()");
    }
  }

  /** Without the token. */
  @Override
  public String toString() {
    return "the connection to " + data + " and " + control;
  }
}
