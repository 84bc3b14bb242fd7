// SPDX-License-Identifier: Apache-2.0
// The calls of the control plane without Thrift: plain structs that mirror control.thrift, and the interface
// that whoever answers them implements. control.thrift says what each field means.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "engine/model/schema.h"
#include "engine/model/status.h"

namespace horatio::control_plane {

struct Fault {
  ErrorCode code = ErrorCode::kInternal;
  std::string query;
  SourcePlace place;
  std::string message;
  std::string remedy;
};

struct Failure {
  ErrorCode code = ErrorCode::kInternal;
  std::string message;
  std::string remedy;
  std::vector<Fault> faults;  // of a refused workload, all of them
};

template <class T>
using Answer = std::variant<T, Failure>;

struct WorkloadText {
  std::string text;
  TimeUnit unit = TimeUnit::kMillisecond;
  bool global_stream = false;
  std::vector<std::string> key_attributes;
};

struct AttributeInfo {
  std::string name;
  std::string kind;
};

struct TypeInfo {
  std::string name;
  std::vector<AttributeInfo> attributes;
  bool used = false;
  std::vector<std::int32_t> columns;
  std::vector<std::int32_t> keys;
};

struct ColumnInfo {
  std::string name;
  std::string kind;
};

struct QueryInfo {
  std::string name;
  std::vector<AttributeInfo> group_by;
  std::vector<ColumnInfo> cells;
  bool windowed = false;
};

struct WorkloadInfo {
  std::string hash;
  std::vector<TypeInfo> types;
  std::vector<QueryInfo> queries;
  std::string columns;
  std::int64_t pane_slide = 0;
  std::int64_t pane_offset = 0;
  std::vector<Fault> warnings;
};

struct SessionInfo {
  std::int64_t session = 0;
  std::string job;
  std::string op;
  std::int32_t subtask = 0;
  std::int64_t events = 0;
  std::int64_t rows = 0;
  std::int64_t held_events = 0;
  std::int64_t held_bytes = 0;
  std::int64_t state_bytes = 0;
  std::int64_t watermark = 0;
  std::int64_t unsent_result_bytes = 0;
  std::int64_t left_out = 0;
  std::int64_t nonfinite = 0;
  std::int64_t skipped_partial = 0;
};

struct Stats {
  std::string version;
  std::int64_t uptime_ms = 0;
  std::int64_t resident_bytes = 0;
  std::int64_t sessions_opened = 0;
  std::int64_t sessions_failed = 0;
  std::vector<SessionInfo> sessions;
};

struct Health {
  bool ready = false;
  std::string detail;
};

// Called from several threads at once. A thrown exception reaches the caller as kInternal.
class ControlCalls {
 public:
  virtual ~ControlCalls() = default;

  // Compares in constant time. Every other call is made only after this said yes.
  virtual bool authorized(const std::string& token) const = 0;

  virtual Answer<WorkloadInfo> register_workload(const WorkloadText& workload) = 0;
  virtual Answer<std::string> explain(const std::string& hash) = 0;
  virtual Stats stats() = 0;
  virtual Health health() = 0;
  virtual void shutdown(std::int32_t drain_ms) = 0;  // returns at once
};

}  // namespace horatio::control_plane
