// SPDX-License-Identifier: Apache-2.0
// PATTERN: steps, sequences, groups, repetition, NOT, ANY; OR binds weaker than AND.
#pragma once

#include "engine/query/grammar_terms.h"

namespace horatio::grammar {

struct Pattern;

struct OneOrMore : Symbol<"a repetition", '+'> {};
struct ZeroOrMore : Symbol<"a repetition", '*'> {};
struct ZeroOrOne : Symbol<"a repetition", '?'> {};
struct BoundsComma : Symbol<"','", ','> {};
struct Bounds : seq<Symbol<"a repetition", '{'>, Count, opt<BoundsComma, opt<Count>>, Symbol<"'}'", '}'>> {};
struct Repetition : sor<OneOrMore, ZeroOrMore, ZeroOrOne, Bounds> {};
struct Repetitions : star<Repetition> {};

struct StepType : sor<BareName<"an event type", kBeforeStep>, QuotedName<"an event type">> {};
// QUERY q RETURN: the statement before has lost its ';', and QUERY is no alias.
struct NextQuery : seq<TAO_PEGTL_ISTRING("query"), pegtl::plus<pegtl::space>, sor<Word, Quoted<'"'>>,
                       Separators, TAO_PEGTL_ISTRING("return"), not_at<pegtl::identifier_other>> {};
struct Alias : seq<not_at<NextQuery>, sor<BareName<"an alias", kAfterStep>, QuotedName<"an alias">>> {};

struct All : Keyword<"ALL", "an event type"> {};
struct First : Keyword<"FIRST", "an event type"> {};
struct Adjacent : Keyword<"ADJACENT", "an event type"> {};
struct StepWord : sor<All, First, Adjacent> {};
struct LoopWord : sor<Keyword<"ALL", "a step word">, Keyword<"FIRST", "a step word">,
                      Keyword<"ADJACENT", "a step word">> {};

struct TypeStep : seq<StepType, Separators, Repetitions, opt<Alias, Separators, Repetitions>, opt<LoopWord>> {
};
struct Sequence : seq<Keyword<"SEQ", "an event type">, InParentheses<CommaList<Pattern>>, Repetitions> {};
struct AnyOf
    : seq<Keyword<"ANY", "an event type">, InParentheses<Count, Keyword<"OF">, CommaList<TypeStep>>> {};
struct Group : seq<Symbol<"an event type", '('>, Pattern, Close, Repetitions> {};
struct Part : sor<Group, Sequence, AnyOf, TypeStep> {};
struct Forbidden : seq<Keyword<"NOT", "an event type">, Part, opt<Keyword<"FOR">, Duration>> {};
struct WordedPart : seq<StepWord, Part> {};
struct Element : sor<Forbidden, WordedPart, Part> {};

struct PatternConjunction : list<Element, Keyword<"AND">> {};
struct Pattern : list<PatternConjunction, Keyword<"OR">> {};

}  // namespace horatio::grammar
