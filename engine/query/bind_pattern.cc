// SPDX-License-Identifier: Apache-2.0
#include "engine/query/bind_pattern.h"

#include <algorithm>
#include <utility>

#include "engine/query/bind_span.h"
#include "engine/query/nearest_name.h"
#include "engine/query/pattern_rules.h"

namespace horatio {
namespace {

class PatternBinder {
 public:
  PatternBinder(const SchemaIndex& schema, TimeUnit unit, FaultList& faults)
      : schema_(schema), unit_(unit), faults_(faults) {}

  BoundPattern bind(const syntax::Pattern& written) {
    bound_.pattern.root = node(written, false);
    if (!too_many_) check_pattern(written, faults_);
    return std::move(bound_);
  }

 private:
  PatternNode node(const syntax::Pattern& written, bool negated) {
    if (written.kind == syntax::Pattern::Kind::kType) return place(written, negated);
    if (written.kind == syntax::Pattern::Kind::kAnyOf) faults_.refuse(written.at, Feature::kAnyOf);
    PatternNode bound;
    bound.kind = kind_of(written.kind);
    bound.min = written.min;
    bound.max = written.max;
    if (written.lasting) bind_lasting(*written.lasting, bound);
    for (const syntax::Pattern& child : written.children) {
      bound.children.push_back(node(child, negated || bound.kind == PatternNode::Kind::kNot));
    }
    return bound;
  }

  void bind_lasting(const syntax::Extent& written, PatternNode& bound) {
    bound.lasting = bind_positive_span(written, "FOR", unit_, faults_);
    if (bound.lasting) bound_.lasting.push_back({*bound.lasting, written.at});
  }

  static PatternNode::Kind kind_of(syntax::Pattern::Kind kind) {
    switch (kind) {
      case syntax::Pattern::Kind::kRepeat:
        return PatternNode::Kind::kRepeat;
      case syntax::Pattern::Kind::kNot:
        return PatternNode::Kind::kNot;
      case syntax::Pattern::Kind::kOr:
      case syntax::Pattern::Kind::kAnyOf:
        return PatternNode::Kind::kOr;
      case syntax::Pattern::Kind::kAnd:
        return PatternNode::Kind::kAnd;
      default:
        return PatternNode::Kind::kSequence;
    }
  }

  PatternNode place(const syntax::Pattern& written, bool negated) {
    PatternNode bound;
    if (bound_.pattern.places.size() == kMostPlaces) {
      if (!std::exchange(too_many_, true)) {
        faults_.add(ErrorCode::kTooLarge, written.at,
                    "the pattern has more than " + std::to_string(kMostPlaces) + " events");
      }
      return bound;
    }
    bound.place = static_cast<PlaceId>(bound_.pattern.places.size());
    const auto type = schema_.type(written.type.text);
    if (!type) {
      faults_.add(ErrorCode::kUnknownName, written.type.at, "unknown event type '" + written.type.text + "'",
                  schema_.type_hint(written.type.text));
    }
    const syntax::Name& alias = written.alias ? *written.alias : written.type;
    bound_.pattern.places.push_back({type.value_or(0), alias.text, negated});
    bound_.typed.push_back(type.has_value());
    declare(alias, written, bound.place);
    return bound;
  }

  void declare(const syntax::Name& alias, const syntax::Pattern& written, PlaceId place) {
    if (written.alias && alias.text != written.type.text && schema_.type(alias.text)) {
      faults_.add(ErrorCode::kDuplicate, alias.at,
                  "alias '" + alias.text + "' is the name of another event type", "choose another alias");
      return;
    }
    if (bound_.aliases.emplace(alias.text, place).second) return;
    if (written.alias) {
      faults_.add(ErrorCode::kDuplicate, alias.at, "alias '" + alias.text + "' is used twice",
                  "an alias names one place: choose another one");
    } else {
      faults_.add(ErrorCode::kDuplicate, written.at,
                  "type '" + written.type.text + "' stands at two places without an alias",
                  "give all but one of them an alias, as in " + written.type.text + " x");
    }
  }

  const SchemaIndex& schema_;
  TimeUnit unit_;
  FaultList& faults_;
  BoundPattern bound_;
  bool too_many_ = false;
};

}  // namespace

std::optional<PlaceId> BoundPattern::find(std::string_view alias) const {
  const auto found = aliases.find(std::string(alias));
  if (found == aliases.end()) return std::nullopt;
  return found->second;
}

std::string BoundPattern::alias_hint(std::string_view written, const SchemaIndex& schema) const {
  if (const auto type = schema.type(written)) {
    for (std::size_t i = 0; i < pattern.places.size(); ++i) {
      const Place& place = pattern.places[i];
      if (typed[i] && place.type == *type) return "in this pattern it is called '" + place.alias + "'";
    }
    return "this type is not in the pattern";
  }
  std::vector<std::string_view> names;
  for (const Place& place : pattern.places) names.push_back(place.alias);
  return name_hint(written, names);
}

BoundPattern bind_pattern(const syntax::Pattern& written, const SchemaIndex& schema, TimeUnit unit,
                          FaultList& faults) {
  return PatternBinder(schema, unit, faults).bind(simplified(written));
}

}  // namespace horatio
