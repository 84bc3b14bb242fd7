// SPDX-License-Identifier: Apache-2.0
#include "operator/process/workload_info.h"

#include <algorithm>
#include <boost/uuid/detail/sha1.hpp>
#include <cctype>
#include <numeric>
#include <utility>

namespace horatio::process {
namespace {

using control_plane::AttributeInfo;
using control_plane::ColumnInfo;
using control_plane::QueryInfo;
using control_plane::TypeInfo;

void append_name(std::string& text, const std::string& name) {
  const auto plain = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  if (!name.empty() && std::all_of(name.begin(), name.end(), plain)) {
    text += name;
    return;
  }
  text += '"';
  for (const char c : name) {
    if (c == '"') text += '"';
    text += c;
  }
  text += '"';
}

std::vector<std::int32_t> key_attributes(const Workload& workload, std::size_t type) {
  std::vector<std::int32_t> keys;
  const auto collect = [&](const std::vector<KeyAttribute>& attributes) {
    for (const KeyAttribute& key : attributes) {
      if (type < key.of_type.size() && key.of_type[type]) keys.push_back(*key.of_type[type]);
    }
  };
  for (const Query& query : workload.queries) {
    collect(query.group_by);
    collect(query.equivalence);
  }
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  return keys;
}

TypeInfo type_info(const Workload& workload, std::size_t type, const RequiredType& required) {
  TypeInfo info;
  info.name = workload.schema.types[type].name;
  for (const Attribute& attribute : workload.schema.types[type].attributes) {
    info.attributes.push_back({attribute.name, to_string(attribute.type)});
  }
  info.used = required.used;
  info.columns.assign(required.attributes.begin(), required.attributes.end());
  info.keys = key_attributes(workload, type);
  return info;
}

AttributeType attribute_type(const Aggregate& aggregate, const Query& query, const Schema& schema) {
  const TypeId type = query.pattern.places[aggregate.place].type;
  return schema.types[type].attributes[aggregate.attribute].type;
}

// NUMBERS APPROX makes floating point numbers of all but extremes, whatever the attribute's type.
std::string cell_kind(const Aggregate& aggregate, const Query& query, const Schema& schema) {
  const bool approx = query.numbers == Numbers::kApprox;
  switch (aggregate.function) {
    case Aggregate::Function::kCountTrends:
    case Aggregate::Function::kCountEvents:
    case Aggregate::Function::kCountAttribute:
      return approx ? "FLOAT" : "COUNT";
    case Aggregate::Function::kAvg:
      return "FLOAT";
    case Aggregate::Function::kSum: {
      const AttributeType type = attribute_type(aggregate, query, schema);
      if (approx) return "FLOAT";
      return type.kind == AttributeKind::kInt ? "INTEGER" : to_string(type);
    }
    case Aggregate::Function::kMin:
    case Aggregate::Function::kMax:
      break;
  }
  return to_string(attribute_type(aggregate, query, schema));
}

QueryInfo query_info(const Query& query, const Schema& schema) {
  QueryInfo info;
  info.name = query.name;
  for (const KeyAttribute& key : query.group_by) info.group_by.push_back({key.name, to_string(key.type)});
  for (const Aggregate& aggregate : query.aggregates) {
    info.cells.push_back({aggregate.column, cell_kind(aggregate, query, schema)});
  }
  info.windowed = query.window.has_value();
  return info;
}

}  // namespace

std::string workload_hash(const control_plane::WorkloadText& text) {
  boost::uuids::detail::sha1 sha;
  const auto add = [&sha](const std::string& part) {
    const std::string length = std::to_string(part.size()) + ":";  // so that parts cannot run into each other
    sha.process_bytes(length.data(), length.size());
    sha.process_bytes(part.data(), part.size());
  };
  add(text.text);
  add(std::to_string(static_cast<int>(text.unit)));
  add(text.global_stream ? "global" : "keyed");
  for (const std::string& attribute : text.key_attributes) add(attribute);
  boost::uuids::detail::sha1::digest_type digest;
  sha.get_digest(digest);
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string hash;
  for (const unsigned int word : digest) {
    for (int shift = 28; shift >= 0; shift -= 4)
      hash.push_back(kDigits[(word >> static_cast<unsigned>(shift)) & 15U]);
  }
  return hash;
}

std::string columns_text(const Schema& schema, const std::vector<RequiredType>& required) {
  std::string text;
  for (std::size_t type = 0; type < required.size(); ++type) {
    if (!required[type].used) continue;
    if (!text.empty()) text += ';';
    append_name(text, schema.types[type].name);
    text += '(';
    for (std::size_t i = 0; i < required[type].attributes.size(); ++i) {
      if (i > 0) text += ',';
      append_name(text, schema.types[type].attributes[required[type].attributes[i]].name);
    }
    text += ')';
  }
  return text;
}

PaneGrid pane_grid(const Workload& workload) {
  PaneGrid grid;
  for (const Query& query : workload.queries) {
    if (!query.window || query.window->of_events) continue;
    const WindowSpec& window = *query.window;
    const std::int64_t offset = ((window.offset % window.slide) + window.slide) % window.slide;
    if (grid.slide == 0) grid.offset = offset;
    grid.slide = std::gcd(std::gcd(grid.slide, window.slide), std::gcd(window.size, offset - grid.offset));
  }
  if (grid.slide > 0) grid.offset %= grid.slide;
  return grid;
}

control_plane::Fault to_fault(const WorkloadFault& fault) {
  return {fault.error.code, fault.query, fault.error.place, fault.error.message, fault.error.remedy};
}

control_plane::WorkloadInfo workload_info(const Workload& workload, const std::vector<RequiredType>& required,
                                          std::string hash, const std::vector<WorkloadFault>& warnings) {
  control_plane::WorkloadInfo info;
  info.hash = std::move(hash);
  for (std::size_t type = 0; type < workload.schema.types.size(); ++type) {
    info.types.push_back(type_info(workload, type, required[type]));
  }
  for (const Query& query : workload.queries) info.queries.push_back(query_info(query, workload.schema));
  info.columns = columns_text(workload.schema, required);
  const PaneGrid grid = pane_grid(workload);
  info.pane_slide = grid.slide;
  info.pane_offset = grid.offset;
  for (const WorkloadFault& warning : warnings) info.warnings.push_back(to_fault(warning));
  return info;
}

}  // namespace horatio::process
