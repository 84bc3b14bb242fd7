// SPDX-License-Identifier: Apache-2.0
package org.horatio.flink;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.TTransportException;
import org.apache.thrift.transport.layered.TFramedTransport;
import org.horatio.flink.control.AttributeInfo;
import org.horatio.flink.control.ColumnInfo;
import org.horatio.flink.control.Control;
import org.horatio.flink.control.ControlError;
import org.horatio.flink.control.Fault;
import org.horatio.flink.control.QueryInfo;
import org.horatio.flink.control.StreamKey;
import org.horatio.flink.control.TimeUnit;
import org.horatio.flink.control.TypeInfo;
import org.horatio.flink.control.WorkloadInfo;

/** The control plane; one connection per call. The only owner of Thrift. */
final class ControlClient {
  private static final int MOST_MESSAGE = 16 << 20;
  private static final int MOST_DEPTH = 16;

  private final ReadyLine process;
  private final String token;
  private final int timeoutMillis;

  /** A call waits so long at most. */
  ControlClient(ReadyLine process, String token, Duration timeout) {
    this.process = process;
    this.token = token;
    this.timeoutMillis = (int) Math.min(timeout.toMillis() + 1, Integer.MAX_VALUE);
  }

  /** Has the process read a workload; the same text gives the same hash, and may be registered again. */
  WorkloadDescription register(WorkloadSource source) {
    TConfiguration limits = new TConfiguration(MOST_MESSAGE, MOST_MESSAGE, MOST_DEPTH);
    try (TTransport transport = new TFramedTransport(
        new TSocket(limits, process.controlHost(), process.controlPort(), timeoutMillis), MOST_MESSAGE)) {
      transport.open();
      Control.Client client = new Control.Client(new TBinaryProtocol(transport, true, true));
      StreamKey key = new StreamKey(source.global(), source.keys());
      return description(client.registerWorkload(token, source.text(), TimeUnit.MILLISECOND, key));
    } catch (ControlError e) {
      throw refusal(e);
    } catch (TException e) {
      throw failure(e);
    }
  }

  private HoratioException failure(TException cause) {
    String fault = "the control plane of horatio-operator at " + process.controlHost() + ":" + process.controlPort()
        + " failed: " + cause.getMessage();
    boolean timedOut = cause instanceof TTransportException transport
        && transport.getType() == TTransportException.TIMED_OUT;
    return timedOut
        ? new StalledException(fault + " after " + timeoutMillis + " ms (option startTimeout)")
        : new HoratioException(fault + remedy(cause), cause);
  }

  private static String remedy(TException failure) {
    boolean unreachable = failure instanceof TTransportException transport
        && transport.getType() == TTransportException.NOT_OPEN;
    return unreachable
        ? ". A connection needs a horatio-operator with --control at this address on every TaskManager's machine and"
            + " where the job is made"
        : "";
  }

  private static HoratioException refusal(ControlError error) {
    List<String> faults = error.getFaults().stream().map(ControlClient::text).toList();
    String list = faults.isEmpty() ? "" : "\n  " + String.join("\n  ", faults);
    String what = error.getCode() == FailureKind.UNAUTHORIZED ? "the call" : "the workload";
    String message =
        "horatio-operator refuses " + what + ": " + withRemedy(error.getMessage(), error.getRemedy());
    return new HoratioException(error.getCode(), message + list, faults, error);
  }

  private static String text(Fault fault) {
    String place = fault.getLine() == 0 ? "" : fault.getLine() + ":" + fault.getColumn() + ": ";
    String query = fault.getQuery().isEmpty() ? "" : "query " + fault.getQuery() + ": ";
    return place + query + withRemedy(fault.getMessage(), fault.getRemedy());
  }

  private static String withRemedy(String message, String remedy) {
    return remedy.isEmpty() ? message : message + " (" + remedy + ")";
  }

  private static WorkloadDescription description(WorkloadInfo info) {
    List<WorkloadDescription.EventType> types = new ArrayList<>();
    for (TypeInfo type : info.getTypes()) {
      types.add(eventType(types.size(), type));
    }
    List<WorkloadDescription.Query> queries = info.getQueries().stream().map(ControlClient::query).toList();
    List<String> warnings = info.getWarnings().stream().map(ControlClient::text).toList();
    return new WorkloadDescription(
        info.getHash(), info.getColumns(), types, queries, info.getPane_slide(), info.getPane_offset(), warnings);
  }

  private static WorkloadDescription.EventType eventType(int index, TypeInfo type) {
    List<WorkloadDescription.Column> columns = new ArrayList<>();
    for (int attribute : type.getColumns()) {
      AttributeInfo info = type.getAttributes().get(attribute);
      columns.add(column(info.getName(), info.getKind(), type.getKeys().contains(attribute)));
    }
    List<String> attributes = type.getAttributes().stream().map(AttributeInfo::getName).toList();
    return new WorkloadDescription.EventType(index, type.getName(), type.isUsed(), columns, attributes);
  }

  private static WorkloadDescription.Query query(QueryInfo query) {
    List<WorkloadDescription.Column> groups = new ArrayList<>();
    for (AttributeInfo group : query.getGroup_by()) {
      groups.add(column(group.getName(), group.getKind(), true));
    }
    List<WorkloadDescription.Column> cells = new ArrayList<>();
    for (ColumnInfo cell : query.getCells()) {
      cells.add(column(cell.getName(), cell.getKind(), false));
    }
    return new WorkloadDescription.Query(query.getName(), groups, cells, query.isWindowed());
  }

  private static WorkloadDescription.Column column(String name, String kind, boolean key) {
    int open = kind.indexOf('(');
    int scale = open < 0 ? 0 : Integer.parseInt(kind.substring(open + 1, kind.length() - 1));
    String word = open < 0 ? kind : kind.substring(0, open);
    return new WorkloadDescription.Column(name, WorkloadDescription.Kind.valueOf(word), scale, key);
  }
}
