// SPDX-License-Identifier: Apache-2.0
// The control plane of horatio-operator: framed binary protocol on loopback. Every call carries the token of the
// process. Error codes are those of engine/model/status.h.
namespace cpp horatio.control
namespace java org.horatio.flink.control

enum TimeUnit { SECOND = 0, MILLISECOND = 1, MICROSECOND = 2, NANOSECOND = 3 }

// How the stream is split before it reaches the operator (rule 5 of the language).
struct StreamKey {
  1: required bool global_stream,
  2: required list<string> attributes,
}

struct Fault {
  1: required i32 code,
  2: required string query,   // empty: not of one query
  3: required i32 line,       // 0: no place
  4: required i32 column,
  5: required string message,
  6: required string remedy,
}

exception ControlError {
  1: required i32 code,
  2: required string message,
  3: required string remedy,
  4: required list<Fault> faults,  // of a refused workload, all of them
}

// kind is the declared type: "INT", "FLOAT", "DECIMAL(2)", "STRING", "BOOL", "TIMESTAMP".
struct AttributeInfo { 1: required string name, 2: required string kind }

struct TypeInfo {
  1: required string name,
  2: required list<AttributeInfo> attributes,  // all, as declared
  3: required bool used,                       // rows of this type are to be sent
  4: required list<i32> columns,               // indexes of the attributes to send, ascending
  5: required list<i32> keys,                  // indexes of attributes that are part of some query's key
}

// kind: "COUNT" and "INTEGER" are exact integers of any width (counts, sums of INT); "INT", "TIMESTAMP" (64 bits), "FLOAT"
// (approximations too) and "DECIMAL(n)" (any width) are the other ones.
struct ColumnInfo { 1: required string name, 2: required string kind }

struct QueryInfo {
  1: required string name,
  2: required list<AttributeInfo> group_by,
  3: required list<ColumnInfo> cells,
  4: required bool windowed,
}

struct WorkloadInfo {
  1: required string hash,       // names the workload in HELLO
  2: required list<TypeInfo> types,
  3: required list<QueryInfo> queries,
  4: required string columns,    // the text that HELLO repeats
  5: required i64 pane_slide,    // panes start at pane_offset modulo pane_slide; 0: no query has a time window
  6: required i64 pane_offset,
  7: required list<Fault> warnings,
}

struct SessionInfo {
  1: required i64 session,
  2: required string job,
  3: required string op,
  4: required i32 subtask,
  5: required i64 events,
  6: required i64 rows,
  7: required i64 held_events,
  8: required i64 held_bytes,
  9: required i64 state_bytes,
  10: required i64 watermark,
  11: required i64 unsent_result_bytes,
  12: i64 left_out,   // (event, query) pairs with a NULL key
  13: i64 nonfinite,  // FLOAT values that were NaN or infinite and read as NULL
  14: i64 skipped_partial,  // windows, by key group, that had begun before a query of an edited workload was there
}

struct Stats {
  1: required string version,
  2: required i64 uptime_ms,
  3: required i64 resident_bytes,
  4: required i64 sessions_opened,
  5: required i64 sessions_failed,
  6: required list<SessionInfo> sessions,
}

struct Health { 1: required bool ready, 2: required string detail }

service Control {
  WorkloadInfo registerWorkload(1: string token, 2: string text, 3: TimeUnit unit, 4: StreamKey key) throws (1: ControlError error),
  string explain(1: string token, 2: string hash) throws (1: ControlError error),
  Stats stats(1: string token) throws (1: ControlError error),
  Health health(1: string token) throws (1: ControlError error),
  // Ends the process after the sessions have drained, at the latest after the milliseconds given.
  void shutdown(1: string token, 2: i32 drain_ms) throws (1: ControlError error),
}
