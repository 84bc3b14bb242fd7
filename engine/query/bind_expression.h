// SPDX-License-Identifier: Apache-2.0
// An expression of WHERE or HAVING to the model's: names resolved, types checked.
#pragma once

#include <functional>
#include <string>

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

// Binds what in an expression is neither an operator nor a constant: references, aggregates, [...], DISTINCT.
using BindLeaf = std::function<BoundExpression(const syntax::Expression&)>;

BoundExpression bind_expression(const syntax::Expression& written, const Scope& scope,
                                const BindLeaf& bind_leaf);

// An attribute or the time of an event of the pattern.
BoundExpression bind_reference(const syntax::Reference& written, const Scope& scope);

// The attribute of the place's type that is called TIME, in any case, and has to be quoted; empty: it has
// none.
std::string time_attribute(PlaceId place, const Scope& scope);

}  // namespace horatio
