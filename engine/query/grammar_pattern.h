// SPDX-License-Identifier: Apache-2.0
// PATTERN: steps, sequences, groups, repetition, NOT, ANY; OR binds weaker than AND.
#pragma once

#include "engine/query/grammar_terms.h"

namespace horatio::grammar {

struct Pattern : Part<parse_pattern> {};

struct OneOrMore : Symbol<"+", "a repetition">, IsNode {};
struct ZeroOrMore : Symbol<"*", "a repetition">, IsNode {};
struct ZeroOrOne : Symbol<"?", "a repetition">, IsNode {};
struct BoundsComma : Symbol<",", "','">, IsNode {};
struct Bounds : seq<Symbol<"{", "a repetition">, Count, opt<BoundsComma, opt<Count>>, Symbol<"}", "'}'">>,
                IsNode {};
struct Repetition : sor<OneOrMore, ZeroOrMore, ZeroOrOne, Bounds> {};
struct Repetitions : star<Repetition> {};

struct StepType : NameText<"an event type", kBeforeStep>, IsNode {};
// QUERY q RETURN: the statement before has lost its ';', and QUERY is no alias.
struct NextQuery : seq<TAO_PEGTL_ISTRING("query"), pegtl::plus<pegtl::space>, AnyNameAhead, Separators,
                       TAO_PEGTL_ISTRING("return"), not_at<pegtl::identifier_other>> {};
struct PatternGoesOn : seq<pegtl::identifier, Separators, pegtl::one<',', ')', '+', '*', '?', '{'>> {};
struct Alias : seq<not_at<NextQuery>, sor<NameText<"an alias", kAfterStep>,
                                          seq<at<PatternGoesOn>, NameText<"an alias", kWithinPattern>>>>,
               IsNode {};

struct All : Keyword<"ALL", "an event type"> {};
struct First : Keyword<"FIRST", "an event type"> {};
struct Adjacent : Keyword<"ADJACENT", "an event type"> {};
struct StepWord : sor<All, First, Adjacent> {};
struct LoopWord
    : sor<Keyword<"ALL", "a step word">, Keyword<"FIRST", "a step word">, Keyword<"ADJACENT", "a step word">>,
      IsNode {};

struct TypeStep : seq<StepType, Separators, Repetitions, opt<Alias, Separators, Repetitions>, opt<LoopWord>>,
                  IsNode {};
struct Sequence : seq<Keyword<"SEQ", "an event type">, InParentheses<CommaList<Pattern>>, Repetitions>,
                  IsNode {};
struct AnyOf : seq<Keyword<"ANY", "an event type">, InParentheses<Count, Keyword<"OF">, CommaList<TypeStep>>>,
               IsNode {};
struct Group : seq<Symbol<"(", "an event type">, Pattern, Close, Repetitions>, IsNode {};
struct StepPart : sor<Group, Sequence, AnyOf, TypeStep> {};
struct Forbidden : seq<Keyword<"NOT", "an event type">, StepPart, opt<Keyword<"FOR">, Duration>>, IsNode {};
struct WordedPart : seq<StepWord, StepPart>, IsNode {};
struct Element : sor<Forbidden, WordedPart, StepPart> {};

struct PatternConjunction : list<Element, Keyword<"AND">>, IsLadder {};
struct PatternDisjunction : list<PatternConjunction, Keyword<"OR">>, IsLadder {};

}  // namespace horatio::grammar
