// SPDX-License-Identifier: Apache-2.0
// A workload, checked and bound to its schema: what the parser hands to the planner and the planner to the
// rooms.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/model/expression.h"
#include "engine/model/pattern.h"
#include "engine/model/schema.h"
#include "engine/model/status.h"
#include "engine/model/window.h"

namespace horatio {

using QueryId = std::uint32_t;  // index into Workload::queries

struct Aggregate {
  enum class Function : std::uint8_t { kCountTrends, kCountEvents, kCountAttribute, kSum, kAvg, kMin, kMax };
  Function function = Function::kCountTrends;
  PlaceId place = 0;          // all but kCountTrends
  AttributeId attribute = 0;  // kCountAttribute, kSum, kAvg, kMin, kMax
  std::string column;         // AS name, else the canonical text
  SourcePlace written = {};   // where it stands first
};

// A local predicate: one conjunct of WHERE that reads one event only.
struct LocalPredicate {
  PlaceId place = 0;
  Expression condition;
};

// A conjunct of WHERE between adjacent events of a trend: it restricts only the pairs in which an event bound
// to `to` directly follows one bound to `from`. Attributes of the later event are marked `next`.
struct EdgePredicate {
  PlaceId from = 0;
  PlaceId to = 0;
  Expression condition;
  SourcePlace written = {};
};

// An attribute that every event of a trend must agree on.
struct KeyAttribute {
  std::string name;
  AttributeType type;
  // Its AttributeId in each type of the schema; absent where the type does not carry it.
  std::vector<std::optional<AttributeId>> of_type;
};

enum class Ties : std::uint8_t { kStrict, kArrival };
enum class Selection : std::uint8_t { kAllCombinations, kNext, kContiguous };
enum class Numbers : std::uint8_t { kExact, kApprox, kU64 };

struct Query {
  std::string name;
  std::vector<Aggregate> aggregates;  // RETURN
  std::vector<Aggregate> hidden;      // those that only HAVING reads: no cells, no part in the row's status
  std::optional<Expression> having;
  Pattern pattern;
  std::vector<LocalPredicate> local;
  std::vector<EdgePredicate> edges;
  std::vector<KeyAttribute> group_by;     // as written
  std::vector<KeyAttribute> equivalence;  // those of [...] that GROUP BY does not have already
  std::optional<WindowSpec> window;       // none: one window over the whole input
  Ties ties = Ties::kStrict;
  Selection selection = Selection::kAllCombinations;
  Numbers numbers = Numbers::kExact;
  bool count_bindings = false;      // COUNT BINDINGS: bindings are counted, not trends
  bool emit_empty_windows = false;  // EMIT EMPTY WINDOWS
  std::string canonical;            // canonical text, all defaults written out; identifies the query's state
  SourcePlace place;                // of its name in the workload file
};

struct Workload {
  Schema schema;
  TimeUnit unit = TimeUnit::kMillisecond;
  std::vector<Query> queries;
};

}  // namespace horatio
