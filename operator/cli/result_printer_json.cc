// SPDX-License-Identifier: Apache-2.0
// One object a line, with the query's own columns only:
//   {"query":"q1","window_start":0,"window_end":60000,"district":"d1","COUNT(*)":7,"status":"OK"}
// - Window bounds are null for a query without WITHIN. Times are numbers, or strings where the input writes
//   ISO 8601. The bounds of EVENTS windows are numbers of events.
// - A number that a double cannot hold exactly as written (an integer beyond 2^53, a decimal of more than 15
//   digits, an approximation beyond a double's range) is a string. NULL and the cell of an OVERFLOW are null.
// - Where some cell is not OK, "status_of" gives the status of each such cell, with its bound:
//   {"SUM(B.v)":"APPROX(1.2e-3)"}.
// - A column called like a member before it is written "group.NAME" or "aggregate.NAME".
#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "operator/cli/cell_text.h"
#include "operator/cli/json_text.h"
#include "operator/cli/result_layout.h"
#include "operator/cli/result_printer.h"

namespace horatio::process {
namespace {

bool is_within_double(std::string_view number) {
  double value = 0;
  return std::from_chars(number.data(), number.data() + number.size(), value).ec == std::errc();
}

bool is_exact_as_double(std::string_view number) {
  constexpr std::size_t kSafeDigits = 15;
  constexpr std::string_view kLargestInteger = "9007199254740992";  // 2^53
  if (number.starts_with('-')) number.remove_prefix(1);
  if (number.find_first_not_of("0123456789") == std::string_view::npos) {
    return number.size() < kLargestInteger.size() ||
           (number.size() == kLargestInteger.size() && number <= kLargestInteger);
  }
  return static_cast<std::size_t>(std::ranges::count_if(number, [](char c) { return c != '.'; })) <=
         kSafeDigits;
}

void append_json_value(std::string& out, std::string_view text, TextClass kind, AttributeType type) {
  switch (kind) {
    case TextClass::kNull:
      out += "null";
      return;
    case TextClass::kBool:
      out += text;
      return;
    case TextClass::kText:
      append_json_string(out, text);
      return;
    case TextClass::kNumber:
    case TextClass::kTime:
      break;
  }
  const bool iso = kind == TextClass::kTime && text.ends_with('Z');
  const bool real = type.kind == AttributeKind::kFloat || (!iso && text.find('e') != std::string_view::npos);
  const bool number = real ? is_within_double(text) : !iso && is_exact_as_double(text);
  if (number) {
    out += text;
  } else {
    append_json_string(out, text);
  }
}

// The members of one query's objects, with the names already in JSON.
struct QueryMembers {
  std::string query;
  std::vector<std::string> group;
  std::vector<std::string> aggregates;
  std::vector<AttributeType> aggregate_types;
};

class MemberNames {
 public:
  std::string claim(const std::string& name, const std::string& kind) {
    std::string free = name;
    while (std::ranges::find(taken_, free) != taken_.end()) free = kind + "." + free;
    taken_.push_back(free);
    std::string json;
    append_json_string(json, free);
    return json;
  }

 private:
  std::vector<std::string> taken_{"query", "window_start", "window_end", "status", "status_of"};
};

QueryMembers members_of(const Query& query, const Schema& schema) {
  QueryMembers members;
  MemberNames names;
  append_json_string(members.query, query.name);
  for (const KeyAttribute& key : query.group_by) members.group.push_back(names.claim(key.name, "group"));
  for (const Aggregate& aggregate : query.aggregates) {
    members.aggregates.push_back(names.claim(aggregate.column, "aggregate"));
    members.aggregate_types.push_back(value_type(aggregate, query, schema));
  }
  return members;
}

class JsonPrinter final : public ResultPrinter {
 public:
  JsonPrinter(OutputFile& out, const Workload& workload, const TimeFormat& times)
      : out_(out), workload_(workload), times_(times) {
    for (const Query& query : workload.queries) members_.push_back(members_of(query, workload.schema));
  }

  void accept(const ResultRow& row) override {
    const QueryMembers& members = members_[row.query];
    std::string& line = out_.buffer();
    line.append("{\"query\":").append(members.query);
    append_window(line, row);
    append_group(line, row, members);
    append_cells(line, row, members);
    line += ",\"status\":\"";
    append_row_status(line, row);
    line += '"';
    append_cell_statuses(line, row, members);
    line += "}\n";
    ++rows_;
    out_.written();
  }

  void finish() override {}

 private:
  void append_bound(std::string& line, Timestamp bound, TimeFormat format) {
    text_.clear();
    append_time(text_, bound, format);
    append_json_value(line, text_, TextClass::kTime, {AttributeKind::kTimestamp, 0});
  }

  void append_window(std::string& line, const ResultRow& row) {
    if (!row.window.has_value()) {
      line += ",\"window_start\":null,\"window_end\":null";
      return;
    }
    const TimeFormat format = window_format(workload_.queries[row.query], times_);
    line += ",\"window_start\":";
    append_bound(line, row.window->start, format);
    line += ",\"window_end\":";
    append_bound(line, row.window->end, format);
  }

  void append_group(std::string& line, const ResultRow& row, const QueryMembers& members) {
    for (std::size_t i = 0; i < row.group.size(); ++i) {
      const AttributeType type = workload_.queries[row.query].group_by[i].type;
      text_.clear();
      const TextClass kind = append_value(text_, row.group[i], type, times_);
      line.append(1, ',').append(members.group[i]).append(1, ':');
      append_json_value(line, text_, kind, type);
    }
  }

  void append_cells(std::string& line, const ResultRow& row, const QueryMembers& members) {
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      text_.clear();
      const TextClass kind = append_cell(text_, row.cells[i], members.aggregate_types[i], times_);
      line.append(1, ',').append(members.aggregates[i]).append(1, ':');
      append_json_value(line, text_, kind, members.aggregate_types[i]);
    }
  }

  static void append_cell_statuses(std::string& line, const ResultRow& row, const QueryMembers& members) {
    const char* opening = ",\"status_of\":{";
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      const Cell& cell = row.cells[i];
      if (cell.status == CellStatus::kOk) continue;
      line.append(opening).append(members.aggregates[i]).append(":\"");
      append_status(line, cell);
      line += '"';
      opening = ",";
    }
    if (*opening == ',' && opening[1] == '\0') line += '}';
  }

  OutputFile& out_;
  const Workload& workload_;
  const TimeFormat& times_;
  std::vector<QueryMembers> members_;
  std::string text_;
};

}  // namespace

std::unique_ptr<ResultPrinter> make_json_printer(OutputFile& out, const Workload& workload,
                                                 const TimeFormat& times) {
  return std::make_unique<JsonPrinter>(out, workload, times);
}

}  // namespace horatio::process
