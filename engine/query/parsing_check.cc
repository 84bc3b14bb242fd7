// SPDX-License-Identifier: Apache-2.0
#include "engine/query/parsing_check.h"

#include <algorithm>

#include "engine/query/parser.h"

namespace horatio::test {
namespace {

std::string check_fault(const WorkloadFault& fault, std::size_t lines) {
  const SourcePlace& place = fault.error.place;
  if (fault.error.message.empty()) return "a fault has no message";
  const bool inside = place.line >= 1 && place.line <= lines && place.column >= 1;
  return inside ? "" : "a fault has no place inside the text: " + to_string(fault, "w");
}

std::string check_canonical(const Query& query, const Schema& schema) {
  const ParsedWorkload again = parse_workload(canonical_text(schema) + "\n" + query.canonical);
  if (!again.faults.empty()) {
    return "the canonical text has a fault: " + to_string(again.faults.front(), "w") + "\n" + query.canonical;
  }
  if (again.workload.queries.at(0).canonical == query.canonical) return {};
  return "the canonical text is not its own:\n" + query.canonical + "\n" +
         again.workload.queries[0].canonical;
}

}  // namespace

std::string check_parsing(std::string_view text) {
  const ParsedWorkload parsed = parse_workload(text);
  const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1;
  for (const WorkloadFault& fault : parsed.faults) {
    if (std::string wrong = check_fault(fault, lines); !wrong.empty()) return wrong;
  }
  if (!parsed.faults.empty()) return {};
  if (parsed.workload.queries.empty()) return "neither a query nor a fault";
  for (const Query& query : parsed.workload.queries) {
    if (std::string wrong = check_canonical(query, parsed.workload.schema); !wrong.empty()) return wrong;
  }
  return {};
}

}  // namespace horatio::test
