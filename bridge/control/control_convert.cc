// SPDX-License-Identifier: Apache-2.0
#include "bridge/control/control_convert.h"

#include <utility>

namespace horatio::control_plane {
namespace {

// Applies the overload of `convert` for T to every element.
template <class To, class From, class Convert>
std::vector<To> each(const std::vector<From>& from, Convert convert) {
  std::vector<To> to;
  to.reserve(from.size());
  for (const From& element : from) to.push_back(convert(element));
  return to;
}

control::Fault fault_to(const Fault& fault) {
  control::Fault to;
  to.code = static_cast<std::int32_t>(fault.code);
  to.query = fault.query;
  to.line = static_cast<std::int32_t>(fault.place.line);
  to.column = static_cast<std::int32_t>(fault.place.column);
  to.message = fault.message;
  to.remedy = fault.remedy;
  return to;
}

Fault fault_from(const control::Fault& fault) {
  return {static_cast<ErrorCode>(fault.code),
          fault.query,
          {static_cast<std::uint32_t>(fault.line), static_cast<std::uint32_t>(fault.column)},
          fault.message,
          fault.remedy};
}

control::AttributeInfo attribute_to(const AttributeInfo& attribute) {
  control::AttributeInfo to;
  to.name = attribute.name;
  to.kind = attribute.kind;
  return to;
}

AttributeInfo attribute_from(const control::AttributeInfo& attribute) {
  return {attribute.name, attribute.kind};
}

control::TypeInfo type_to(const TypeInfo& type) {
  control::TypeInfo to;
  to.name = type.name;
  to.attributes = each<control::AttributeInfo>(type.attributes, attribute_to);
  to.used = type.used;
  to.columns = type.columns;
  to.keys = type.keys;
  return to;
}

TypeInfo type_from(const control::TypeInfo& type) {
  return {type.name, each<AttributeInfo>(type.attributes, attribute_from), type.used, type.columns,
          type.keys};
}

control::ColumnInfo column_to(const ColumnInfo& column) {
  control::ColumnInfo to;
  to.name = column.name;
  to.kind = column.kind;
  return to;
}

ColumnInfo column_from(const control::ColumnInfo& column) { return {column.name, column.kind}; }

control::QueryInfo query_to(const QueryInfo& query) {
  control::QueryInfo to;
  to.name = query.name;
  to.group_by = each<control::AttributeInfo>(query.group_by, attribute_to);
  to.cells = each<control::ColumnInfo>(query.cells, column_to);
  to.windowed = query.windowed;
  return to;
}

QueryInfo query_from(const control::QueryInfo& query) {
  return {query.name, each<AttributeInfo>(query.group_by, attribute_from),
          each<ColumnInfo>(query.cells, column_from), query.windowed};
}

control::SessionInfo session_to(const SessionInfo& session) {
  control::SessionInfo to;
  to.session = session.session;
  to.job = session.job;
  to.op = session.op;
  to.subtask = session.subtask;
  to.events = session.events;
  to.rows = session.rows;
  to.held_events = session.held_events;
  to.held_bytes = session.held_bytes;
  to.state_bytes = session.state_bytes;
  to.watermark = session.watermark;
  to.unsent_result_bytes = session.unsent_result_bytes;
  to.__set_left_out(session.left_out);
  to.__set_nonfinite(session.nonfinite);
  to.__set_skipped_partial(session.skipped_partial);
  return to;
}

SessionInfo session_from(const control::SessionInfo& session) {
  return {session.session,
          session.job,
          session.op,
          session.subtask,
          session.events,
          session.rows,
          session.held_events,
          session.held_bytes,
          session.state_bytes,
          session.watermark,
          session.unsent_result_bytes,
          session.left_out,
          session.nonfinite,
          session.skipped_partial};
}

}  // namespace

control::ControlError to_thrift(const Failure& failure) {
  control::ControlError to;
  to.code = static_cast<std::int32_t>(failure.code);
  to.message = failure.message;
  to.remedy = failure.remedy;
  to.faults = each<control::Fault>(failure.faults, fault_to);
  return to;
}

control::WorkloadInfo to_thrift(const WorkloadInfo& info) {
  control::WorkloadInfo to;
  to.hash = info.hash;
  to.types = each<control::TypeInfo>(info.types, type_to);
  to.queries = each<control::QueryInfo>(info.queries, query_to);
  to.columns = info.columns;
  to.pane_slide = info.pane_slide;
  to.pane_offset = info.pane_offset;
  to.warnings = each<control::Fault>(info.warnings, fault_to);
  return to;
}

control::Stats to_thrift(const Stats& stats) {
  control::Stats to;
  to.version = stats.version;
  to.uptime_ms = stats.uptime_ms;
  to.resident_bytes = stats.resident_bytes;
  to.sessions_opened = stats.sessions_opened;
  to.sessions_failed = stats.sessions_failed;
  to.sessions = each<control::SessionInfo>(stats.sessions, session_to);
  return to;
}

control::Health to_thrift(const Health& health) {
  control::Health to;
  to.ready = health.ready;
  to.detail = health.detail;
  return to;
}

control::TimeUnit::type to_thrift(TimeUnit unit) {
  switch (unit) {
    case TimeUnit::kSecond:
      return control::TimeUnit::SECOND;
    case TimeUnit::kMillisecond:
      return control::TimeUnit::MILLISECOND;
    case TimeUnit::kMicrosecond:
      return control::TimeUnit::MICROSECOND;
    case TimeUnit::kNanosecond:
      return control::TimeUnit::NANOSECOND;
  }
  return control::TimeUnit::MILLISECOND;
}

Failure from_thrift(const control::ControlError& error) {
  return {static_cast<ErrorCode>(error.code), error.message, error.remedy,
          each<Fault>(error.faults, fault_from)};
}

WorkloadInfo from_thrift(const control::WorkloadInfo& info) {
  return {info.hash,
          each<TypeInfo>(info.types, type_from),
          each<QueryInfo>(info.queries, query_from),
          info.columns,
          info.pane_slide,
          info.pane_offset,
          each<Fault>(info.warnings, fault_from)};
}

Stats from_thrift(const control::Stats& stats) {
  return {stats.version,         stats.uptime_ms,       stats.resident_bytes,
          stats.sessions_opened, stats.sessions_failed, each<SessionInfo>(stats.sessions, session_from)};
}

Health from_thrift(const control::Health& health) { return {health.ready, health.detail}; }

Result<TimeUnit> from_thrift(control::TimeUnit::type unit) {
  switch (unit) {
    case control::TimeUnit::SECOND:
      return TimeUnit::kSecond;
    case control::TimeUnit::MILLISECOND:
      return TimeUnit::kMillisecond;
    case control::TimeUnit::MICROSECOND:
      return TimeUnit::kMicrosecond;
    case control::TimeUnit::NANOSECOND:
      return TimeUnit::kNanosecond;
  }
  return Error{ErrorCode::kInvalidClause,
               "unknown time unit " + std::to_string(static_cast<int>(unit)),
               "use SECOND, MILLISECOND, MICROSECOND or NANOSECOND",
               {}};
}

}  // namespace horatio::control_plane
