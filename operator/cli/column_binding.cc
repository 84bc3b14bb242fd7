// SPDX-License-Identifier: Apache-2.0
#include "operator/cli/column_binding.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "engine/plan/engine.h"
#include "engine/query/nearest_name.h"
#include "operator/cli/message_text.h"

namespace horatio::process {
namespace {

constexpr const char* kDefaultTypeColumn = "type";

// A quoted name may have line ends, which would break the list's line.
std::string with_commas(std::span<const std::string> names) {
  std::string list;
  const char* separator = "";
  for (const std::string& name : names) {
    const bool plain =
        std::ranges::none_of(name, [](char c) { return static_cast<unsigned char>(c) < 0x20; });
    list.append(separator).append(plain ? name : in_quotes(name));
    separator = ", ";
  }
  return list;
}

std::string did_you_mean(std::string_view name, std::span<const std::string> names) {
  const std::vector<std::string_view> views(names.begin(), names.end());
  const std::string_view nearest = nearest_name(name, views);
  return nearest.empty() ? "" : "; did you mean " + in_quotes(nearest) + "?";
}

bool is_key(const Query& query, std::string_view name) {
  const auto has = [name](const std::vector<KeyAttribute>& keys) {
    return std::ranges::find(keys, name, &KeyAttribute::name) != keys.end();
  };
  return has(query.group_by) || has(query.equivalence);
}

// The first query that reads the attribute, found by asking the planner about each query alone.
std::string reader_of(const Workload& workload, TypeId type, AttributeId attribute) {
  for (const Query& query : workload.queries) {
    const Workload alone{workload.schema, workload.unit, {query}};
    const std::vector<RequiredType> required = required_columns(alone);
    if (std::ranges::binary_search(required[type].attributes, attribute)) return query.name;
  }
  return "";
}

class Binder {
 public:
  Binder(std::span<const std::string> header, const Workload& workload, const ColumnNames& names)
      : header_(header), workload_(workload), names_(names) {}

  Result<ColumnBinding> bind() {
    binding_.columns.assign(header_.begin(), header_.end());
    bind_time();
    bind_type();
    bind_attributes();
    report_absent();
    if (faults_.empty()) return std::move(binding_);
    return Error{code_, faults_ + "the columns are: " + with_commas(header_), "", {}};
  }

 private:
  void fault(ErrorCode code, const std::string& text) {
    code_ = code;
    faults_ += text + '\n';
  }

  // The column of a name that something reads: it has to be one, where names that nothing reads may repeat.
  std::optional<std::size_t> find(const std::string& name) {
    const auto found = std::ranges::find(header_, name);
    if (found == header_.end()) return std::nullopt;
    const bool again = std::find(found + 1, header_.end(), name) != header_.end();
    if (again && repeated_.insert(name).second) {
      fault(ErrorCode::kDuplicate, "two columns are called " + in_quotes(name));
    }
    return static_cast<std::size_t>(found - header_.begin());
  }

  void bind_time() {
    const auto column = find(names_.time);
    if (column.has_value()) {
      binding_.time = *column;
    } else {
      fault(ErrorCode::kUnknownName, "no time column " + in_quotes(names_.time) +
                                         did_you_mean(names_.time, header_) +
                                         " (--time-column NAME names another)");
    }
  }

  void bind_type() {
    const std::string name = names_.type.value_or(kDefaultTypeColumn);
    const bool only_type = workload_.schema.types.size() == 1;
    if (only_type && !names_.type.has_value() && workload_.schema.types[0].find(name).has_value()) return;
    binding_.type = find(name);
    if (binding_.type.has_value() || (only_type && !names_.type.has_value())) return;
    fault(ErrorCode::kUnknownName,
          "no type column " + in_quotes(name) + did_you_mean(name, header_) +
              " (--type-column NAME names another; only a schema with one TYPE needs none)");
  }

  void bind_attributes() {
    const std::vector<RequiredType> required = required_columns(workload_);
    for (std::size_t type = 0; type < required.size(); ++type) {
      TypeBinding& binding = binding_.types.emplace_back();
      binding.used = required[type].used;
      for (const AttributeId attribute : required[type].attributes) {
        bind_attribute(static_cast<TypeId>(type), attribute, binding);
      }
    }
  }

  void bind_attribute(TypeId type, AttributeId id, TypeBinding& binding) {
    const EventType& event_type = workload_.schema.types[type];
    const Attribute& attribute = event_type.attributes[id];
    const bool key = std::ranges::any_of(workload_.queries,
                                         [&](const Query& query) { return is_key(query, attribute.name); });
    if (const auto column = find(attribute.name); column.has_value()) {
      binding.attributes.push_back({id, attribute.type, *column, key});
      return;
    }
    note_absent(attribute.name, reader_of(workload_, type, id), event_type.name);
  }

  void note_absent(const std::string& name, const std::string& reader, const std::string& type) {
    auto absent = std::ranges::find(absent_, name, &Absent::name);
    if (absent == absent_.end()) absent = absent_.insert(absent, {name, "", ""});
    if (absent->readers.empty()) {
      absent->readers = ", which query " + reader + " reads as an attribute of " + type;
    } else if (absent->last_reader == reader) {
      absent->readers += ", " + type;
    } else {
      absent->readers += ", and query " + reader + " as one of " + type;
    }
    absent->last_reader = reader;
  }

  void report_absent() {
    for (const Absent& absent : absent_) {
      fault(ErrorCode::kUnknownName,
            "no column " + in_quotes(absent.name) + absent.readers + did_you_mean(absent.name, header_));
    }
  }

  // An attribute without a column, of one type or of several.
  struct Absent {
    std::string name;
    std::string readers;  // in words
    std::string last_reader;
  };

  std::span<const std::string> header_;
  const Workload& workload_;
  const ColumnNames& names_;
  ColumnBinding binding_;
  ErrorCode code_ = ErrorCode::kUnknownName;
  std::string faults_;
  std::set<std::string> repeated_;
  std::vector<Absent> absent_;
};

}  // namespace

Result<ColumnBinding> bind_columns(std::span<const std::string> header, const Workload& workload,
                                   const ColumnNames& names) {
  return Binder(header, workload, names).bind();
}

}  // namespace horatio::process
