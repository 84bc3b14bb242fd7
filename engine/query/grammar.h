// SPDX-License-Identifier: Apache-2.0
// The grammar of the query language, one statement at a time. Every choice is decided by its first words, so
// a statement is read in one pass: nothing that nests is ever tried twice. The caller bounds the nesting.
#pragma once

#include "engine/query/grammar_expression.h"
#include "engine/query/grammar_pattern.h"

namespace horatio::grammar {

// STREAM name (TYPE name (attribute type, ...), ...)
// Any word and numbers, so that an unknown type hides no other fault: which types there are is for the reader
// of the tree to tell.
struct TypeWord : Literal<"a type (INT, FLOAT, DECIMAL(n), STRING, BOOL, TIMESTAMP)", read_word>, IsNode {};
struct PeekOpen : at<pegtl::one<'('>> {};
struct TypeNumbers : seq<PeekOpen, InParentheses<CommaList<Count>>> {};
struct AttributeType : seq<TypeWord, Separators, opt<TypeNumbers>>, IsNode {};
struct AttributeDeclaration : seq<Name, AttributeType>, IsNode {};
struct TypeDeclaration : seq<Keyword<"TYPE">, Name, InParentheses<opt<CommaList<AttributeDeclaration>>>>,
                         IsNode {};
template <Text Upper>
struct StatementWord : Keyword<Upper, "a statement (STREAM, QUERY, LATENCY BOUND)"> {};
struct Stream : seq<StatementWord<"STREAM">, Name, InParentheses<CommaList<TypeDeclaration>>>, IsNode {};

// RETURN
struct ColumnAlias : seq<Keyword<"AS">, Name>, IsNode {};
struct Column : seq<Aggregate, opt<ColumnAlias>>, IsNode {};
struct NonOverlapping : seq<Keyword<"NON">, Keyword<"OVERLAPPING">> {};
struct Frequency
    : seq<Keyword<"FREQUENCY", "an aggregate">, sor<NonOverlapping, Keyword<"DISTINCT">>, opt<ColumnAlias>>,
      IsNode {};
struct MatchColumn : seq<Expression, opt<ColumnAlias>> {};
struct Matches : seq<Keyword<"MATCH", "an aggregate">, InParentheses<CommaList<MatchColumn>>>, IsNode {};
struct Return : seq<Keyword<"RETURN">, sor<Matches, Frequency, CommaList<Column>>>, IsNode {};

// The clauses after PATTERN, in any order.
template <Text Upper>
struct ClauseWord : Keyword<Upper, "another clause"> {};
struct Where : seq<ClauseWord<"WHERE">, Expression>, IsNode {};
struct GroupBy : seq<ClauseWord<"GROUP">, Keyword<"BY">, CommaList<Name>>, IsNode {};
struct Slide : seq<Keyword<"SLIDE">, SlideExtent>, IsNode {};
struct Offset : seq<Keyword<"OFFSET">, Extent>, IsNode {};
struct Within : seq<ClauseWord<"WITHIN">, Extent, opt<Slide>, opt<Offset>>, IsNode {};
struct WindowOpens
    : seq<ClauseWord<"WINDOW">, Keyword<"OPENS">, Keyword<"ON">, Name, opt<InParentheses<Expression>>>,
      IsNode {};
struct Having : seq<ClauseWord<"HAVING">, Expression>, IsNode {};
struct AllCombinations : seq<Keyword<"ALL">, Keyword<"COMBINATIONS">>, IsNode {};
struct NextMatch : Keyword<"NEXT">, IsNode {};
struct ContiguousMatch : Keyword<"CONTIGUOUS">, IsNode {};
struct Selection : seq<ClauseWord<"MATCH">, sor<AllCombinations, NextMatch, ContiguousMatch>>, IsNode {};
struct CountBindings : seq<ClauseWord<"COUNT">, Keyword<"BINDINGS">>, IsNode {};
struct StrictTies : Keyword<"STRICT">, IsNode {};
struct ArrivalTies : Keyword<"ARRIVAL">, IsNode {};
struct Ties : seq<ClauseWord<"TIES">, sor<StrictTies, ArrivalTies>>, IsNode {};
struct ExactNumbers : Keyword<"EXACT">, IsNode {};
struct ApproxNumbers : Keyword<"APPROX">, IsNode {};
struct U64Numbers : Keyword<"U64">, IsNode {};
struct Numbers : seq<ClauseWord<"NUMBERS">, sor<ExactNumbers, ApproxNumbers, U64Numbers>>, IsNode {};
struct EmptyWindows : seq<Keyword<"EMPTY">, Keyword<"WINDOWS">>, IsNode {};
struct PartialWindows : Keyword<"PARTIAL">, IsNode {};
struct Emit : seq<ClauseWord<"EMIT">, sor<EmptyWindows, PartialWindows>> {};
struct Weight : seq<ClauseWord<"WEIGHT">, NumberText, Separators>, IsNode {};
struct Limit : seq<ClauseWord<"LIMIT">, Count>, IsNode {};
struct SkipTo : seq<Keyword<"TO">, sor<seq<sor<Keyword<"FIRST">, Keyword<"LAST">>, Name>, Keyword<"NEXT">>> {
};
struct AfterMatch : seq<ClauseWord<"AFTER">, Keyword<"MATCH">, Keyword<"SKIP">,
                        sor<seq<Keyword<"PAST">, Keyword<"LAST">>, SkipTo>>,
                    IsNode {};
struct Clause : sor<Where, GroupBy, Within, WindowOpens, Having, Selection, CountBindings, Ties, Numbers,
                    Emit, Weight, Limit, AfterMatch> {};

struct QueryPattern : seq<Keyword<"PATTERN">, Pattern>, IsNode {};
struct Query : seq<StatementWord<"QUERY">, Name, Return, QueryPattern, star<Clause>>, IsNode {};
// What is left of a query when clauses with faults have been cut out.
struct CutQuery : seq<StatementWord<"QUERY">, Name, opt<Return>, opt<QueryPattern>, star<Clause>>, IsNode {};
struct LatencyBound : seq<StatementWord<"LATENCY">, Keyword<"BOUND">, Duration>, IsNode {};

struct End : EndOfInput<"';'"> {};
struct Statement : seq<Separators, sor<Stream, Query, LatencyBound>, End> {};
struct CutStatement : seq<Separators, CutQuery, End> {};

}  // namespace horatio::grammar
