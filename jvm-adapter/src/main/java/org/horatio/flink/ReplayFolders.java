// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/**
 * Folders that {@code horatio replay} runs (bridge/FRAMES.md, "Kept sessions"): one for each process that died, in it
 * one for each of its sessions. Of processes the newest few stay. Only their owner can read them: they hold events.
 */
final class ReplayFolders implements FrameKeeper {
  static final int MOST_PROCESSES = 8;

  private static final int FORMAT = 1;
  private static final byte[] MAGIC = "HRATKEPT".getBytes(StandardCharsets.US_ASCII);
  private static final String PROCESS = "[0-9A-Za-z]+-\\d+";
  private static final Object SWEEP = new Object();

  private final Path base;
  private final String process;
  private final Frames.Hello hello;
  private final WorkloadSource source;
  private final List<String> arguments;

  /** Those of a session; the process is a number that names it on this machine. */
  ReplayFolders(Path base, String process, Frames.Hello hello, WorkloadSource source, List<String> arguments) {
    this.base = base.toAbsolutePath();
    this.process = process;
    this.hello = hello;
    this.source = source;
    this.arguments = arguments;
  }

  @Override
  public String keep(String reason, SentFrames.Kept kept) {
    if (kept.frames().isEmpty()) {
      return "";
    }
    Path group = base.resolve(hello.job() + "-" + process);
    Path folder = group.resolve(hello.operator() + "-" + hello.subtask() + "-" + hello.attempt().replace('/', '_'));
    try {
      create(folder);
      write(folder, reason, kept);
      sweep(group);
      return " The frames that its sessions were sent last are kept in " + group + ": `horatio replay " + group
          + "` runs them (option replayDirectory).";
    } catch (IOException | RuntimeException e) {
      delete(folder);
      return " The frames that it was sent last could not be kept in " + folder + " (option replayDirectory): " + e + ".";
    }
  }

  private static void create(Path folder) throws IOException {
    boolean posix = folder.getFileSystem().supportedFileAttributeViews().contains("posix");
    FileAttribute<?>[] owner = posix
        ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))}
        : new FileAttribute<?>[0];
    Files.createDirectories(folder, owner);
  }

  private void write(Path folder, String reason, SentFrames.Kept kept) throws IOException {
    Files.writeString(folder.resolve("workload.hql"), source.text());
    try (OutputStream out =
        new BufferedOutputStream(new FileOutputStream(folder.resolve("frames.bin").toFile()))) {
      out.write(MAGIC);
      writeInts(out, FORMAT);
      for (byte[] frame : kept.frames()) {
        CRC32C crc = new CRC32C();
        crc.update(frame);
        writeInts(out, frame.length, (int) crc.getValue());
        out.write(frame);
      }
      writeInts(out, 0, kept.frames().size());
    }
    Files.writeString(folder.resolve("session.json"), about(reason, kept));
  }

  private static void writeInts(OutputStream out, int... values) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(values.length * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (int value : values) {
      bytes.putInt(value);
    }
    out.write(bytes.array());
  }

  private String about(String reason, SentFrames.Kept kept) {
    List<String> members = new ArrayList<>();
    members.add("\"horatio_kept_session\": " + FORMAT);
    members.add("\"job\": " + quoted(hello.job()));
    members.add("\"operator\": " + quoted(hello.operator()));
    members.add("\"subtask\": " + hello.subtask());
    members.add("\"attempt\": " + quoted(hello.attempt()));
    members.add("\"max_parallelism\": " + hello.maxParallelism());
    members.add("\"first_key_group\": " + hello.firstKeyGroup());
    members.add("\"last_key_group\": " + hello.lastKeyGroup());
    members.add("\"workload_hash\": " + quoted(hello.workloadHash()));
    members.add("\"columns\": " + quoted(hello.columns()));
    members.add("\"result_credit\": " + hello.resultCredit());
    members.add("\"max_frame\": " + Wire.MOST_FRAME);
    members.add("\"global\": " + source.global());
    members.add("\"keys\": " + quoted(source.keys()));
    members.add("\"arguments\": " + quoted(arguments));
    members.add("\"reason\": " + quoted(reason));
    members.add("\"dropped\": " + kept.dropped());
    members.add("\"acknowledged\": " + kept.acknowledged());
    return "{\n  " + String.join(",\n  ", members) + "\n}\n";
  }

  private static String quoted(List<String> texts) {
    return texts.stream().map(ReplayFolders::quoted).toList().toString();
  }

  static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    text.chars().forEach(character -> {
      if (character == '"' || character == '\\') {
        quoted.append('\\').append((char) character);
      } else if (character < ' ') {
        quoted.append(String.format("\\u%04x", character));
      } else {
        quoted.append((char) character);
      }
    });
    return quoted.append('"').toString();
  }

  // Leaves the newest, and what others have put there.
  private void sweep(Path newest) throws IOException {
    synchronized (SWEEP) {
      try (Stream<Path> entries = Files.list(base)) {
        entries.filter(entry -> entry.getFileName().toString().matches(PROCESS) && !entry.equals(newest))
            .sorted(Comparator.comparingLong(ReplayFolders::modified).reversed())
            .skip(MOST_PROCESSES - 1)
            .toList()
            .forEach(ReplayFolders::deleteAll);
      }
    }
  }

  private static long modified(Path entry) {
    return entry.toFile().lastModified();
  }

  private static void deleteAll(Path group) {
    try (Stream<Path> sessions = Files.list(group)) {
      sessions.toList().forEach(ReplayFolders::delete);
      Files.deleteIfExists(group);
    } catch (IOException e) {
      // Somebody reads or deletes it; the next sweep tries again.
    }
  }

  private static void delete(Path folder) {
    for (String file : List.of("session.json", "frames.bin", "workload.hql", "")) {
      try {
        Files.deleteIfExists(folder.resolve(file));
      } catch (IOException e) {
        // What stays has no session.json, or is somebody else's.
      }
    }
  }
}
