// SPDX-License-Identifier: Apache-2.0
// Which column of a file holds what: time, type and attributes are found by the names in the header.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/model/query.h"
#include "engine/model/status.h"

namespace horatio::process {

struct ColumnNames {
  std::string time = "ts";
  std::optional<std::string>
      type;  // given by the user; else "type", which a schema with one TYPE can do without
};

struct AttributeBinding {
  AttributeId attribute = 0;
  AttributeType type;
  std::size_t column = 0;
  bool key = false;  // some query groups by it or has it in [...]
};

struct TypeBinding {
  bool used = false;                         // some query looks at events of this type
  std::vector<AttributeBinding> attributes;  // that some query reads, ascending by attribute
};

struct ColumnBinding {
  std::vector<std::string> columns;  // names, as in the header
  std::size_t time = 0;
  std::optional<std::size_t> type;  // none: every row is of the schema's only type
  std::vector<TypeBinding> types;   // by TypeId
};

// Errors list every fault, a line each, and the columns there are: two columns (kDuplicate) or no column
// (kUnknownName) for the time, for the type or for an attribute that a query reads. An attribute is listed
// once, with all the types that it is read of. Names that nothing reads may repeat.
Result<ColumnBinding> bind_columns(std::span<const std::string> header, const Workload& workload,
                                   const ColumnNames& names);

}  // namespace horatio::process
