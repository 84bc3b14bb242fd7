// SPDX-License-Identifier: Apache-2.0
// Finds types and attributes of a schema by name, in O(1), and names near a mistyped one.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/model/query.h"
#include "engine/model/schema.h"

namespace horatio {

// Attributes whose declared type is unknown.
using UntypedAttributes = std::set<std::pair<TypeId, AttributeId>>;

// The schema must outlive it and stay unchanged.
class SchemaIndex {
 public:
  explicit SchemaIndex(const Schema& schema, UntypedAttributes untyped = {});

  const Schema& schema() const { return schema_; }
  std::optional<TypeId> type(std::string_view name) const;
  std::optional<AttributeId> attribute(TypeId type, std::string_view name) const;

  bool typed(TypeId type, AttributeId attribute) const { return !untyped_.contains({type, attribute}); }

  // The attribute in every type that carries it; with the declared type of the first. Absent: no type carries
  // it.
  std::optional<KeyAttribute> key(std::string_view name) const;

  std::string type_hint(std::string_view written) const;
  std::string attribute_hint(TypeId type, std::string_view written) const;
  std::string any_attribute_hint(std::string_view written) const;

 private:
  const Schema& schema_;
  UntypedAttributes untyped_;
  std::unordered_map<std::string_view, TypeId> types_;
  std::vector<std::unordered_map<std::string_view, AttributeId>> attributes_;
  std::vector<std::string_view> attribute_names_;  // of all types, each once
};

}  // namespace horatio
