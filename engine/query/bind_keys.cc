// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>
#include <utility>

#include "engine/query/bind_query.h"

namespace horatio {
namespace {

// An attribute that all events of a trend agree on: declared alike everywhere, carried by every type of the
// pattern.
std::optional<KeyAttribute> bind_key(const syntax::Name& written, const Scope& scope) {
  auto key = scope.schema.key(written.text);
  if (!key) {
    scope.faults.add(ErrorCode::kUnknownName, written.at, "unknown attribute '" + written.text + "'",
                     scope.schema.any_attribute_hint(written.text));
    return std::nullopt;
  }
  const auto& types = scope.schema.schema().types;
  std::size_t first = types.size();
  for (std::size_t t = 0; t < types.size(); ++t) {
    if (!key->of_type[t] || !scope.schema.typed(static_cast<TypeId>(t), *key->of_type[t])) continue;
    first = std::min(first, t);
    const AttributeType type = types[t].attributes[*key->of_type[t]].type;
    if (first == t) key->type = type;
    if (type == key->type) continue;
    scope.faults.add(ErrorCode::kTypeMismatch, written.at,
                     "key attribute '" + written.text + "' is " + to_string(key->type) + " in type '" +
                         types[first].name + "' but " + to_string(type) + " in type '" + types[t].name + "'",
                     "a key attribute has one declared type in the whole schema");
    return std::nullopt;
  }
  std::set<TypeId> missing;
  for (std::size_t p = 0; p < scope.pattern.pattern.places.size(); ++p) {
    const TypeId type = scope.pattern.pattern.places[p].type;
    if (scope.pattern.typed[p] && !key->of_type[type]) missing.insert(type);
  }
  for (const TypeId type : missing) {
    scope.faults.add(ErrorCode::kUnknownName, written.at,
                     "type '" + types[type].name + "' of the pattern has no attribute '" + written.text +
                         "', which all events of a trend must agree on",
                     scope.schema.attribute_hint(type, written.text));
  }
  return missing.empty() ? std::move(key) : std::nullopt;
}

}  // namespace

void bind_keys(const std::vector<syntax::Name>& group_by, const std::vector<syntax::Name>& equivalence,
               const Scope& scope, Query& query) {
  std::set<std::string_view> known;
  for (const syntax::Name& name : group_by) {
    if (!known.insert(name.text).second) {
      scope.faults.add(ErrorCode::kDuplicate, name.at, "'" + name.text + "' is twice in GROUP BY",
                       "leave one out");
    } else if (auto key = bind_key(name, scope)) {
      query.group_by.push_back(std::move(*key));
    }
  }
  for (const syntax::Name& name : equivalence) {
    if (!known.insert(name.text).second) continue;
    if (auto key = bind_key(name, scope)) query.equivalence.push_back(std::move(*key));
  }
  std::sort(query.equivalence.begin(), query.equivalence.end(),
            [](const KeyAttribute& left, const KeyAttribute& right) { return left.name < right.name; });
}

}  // namespace horatio
