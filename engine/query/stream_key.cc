// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include "engine/query/parser.h"
#include "engine/query/schema_index.h"

namespace horatio {
namespace {

WorkloadFault fault(ErrorCode code, std::string message, std::string remedy) {
  return {"", Error{code, std::move(message), std::move(remedy), {}}};
}

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "'" : ", '") + name + "'";
  return text;
}

void check_query(const Query& query, const StreamKey& key, std::vector<WorkloadFault>& faults) {
  std::vector<std::string> missing;
  for (const std::string& name : key.attributes) {
    const bool grouped = std::any_of(query.group_by.begin(), query.group_by.end(),
                                     [&](const KeyAttribute& attribute) { return attribute.name == name; });
    if (!grouped) missing.push_back(name);
  }
  if (missing.empty()) return;
  std::string message = "the stream is keyed by " + joined(key.attributes) + ", but ";
  message += query.group_by.empty() ? "the query has no GROUP BY" : "GROUP BY lacks " + joined(missing);
  message += ", so that one result row would be spread over several keys";
  faults.push_back(
      {query.name, Error{ErrorCode::kKeyMismatch, std::move(message),
                         "add " + joined(missing) + " to GROUP BY, or attach with .global()", query.place}});
}

}  // namespace

std::vector<WorkloadFault> check_stream_key(const Workload& workload, const StreamKey& key) {
  std::vector<WorkloadFault> faults;
  if (key.global) return faults;
  if (key.attributes.empty()) {
    faults.push_back(fault(ErrorCode::kKeyMismatch,
                           "the attributes behind the stream's key selector are not declared",
                           "declare them with .keyedBy(\"attribute\", ...), or attach with .global()"));
    return faults;
  }
  const SchemaIndex schema(workload.schema);
  for (const std::string& name : key.attributes) {
    if (schema.key(name)) continue;
    faults.push_back(
        fault(ErrorCode::kUnknownName,
              "the stream is keyed by '" + name + "', which is an attribute of no type of the schema",
              schema.any_attribute_hint(name)));
  }
  if (!faults.empty()) return faults;
  for (const Query& query : workload.queries) check_query(query, key, faults);
  return faults;
}

}  // namespace horatio
