// SPDX-License-Identifier: Apache-2.0
// An expression of WHERE to the model's: names resolved, types checked.
#pragma once

#include <cstdint>
#include <set>

#include "engine/model/expression.h"
#include "engine/query/bind_pattern.h"
#include "engine/query/fault_list.h"
#include "engine/query/schema_index.h"
#include "engine/query/sort.h"
#include "engine/query/syntax.h"

namespace horatio {

struct BoundExpression {
  Expression expression;
  Sort sort = Sort::kUnknown;  // kUnknown: a fault has been added
};

// The names that expressions of one query can use.
struct Scope {
  const SchemaIndex& schema;
  const BoundPattern& pattern;
  TimeUnit unit;
  FaultList& faults;
};

// What an expression reads.
struct Reads {
  std::set<PlaceId> places;
  bool next = false;  // NEXT(E) stands in it
};

BoundExpression bind_expression(const syntax::Expression& written, const Scope& scope, Reads& reads);

}  // namespace horatio
