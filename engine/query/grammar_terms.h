// SPDX-License-Identifier: Apache-2.0
// What all parts of the grammar share: punctuation, names, numbers with their units.
#pragma once

#include "engine/query/lexical.h"

namespace horatio::grammar {

using pegtl::at;
using pegtl::list;
using pegtl::not_at;
using pegtl::opt;
using pegtl::seq;
using pegtl::sor;
using pegtl::star;

struct Open : Symbol<"'('", '('> {};
struct Close : Symbol<"')'", ')'> {};
struct Comma : Symbol<"','", ','> {};
struct Dot : Symbol<"'.'", '.'> {};
template <class Rule>
struct CommaList : list<Rule, Comma> {};
template <class... Rules>
struct InParentheses : seq<Open, Rules..., Close> {};

// A name that may be any word, since no keyword can stand there. The node is the name as written.
struct AnyName : sor<BareName<"a name", kNothing>, QuotedName<"a name">> {};
struct Name : seq<AnyName, Separators> {};

// What follows an alias: .TIME or .attribute.
struct EventTime : Keyword<"TIME", "an attribute"> {};
struct AttributeName : sor<BareName<"an attribute", kAfterDot>, QuotedName<"an attribute">> {};
struct Member : seq<Dot, sor<EventTime, seq<AttributeName, Separators>>> {};

// 30 MINUTES, 1.5 SECONDS, 100 EVENTS.
struct NumberText : Lexeme<"a number", Number> {};
struct CountText : Lexeme<"a number", Digits> {};
struct Count : seq<CountText, Separators> {};
template <Text Plural, Text Singular>
struct UnitWord : sor<Keyword<Plural, "a time unit">, Keyword<Singular, "a time unit">> {};
struct Milliseconds : UnitWord<"MILLISECONDS", "MILLISECOND"> {};
struct Seconds : UnitWord<"SECONDS", "SECOND"> {};
struct Minutes : UnitWord<"MINUTES", "MINUTE"> {};
struct Hours : UnitWord<"HOURS", "HOUR"> {};
struct Days : UnitWord<"DAYS", "DAY"> {};
struct Unit : sor<Milliseconds, Seconds, Minutes, Hours, Days> {};
struct EventUnit : Keyword<"EVENTS"> {};
struct Minus : Symbol<"a number", '-'> {};
struct Duration : seq<opt<Minus>, NumberText, Separators, Unit> {};
struct Extent : seq<opt<Minus>, NumberText, Separators, sor<Unit, EventUnit>> {};
struct SlideExtent : seq<opt<Minus>, NumberText, Separators, opt<sor<Unit, EventUnit>>> {};

}  // namespace horatio::grammar
