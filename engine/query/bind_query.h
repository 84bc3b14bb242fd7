// SPDX-License-Identifier: Apache-2.0
// A query's syntax tree to the model's Query, checked against the schema.
#pragma once

#include <optional>

#include "engine/model/query.h"
#include "engine/query/bind_expression.h"
#include "engine/query/fault_list.h"
#include "engine/query/schema_index.h"
#include "engine/query/syntax.h"

namespace horatio {

// None if a fault has been added. Warnings may be added too.
std::optional<Query> bind_query(const syntax::Query& written, const SchemaIndex& schema, TimeUnit unit,
                                FaultList& faults);

inline constexpr std::size_t kMostAggregates = 4096;  // of one query, those of HAVING included

// WHERE, split into conjuncts: fills `local` and `edges` (in the order of the canonical text) and collects
// the names in [...]. `match_query`: whether RETURN says MATCH; none: RETURN is broken.
void bind_where(const syntax::Expression& where, std::optional<bool> match_query, const Scope& scope,
                Query& query, std::vector<syntax::Name>& equivalence);

// GROUP BY and [...]: fills `group_by` and `equivalence`.
void bind_keys(const std::vector<syntax::Name>& group_by, const std::vector<syntax::Name>& equivalence,
               const Scope& scope, Query& query);

// One aggregate, without a column; none: a fault may have been added.
std::optional<Aggregate> bind_aggregate(const syntax::Aggregate& written, const Scope& scope);

// INT for counts, FLOAT for averages, else the type of the attribute.
AttributeType result_type(const Aggregate& aggregate, const Pattern& pattern, const Schema& schema);

// RETURN: fills `aggregates`.
void bind_aggregates(const syntax::Query& written, const Scope& scope, Query& query);

// HAVING: fills `having` and `hidden`. REQUIRES: there is one, and RETURN is bound.
void bind_having(const syntax::Query& written, const Scope& scope, Query& query);

// WITHIN: fills `window`, and checks NOT ... FOR against it.
void bind_window(const syntax::Query& written, const Scope& scope, Query& query);

}  // namespace horatio
