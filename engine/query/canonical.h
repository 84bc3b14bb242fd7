// SPDX-License-Identifier: Apache-2.0
// Canonical text: what a query says with every default written out, in one order and spelling, so that two
// queries written differently but equal in meaning as far as the text can tell are the same text. It names
// the query, since results go out under that name: text with its name identifies a query's state.
//   - keywords in upper case, names quoted only where they must be; every place has its alias, `Travel+ T`;
//   - WHERE: one [...] sorted by name (what GROUP BY has is left out), then local conditions by place, then
//   text, then those on adjacent events likewise, each once;
//   - HAVING names aggregates by their text, also those that have an AS name;
//   - durations in the largest unit that divides them; the offset reduced modulo the slide;
//   - SEQ of one part, {1} and an OR in an OR vanish; numbers without leading zeros.
#pragma once

#include <string>
#include <string_view>

#include "engine/model/query.h"

namespace horatio {

// A condition on the places of `pattern`, as it stands in WHERE.
std::string condition_text(const Expression& condition, const Pattern& pattern, const Schema& schema,
                           TimeUnit unit);

// A part of a pattern by the types of its events alone, whatever their aliases: "(SEQ(A, B+))+".
std::string types_text(const PatternNode& part, const Pattern& pattern, const Schema& schema);

// The condition behind HAVING. REQUIRES: there is one.
std::string having_text(const Query& query, const Schema& schema, TimeUnit unit);

// "COUNT(*)", "SUM(B.v)": what a column is called without AS.
std::string column_text(const Aggregate& aggregate, const Pattern& pattern, const Schema& schema);

}  // namespace horatio
