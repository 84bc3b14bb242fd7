// SPDX-License-Identifier: Apache-2.0
#include "engine/query/parser.h"

#include <unordered_map>
#include <utility>

#include "engine/query/bind_query.h"
#include "engine/query/bind_schema.h"
#include "engine/query/fault_list.h"
#include "engine/query/parse_syntax.h"
#include "engine/query/reserved.h"
#include "engine/query/schema_index.h"
#include "engine/query/source_map.h"
#include "engine/query/statements.h"

namespace horatio {
namespace {

constexpr std::size_t kLargestWorkload = std::size_t{16} << 20U;

// What the statements of a workload gave, before any name has a meaning.
struct ReadWorkload {
  std::vector<syntax::Stream> streams;
  std::vector<syntax::Query> queries;
  bool broken_stream = false;  // a STREAM that could not be read: its names are unknown, not wrong
  bool broken_query = false;
};

class WorkloadReader {
 public:
  WorkloadReader(std::string_view text, FaultList& faults) : text_(text), faults_(faults) {}

  ReadWorkload read() {
    for (const StatementText& statement : split_statements(text_, faults_)) {
      if (!statement.readable) {
        keep_or_note(query_without_clauses(text_, statement.begin), statement.begin);
        continue;
      }
      if (read_range(statement.begin, statement.end) && !statement.closed) {
        faults_.enter(query_name_at(text_, last_begin_));
        faults_.add(ErrorCode::kSyntax, statement.last,
                    "expected ';' at the end of the statement, found the end of the text");
        faults_.enter({});
      }
    }
    return std::move(result_);
  }

 private:
  // Usually one statement; more where some have lost their ';'. True if the last one was in order.
  bool read_range(std::size_t begin, std::size_t end) {
    bool read = false;
    while (begin < end) {
      last_begin_ = begin;
      faults_.enter(query_name_at(text_, begin));
      ParsedStatement parsed = parse_statement(text_, begin, end, faults_);
      faults_.enter({});
      read = parsed.in_order;
      keep_or_note(std::move(parsed.statement), begin);
      begin = parsed.next;
    }
    return read;
  }

  void keep_or_note(std::optional<syntax::Statement> statement, std::size_t begin) {
    if (statement) {
      keep(std::move(*statement));
    } else {
      note_broken(begin);
    }
  }

  void note_broken(std::size_t begin) {
    const std::string_view word = lexeme_at(text_, begin);
    result_.broken_stream = result_.broken_stream || grammar::is_keyword(word, "STREAM");
    result_.broken_query = result_.broken_query || grammar::is_keyword(word, "QUERY");
  }

  void keep(syntax::Statement statement) {
    if (auto* stream = std::get_if<syntax::Stream>(&statement)) result_.streams.push_back(std::move(*stream));
    if (auto* query = std::get_if<syntax::Query>(&statement)) result_.queries.push_back(std::move(*query));
    if (auto* mention = std::get_if<syntax::Mention>(&statement))
      faults_.refuse(mention->at, mention->feature);
  }

  std::string_view text_;
  FaultList& faults_;
  ReadWorkload result_;
  std::size_t last_begin_ = 0;
};

void check_statements(const ReadWorkload& read, std::size_t end, FaultList& faults) {
  for (std::size_t i = 1; i < read.streams.size(); ++i) {
    faults.add(ErrorCode::kDuplicate, read.streams[i].name.at,
               "a workload has one STREAM, and this is another", "declare all types in one STREAM");
  }
  if (read.streams.empty() && !read.broken_stream) {
    faults.add(ErrorCode::kSyntax, end, "the workload declares no STREAM",
               "begin with STREAM name (TYPE name (attribute type, ...), ...);");
  }
  if (read.queries.empty() && !read.broken_query) {
    faults.add(ErrorCode::kSyntax, end, "the workload has no QUERY",
               "add QUERY name RETURN ... PATTERN ...;");
  }
  std::unordered_map<std::string_view, std::size_t> names;
  for (const syntax::Query& query : read.queries) {
    if (names.emplace(query.name.text, query.name.at).second) continue;
    faults.enter(query.name.text);
    faults.add(ErrorCode::kDuplicate, query.name.at,
               "there are two queries of the name '" + query.name.text + "'", "rename one of them");
    faults.enter({});
  }
}

void bind(const ReadWorkload& read, const SourceMap& map, FaultList& faults, Workload& workload) {
  UntypedAttributes untyped;
  workload.schema = bind_schema(read.streams.front(), faults, untyped);
  const SchemaIndex schema(workload.schema, std::move(untyped));
  for (const syntax::Query& written : read.queries) {
    auto query = bind_query(written, schema, workload.unit, faults);
    if (!query) continue;
    query->place = map.place_of(written.name.at);
    workload.queries.push_back(std::move(*query));
  }
}

// Whether the text is text at all; if not, nothing else is said of it.
bool check_encoding(std::string_view text, FaultList& faults) {
  if (text.size() > kLargestWorkload) {
    faults.add(ErrorCode::kTooLarge, 0, "the workload is larger than 16 MiB", "split it");
    return false;
  }
  const auto invalid = first_invalid_utf8(text);
  const std::size_t zero = text.substr(0, invalid.value_or(text.size())).find('\0');
  if (zero != std::string_view::npos) {
    faults.add(ErrorCode::kSyntax, zero, "there is a zero byte in the text",
               "save the workload as UTF-8 text");
    return false;
  }
  if (invalid) {
    faults.add(ErrorCode::kSyntax, *invalid, "the text is not valid UTF-8 here",
               "save the workload as UTF-8 text");
  }
  return !invalid;
}

}  // namespace

ParsedWorkload parse_workload(std::string_view text, TimeUnit unit) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  const SourceMap map(text.substr(0, kLargestWorkload));
  FaultList faults(map);
  ParsedWorkload parsed;
  parsed.workload.unit = unit;
  if (check_encoding(text, faults)) {
    const ReadWorkload read = WorkloadReader(text, faults).read();
    check_statements(read, text.size(), faults);
    if (!read.streams.empty()) bind(read, map, faults, parsed.workload);
  }
  parsed.faults = faults.take_faults();
  parsed.warnings = faults.take_warnings();
  return parsed;
}

std::string to_string(const WorkloadFault& fault, std::string_view file) {
  std::string text(file);
  if (fault.error.place.line > 0) {
    text += ":" + std::to_string(fault.error.place.line) + ":" + std::to_string(fault.error.place.column);
  }
  text += ": ";
  if (!fault.query.empty()) text += "query '" + fault.query + "': ";
  text += fault.error.message;
  if (!fault.error.remedy.empty()) text += "; " + fault.error.remedy;
  return text;
}

}  // namespace horatio
