// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A copy of the executable in the jar, in a folder that only this user can enter, deleted by {@link #close} when the
 * process that runs it has ended. A file in the folder is locked as long as it is in use, so that the copies of JVMs
 * that were killed can be told from others, and are deleted when the next copy is made beside them.
 */
final class BundledBinary implements AutoCloseable {
  /** The only platform for which there is one; it is fully static, so any Linux will do. */
  static final String PLATFORM = "linux-x86_64";

  private static final Logger LOG = LoggerFactory.getLogger(BundledBinary.class);
  private static final String RESOURCE = PLATFORM + "/" + OperatorBinary.NAME;
  private static final String FOLDER = OperatorBinary.NAME + "-";
  private static final String LOCK = "lock";
  private static final Duration LEAST_AGE = Duration.ofMinutes(1); // of a stale copy: another may be just being made
  private static final String OWN = FOLDER + ProcessHandle.current().pid() + "-"
      + ProcessHandle.current().info().startInstant().map(Instant::toEpochMilli).orElse(0L) + "-";

  private final Path folder;
  private FileChannel lock;

  private BundledBinary(Path folder) {
    this.folder = folder;
  }

  /** Whether the jar has an executable for this machine. */
  static boolean isThere() {
    return PLATFORM.equals(platform(System.getProperty("os.name"), System.getProperty("os.arch")))
        && BundledBinary.class.getResource(RESOURCE) != null;
  }

  static String platform(String system, String architecture) {
    boolean intel = architecture.equals("amd64") || architecture.equals("x86_64");
    return (system.equals("Linux") ? "linux" : system) + "-" + (intel ? "x86_64" : architecture);
  }

  /** A new copy in a folder of its own under the directory, which is made if it is not there. */
  static BundledBinary extract(Path directory) {
    try (InputStream executable = BundledBinary.class.getResourceAsStream(RESOURCE);
        InputStream digest = BundledBinary.class.getResourceAsStream(RESOURCE + ".sha256")) {
      if (executable == null || digest == null) {
        throw new HoratioException("the adapter's jar has no " + RESOURCE + " with its digest: use a complete one");
      }
      String expected = new String(digest.readAllBytes(), StandardCharsets.US_ASCII).strip();
      return extract(directory, executable, expected);
    } catch (IOException e) {
      throw new HoratioException(
          "cannot copy " + OperatorBinary.NAME + " from the adapter's jar to " + directory + ": " + e
              + ". Name another directory by HoratioOptions.withOperatorDirectory or the environment variable "
              + OperatorBinary.DIRECTORY_VARIABLE + ", or install the executable and name it by "
              + OperatorBinary.VARIABLE,
          e);
    }
  }

  static BundledBinary extract(Path directory, InputStream executable, String digest) throws IOException {
    Files.createDirectories(directory);
    sweep(directory);
    var onlyOwner = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    BundledBinary copy = new BundledBinary(Files.createTempDirectory(directory, OWN, onlyOwner));
    try {
      copy.lock = FileChannel.open(
          copy.folder.resolve(LOCK), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      copy.lock.lock();
      String written = copy.write(executable);
      if (!written.equals(digest)) {
        throw new HoratioException(
            "the " + OperatorBinary.NAME + " of the adapter's jar is damaged: its SHA-256 is " + written + " and not "
                + digest + ", as the jar says. Deploy the jar again");
      }
      Files.setPosixFilePermissions(copy.path(), PosixFilePermissions.fromString("r-x------"));
      return copy;
    } catch (IOException | RuntimeException e) {
      copy.close();
      throw e;
    }
  }

  // What is digested is what was written to the file.
  private String write(InputStream executable) throws IOException {
    MessageDigest digest = sha256();
    try (OutputStream out = new DigestOutputStream(new FileOutputStream(path().toFile()), digest)) {
      executable.transferTo(out);
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  Path path() {
    return folder.resolve(OperatorBinary.NAME);
  }

  /** Deletes the copy. */
  @Override
  public synchronized void close() {
    delete(folder);
    try {
      if (lock != null) {
        lock.close();
      }
    } catch (IOException e) {
      LOG.debug("closing the lock of {}", folder, e);
    }
  }

  private static void delete(Path folder) {
    try {
      for (String file : List.of(OperatorBinary.NAME, LOCK)) {
        Files.deleteIfExists(folder.resolve(file));
      }
      Files.deleteIfExists(folder);
    } catch (IOException e) {
      LOG.warn("cannot delete {}: {}", folder, e.toString());
    }
  }

  // Copies of JVMs that were killed. Those of this JVM are left alone without a look: to close a file of one would
  // give up its lock.
  private static void sweep(Path directory) throws IOException {
    FileTime newest = FileTime.from(Instant.now().minus(LEAST_AGE));
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(directory, FOLDER + "*")) {
      for (Path folder : folders) {
        try {
          if (!folder.getFileName().toString().startsWith(OWN) && isStale(folder, newest)) {
            LOG.info("deleting {}, which a process that was killed has left", folder);
            delete(folder);
          }
        } catch (IOException e) {
          LOG.debug("not mine, or gone: {}", folder, e);
        }
      }
    }
  }

  private static boolean isStale(Path folder, FileTime newest) throws IOException {
    boolean mine = Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
        && Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS).equals(Files.getOwner(Path.of("/proc/self")));
    if (!mine || Files.getLastModifiedTime(folder, LinkOption.NOFOLLOW_LINKS).compareTo(newest) > 0) {
      return false;
    }
    Path file = folder.resolve(LOCK);
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      return true;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
      return channel.tryLock() != null;
    }
  }
}
