// SPDX-License-Identifier: Apache-2.0
#include "engine/query/schema_index.h"

#include <unordered_set>

#include "engine/query/nearest_name.h"

namespace horatio {

SchemaIndex::SchemaIndex(const Schema& schema, UntypedAttributes untyped)
    : schema_(schema), untyped_(std::move(untyped)), attributes_(schema.types.size()) {
  std::unordered_set<std::string_view> seen;
  for (std::size_t t = 0; t < schema.types.size(); ++t) {
    const EventType& type = schema.types[t];
    types_.emplace(type.name, static_cast<TypeId>(t));
    for (std::size_t a = 0; a < type.attributes.size(); ++a) {
      attributes_[t].emplace(type.attributes[a].name, static_cast<AttributeId>(a));
      if (seen.insert(type.attributes[a].name).second) attribute_names_.push_back(type.attributes[a].name);
    }
  }
}

std::optional<TypeId> SchemaIndex::type(std::string_view name) const {
  const auto found = types_.find(name);
  if (found == types_.end()) return std::nullopt;
  return found->second;
}

std::optional<AttributeId> SchemaIndex::attribute(TypeId type, std::string_view name) const {
  const auto found = attributes_[type].find(name);
  if (found == attributes_[type].end()) return std::nullopt;
  return found->second;
}

std::optional<KeyAttribute> SchemaIndex::key(std::string_view name) const {
  KeyAttribute key;
  key.name = name;
  bool found = false;
  for (std::size_t t = 0; t < schema_.types.size(); ++t) {
    const auto id = attribute(static_cast<TypeId>(t), name);
    key.of_type.push_back(id);
    if (id && !found) key.type = schema_.types[t].attributes[*id].type;
    found = found || id.has_value();
  }
  if (!found) return std::nullopt;
  return key;
}

std::string SchemaIndex::type_hint(std::string_view written) const {
  std::vector<std::string_view> names;
  for (const EventType& type : schema_.types) names.push_back(type.name);
  return name_hint(written, names);
}

std::string SchemaIndex::attribute_hint(TypeId type, std::string_view written) const {
  std::vector<std::string_view> names;
  for (const Attribute& attribute : schema_.types[type].attributes) names.push_back(attribute.name);
  return name_hint(written, names);
}

std::string SchemaIndex::any_attribute_hint(std::string_view written) const {
  return name_hint(written, attribute_names_);
}

}  // namespace horatio
