// SPDX-License-Identifier: Apache-2.0
// What all parts of the grammar share: punctuation, names, numbers with their units.
#pragma once

#include "engine/query/nodes.h"

namespace horatio::grammar {

using pegtl::at;
using pegtl::list;
using pegtl::not_at;
using pegtl::opt;
using pegtl::seq;
using pegtl::sor;
using pegtl::star;

struct Open : Symbol<"(", "'('"> {};
struct Close : Symbol<")", "')'"> {};
struct Comma : Symbol<",", "','"> {};
struct Dot : Symbol<".", "'.'"> {};
template <class Rule>
struct CommaList : list<Rule, Comma> {};
template <class... Rules>
struct InParentheses : seq<Open, Rules..., Close> {};

// A name that may be any word, since no keyword can stand there. The node is the name as written.
struct AnyName : NameText<"a name", kNothing>, IsNode {};
struct Name : seq<AnyName, Separators> {};

// What follows an alias: .TIME or .attribute.
struct EventTime : Keyword<"TIME", "an attribute">, IsNode {};
struct AttributeName : NameText<"an attribute", kAfterDot>, IsNode {};
struct Member : seq<Dot, sor<EventTime, seq<AttributeName, Separators>>> {};

// 30 MINUTES, 1.5 SECONDS, 100 EVENTS.
struct NumberText : Literal<"a number", read_number>, IsNode {};
struct CountText : Literal<"a number", read_digits>, IsNode {};
struct Count : seq<CountText, Separators> {};
template <Text Plural, Text Singular>
struct UnitWord : sor<Keyword<Plural, "a time unit">, Keyword<Singular, "a time unit">> {};
struct Milliseconds : UnitWord<"MILLISECONDS", "MILLISECOND">, IsNode {};
struct Seconds : UnitWord<"SECONDS", "SECOND">, IsNode {};
struct Minutes : UnitWord<"MINUTES", "MINUTE">, IsNode {};
struct Hours : UnitWord<"HOURS", "HOUR">, IsNode {};
struct Days : UnitWord<"DAYS", "DAY">, IsNode {};
struct Unit : sor<Milliseconds, Seconds, Minutes, Hours, Days> {};
struct EventUnit : Keyword<"EVENTS">, IsNode {};
struct Minus : Symbol<"-", "a number">, IsNode {};
struct Duration : seq<opt<Minus>, NumberText, Separators, Unit>, IsNode {};
struct Extent : seq<opt<Minus>, NumberText, Separators, sor<Unit, EventUnit>>, IsNode {};
struct SlideExtent : seq<opt<Minus>, NumberText, Separators, opt<sor<Unit, EventUnit>>>, IsNode {};

}  // namespace horatio::grammar
