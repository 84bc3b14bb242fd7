// SPDX-License-Identifier: Apache-2.0
// The syntax tree: what was written, with its place, before any name has a meaning. Places are byte offsets
// into the workload's text (source_map.h turns them into lines and columns).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/model/expression.h"
#include "engine/model/pattern.h"
#include "engine/model/query.h"
#include "engine/query/features.h"

namespace horatio::syntax {

using Offset = std::uint32_t;

struct Name {
  std::string text;
  Offset at = 0;
};

// A number as written, with its unit.
struct Extent {
  std::string number;
  bool negative = false;
  std::uint32_t unit_milliseconds = 0;  // 0: EVENTS, or none after SLIDE
  bool events = false;
  Offset at = 0;
};

// T.speed, T.TIME, NEXT(T).speed, or the alias or column name alone.
struct Reference {
  Name name;
  bool next = false;
  bool time = false;
  std::optional<Name> attribute;
};

struct Aggregate {
  horatio::Aggregate::Function function = horatio::Aggregate::Function::kCountTrends;
  Reference argument;  // all but kCountTrends
  std::optional<Name> column;
  Offset at = 0;
};

// Operators and constants are those of the model; the rest is resolved or refused by the binder.
struct Expression {
  struct Equivalence {
    std::vector<Name> attributes;
  };
  struct Distinct {
    Reference reference;
  };
  using Operator = horatio::Expression::Kind;

  Operator op = Operator::kNull;  // of constants and operators
  std::string text;               // of constants; of a duration: number
  std::uint32_t unit_milliseconds = 0;
  std::variant<std::monostate, Reference, Aggregate, Equivalence, Distinct>
      leaf;  // monostate: constant or operator
  std::vector<Expression> children;
  Offset at = 0;
  std::uint32_t depth = 1;
};

struct Pattern {
  enum class Kind : std::uint8_t { kType, kSequence, kRepeat, kNot, kOr, kAnd, kAnyOf };

  Kind kind = Kind::kType;
  Name type;                       // kType
  std::optional<Name> alias;       // kType
  std::uint32_t min = 1, max = 1;  // kRepeat
  std::optional<Extent> lasting;   // kNot: FOR d
  std::vector<Pattern> children;
  Offset at = 0;
};

struct Within {
  Extent size;
  std::optional<Extent> slide;
  std::optional<Extent> offset;
};

// A part of the language that is recognised only, so that it can be refused at its place.
struct Mention {
  Feature feature;
  Offset at = 0;
};

struct Query {
  Name name;
  std::vector<Aggregate> returns;
  std::optional<Pattern> pattern;  // none: it is broken
  std::optional<Expression> where;
  std::vector<Name> group_by;
  std::optional<Within> within;
  std::optional<Expression> having;
  Ties ties = Ties::kStrict;
  Selection selection = Selection::kAllCombinations;
  Numbers numbers = Numbers::kExact;
  bool count_bindings = false;
  bool emit_empty_windows = false;
  bool is_match = false;      // RETURN MATCH(...)
  bool is_frequency = false;  // RETURN FREQUENCY ...
  bool broken = false;        // what had faults of syntax has been left out
  std::vector<Mention> mentions;
};

struct Attribute {
  Name name;
  std::optional<AttributeType> type;  // none: it is unknown, and a fault has been added
};
struct Type {
  Name name;
  std::vector<Attribute> attributes;
};
struct Stream {
  Name name;
  std::vector<Type> types;
};

using Statement = std::variant<Stream, Query, Mention>;

}  // namespace horatio::syntax
