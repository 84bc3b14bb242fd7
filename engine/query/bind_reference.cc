// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>

#include "engine/query/bind_expression.h"
#include "engine/query/reserved.h"

namespace horatio {
namespace {

using Kind = Expression::Kind;

class ReferenceBinder {
 public:
  explicit ReferenceBinder(const Scope& scope) : scope_(scope) {}

  BoundExpression bind(const syntax::Reference& written) {
    if (!written.time && !written.attribute) return refuse_bare(written.name);
    const auto place = scope_.pattern.find(written.name.text);
    if (!place) {
      return fault(ErrorCode::kUnknownName, written.name.at, "unknown alias '" + written.name.text + "'",
                   scope_.pattern.alias_hint(written.name.text, scope_.schema));
    }
    BoundExpression bound;
    bound.expression.place = *place;
    bound.expression.next = written.next;
    if (written.time) {
      warn_of_time_attribute(written.name, *place);
      bound.expression.kind = Kind::kTime;
      bound.sort = Sort::kTime;
      return bound;
    }
    return attribute(*written.attribute, std::move(bound));
  }

 private:
  BoundExpression fault(ErrorCode code, std::size_t at, std::string message, std::string remedy = {}) {
    scope_.faults.add(code, at, std::move(message), std::move(remedy));
    return {};
  }

  BoundExpression attribute(const syntax::Name& written, BoundExpression bound) {
    const PlaceId place = bound.expression.place;
    if (!scope_.pattern.typed[place]) return {};
    const TypeId type = scope_.pattern.pattern.places[place].type;
    const auto id = scope_.schema.attribute(type, written.text);
    const EventType& declared = scope_.schema.schema().types[type];
    if (!id) {
      return fault(ErrorCode::kUnknownName, written.at,
                   "unknown attribute '" + written.text + "' of type '" + declared.name + "'",
                   scope_.schema.attribute_hint(type, written.text));
    }
    if (!scope_.schema.typed(type, *id)) return {};
    bound.expression.kind = Kind::kAttribute;
    bound.expression.attribute = *id;
    bound.expression.type = declared.attributes[*id].type;
    bound.sort = sort_of(bound.expression.type);
    return bound;
  }

  BoundExpression refuse_bare(const syntax::Name& written) {
    std::string remedy;
    for (std::size_t i = 0; i < scope_.pattern.pattern.places.size(); ++i) {
      const Place& place = scope_.pattern.pattern.places[i];
      if (!scope_.pattern.typed[i] || !scope_.schema.attribute(place.type, written.text)) continue;
      remedy += (remedy.empty() ? "write " : " or ") + place.alias + "." + written.text;
      if (remedy.size() > 100) break;
    }
    if (remedy.empty()) {
      remedy = scope_.schema.any_attribute_hint(written.text) + "; a STRING is written in single quotes";
    }
    return fault(ErrorCode::kUnknownName, written.at,
                 "'" + written.text + "' does not say of which event it is", std::move(remedy));
  }

  void warn_of_time_attribute(const syntax::Name& alias, PlaceId place) {
    const std::string attribute = time_attribute(place, scope_);
    if (attribute.empty()) return;
    scope_.faults.warn(alias.at,
                       alias.text + ".TIME is the event's time, not the attribute '" + attribute + "'",
                       "for the attribute write " + alias.text + ".\"" + attribute + "\"");
  }

  const Scope& scope_;
};

}  // namespace

std::string time_attribute(PlaceId place, const Scope& scope) {
  if (!scope.pattern.typed[place]) return {};
  const TypeId type = scope.pattern.pattern.places[place].type;
  for (const Attribute& attribute : scope.schema.schema().types[type].attributes) {
    if (grammar::is_keyword(attribute.name, "TIME")) return attribute.name;
  }
  return {};
}

BoundExpression bind_reference(const syntax::Reference& written, const Scope& scope) {
  return ReferenceBinder(scope).bind(written);
}

}  // namespace horatio
