// SPDX-License-Identifier: Apache-2.0
package org.horatio.it;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.api.connector.sink2.CommitterInitContext;
import org.apache.flink.api.connector.sink2.CommittingSinkWriter;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SupportsCommitter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * A sink of texts with transactions: they count when a checkpoint has committed them, and then once. Found by its name.
 */
final class CommittedRows implements Sink<String>, SupportsCommitter<CommittedRows.Transaction> {
  private static final long serialVersionUID = 1;
  private static final Map<String, Map<String, List<String>>> COMMITTED = new ConcurrentHashMap<>();

  private final String name;

  CommittedRows(String name) {
    this.name = name;
    COMMITTED.putIfAbsent(name, new ConcurrentHashMap<>());
  }

  /** Rows between two barriers of one subtask. */
  record Transaction(String id, List<String> rows) implements Serializable {}

  /** Sorted. */
  static List<String> of(String name) {
    return COMMITTED.get(name).values().stream().flatMap(List::stream).sorted().toList();
  }

  static int count(String name) {
    return COMMITTED.get(name).values().stream().mapToInt(List::size).sum();
  }

  @Override
  public CommittingSinkWriter<String, Transaction> createWriter(WriterInitContext context) {
    List<String> rows = new ArrayList<>();
    return new CommittingSinkWriter<>() {
      @Override
      public void write(String row, Context ignored) {
        rows.add(row);
      }

      @Override
      public void flush(boolean endOfInput) {}

      @Override
      public Collection<Transaction> prepareCommit() {
        Transaction transaction = new Transaction(UUID.randomUUID().toString(), List.copyOf(rows));
        rows.clear();
        return transaction.rows().isEmpty() ? List.of() : List.of(transaction);
      }

      @Override
      public void close() {}
    };
  }

  @Override
  public Committer<Transaction> createCommitter(CommitterInitContext context) {
    Map<String, List<String>> committed = COMMITTED.get(name);
    return new Committer<>() {
      @Override
      public void commit(Collection<CommitRequest<Transaction>> requests) {
        requests.forEach(request -> committed.put(request.getCommittable().id(), request.getCommittable().rows()));
      }

      @Override
      public void close() {}
    };
  }

  @Override
  public SimpleVersionedSerializer<Transaction> getCommittableSerializer() {
    return new SimpleVersionedSerializer<>() {
      @Override
      public int getVersion() {
        return 1;
      }

      @Override
      public byte[] serialize(Transaction transaction) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
          out.writeObject(transaction);
        }
        return bytes.toByteArray();
      }

      @Override
      public Transaction deserialize(int version, byte[] bytes) throws IOException {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
          return (Transaction) in.readObject();
        } catch (ClassNotFoundException e) {
          throw new IOException(e);
        }
      }
    };
  }
}
