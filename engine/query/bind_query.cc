// SPDX-License-Identifier: Apache-2.0
#include "engine/query/bind_query.h"

#include <utility>

#include "engine/query/parser.h"

namespace horatio {

std::optional<Query> bind_query(const syntax::Query& written, const SchemaIndex& schema, TimeUnit unit,
                                FaultList& faults) {
  const std::size_t faults_before = faults.size();
  faults.enter(written.name.text);
  for (const syntax::Mention& mention : written.mentions) {
    faults.refuse(mention.at, mention.feature);
  }
  Query query;
  query.name = written.name.text;
  query.ties = written.ties;
  query.selection = written.selection;
  query.numbers = written.numbers;
  query.count_bindings = written.count_bindings;
  query.emit_empty_windows = written.emit_empty_windows;
  BoundPattern pattern;
  if (written.pattern) pattern = bind_pattern(*written.pattern, schema, unit, faults);
  const Scope scope{schema, pattern, unit, faults};
  std::vector<syntax::Name> equivalence;
  std::optional<bool> match_query = written.is_match;
  if (written.broken && written.returns.empty() && !written.is_match) match_query.reset();
  if (written.where && written.pattern) bind_where(*written.where, match_query, scope, query, equivalence);
  bind_keys(written.group_by, equivalence, scope, query);
  if (written.pattern) bind_aggregates(written, scope, query);
  const bool has_aggregates = !written.is_match && !written.is_frequency;
  if (written.having && written.pattern && has_aggregates) bind_having(written, scope, query);
  if (written.within || !written.broken) bind_window(written, scope, query);
  faults.enter({});
  if (written.broken || faults.size() != faults_before) return std::nullopt;
  query.pattern = std::move(pattern.pattern);
  query.canonical = canonical_text(query, schema.schema(), unit);
  return query;
}

}  // namespace horatio
