// SPDX-License-Identifier: Apache-2.0
// The grammar of the query language, one statement at a time. Every choice is decided by its first words, so
// a statement is read in one pass: nothing that nests is ever tried twice. The caller bounds the nesting.
#pragma once

#include "engine/query/grammar_expression.h"
#include "engine/query/grammar_pattern.h"

namespace horatio::grammar {

// STREAM name (TYPE name (attribute type, ...), ...)
template <Text Upper>
struct TypeWord : Keyword<Upper, "a type (INT, FLOAT, DECIMAL(n), STRING, BOOL, TIMESTAMP)"> {};
struct IntType : TypeWord<"INT"> {};
struct FloatType : TypeWord<"FLOAT"> {};
struct DecimalType : seq<TypeWord<"DECIMAL">, InParentheses<Count>> {};
struct StringType : TypeWord<"STRING"> {};
struct BoolType : TypeWord<"BOOL"> {};
struct TimestampType : TypeWord<"TIMESTAMP"> {};
struct AttributeType : sor<IntType, FloatType, DecimalType, StringType, BoolType, TimestampType> {};
struct AttributeDeclaration : seq<Name, AttributeType> {};
struct TypeDeclaration : seq<Keyword<"TYPE">, Name, InParentheses<opt<CommaList<AttributeDeclaration>>>> {};
template <Text Upper>
struct StatementWord : Keyword<Upper, "a statement (STREAM, QUERY, LATENCY BOUND)"> {};
struct Stream : seq<StatementWord<"STREAM">, Name, InParentheses<CommaList<TypeDeclaration>>> {};

// RETURN
struct ColumnAlias : seq<Keyword<"AS">, Name> {};
struct Column : seq<Aggregate, opt<ColumnAlias>> {};
struct NonOverlapping : seq<Keyword<"NON">, Keyword<"OVERLAPPING">> {};
struct Frequency
    : seq<Keyword<"FREQUENCY", "an aggregate">, sor<NonOverlapping, Keyword<"DISTINCT">>, opt<ColumnAlias>> {
};
struct MatchColumn : seq<Expression, opt<ColumnAlias>> {};
struct Matches : seq<Keyword<"MATCH", "an aggregate">, InParentheses<CommaList<MatchColumn>>> {};
struct Return : seq<Keyword<"RETURN">, sor<Matches, Frequency, CommaList<Column>>> {};

// The clauses after PATTERN, in any order.
template <Text Upper>
struct ClauseWord : Keyword<Upper, "another clause"> {};
struct Where : seq<ClauseWord<"WHERE">, Expression> {};
struct GroupBy : seq<ClauseWord<"GROUP">, Keyword<"BY">, CommaList<Name>> {};
struct Slide : seq<Keyword<"SLIDE">, SlideExtent> {};
struct Offset : seq<Keyword<"OFFSET">, Extent> {};
struct Within : seq<ClauseWord<"WITHIN">, Extent, opt<Slide>, opt<Offset>> {};
struct WindowOpens
    : seq<ClauseWord<"WINDOW">, Keyword<"OPENS">, Keyword<"ON">, Name, opt<InParentheses<Expression>>> {};
struct Having : seq<ClauseWord<"HAVING">, Expression> {};
struct AllCombinations : seq<Keyword<"ALL">, Keyword<"COMBINATIONS">> {};
struct NextMatch : Keyword<"NEXT"> {};
struct ContiguousMatch : Keyword<"CONTIGUOUS"> {};
struct Selection : seq<ClauseWord<"MATCH">, sor<AllCombinations, NextMatch, ContiguousMatch>> {};
struct CountBindings : seq<ClauseWord<"COUNT">, Keyword<"BINDINGS">> {};
struct StrictTies : Keyword<"STRICT"> {};
struct ArrivalTies : Keyword<"ARRIVAL"> {};
struct Ties : seq<ClauseWord<"TIES">, sor<StrictTies, ArrivalTies>> {};
struct ExactNumbers : Keyword<"EXACT"> {};
struct ApproxNumbers : Keyword<"APPROX"> {};
struct U64Numbers : Keyword<"U64"> {};
struct Numbers : seq<ClauseWord<"NUMBERS">, sor<ExactNumbers, ApproxNumbers, U64Numbers>> {};
struct EmptyWindows : seq<Keyword<"EMPTY">, Keyword<"WINDOWS">> {};
struct PartialWindows : Keyword<"PARTIAL"> {};
struct Emit : seq<ClauseWord<"EMIT">, sor<EmptyWindows, PartialWindows>> {};
struct Weight : seq<ClauseWord<"WEIGHT">, NumberText, Separators> {};
struct Limit : seq<ClauseWord<"LIMIT">, Count> {};
struct SkipTo : seq<Keyword<"TO">, sor<seq<sor<Keyword<"FIRST">, Keyword<"LAST">>, Name>, Keyword<"NEXT">>> {
};
struct AfterMatch : seq<ClauseWord<"AFTER">, Keyword<"MATCH">, Keyword<"SKIP">,
                        sor<seq<Keyword<"PAST">, Keyword<"LAST">>, SkipTo>> {};
struct Clause : sor<Where, GroupBy, Within, WindowOpens, Having, Selection, CountBindings, Ties, Numbers,
                    Emit, Weight, Limit, AfterMatch> {};

struct QueryPattern : seq<Keyword<"PATTERN">, Pattern> {};
struct Query : seq<StatementWord<"QUERY">, Name, Return, QueryPattern, star<Clause>> {};
struct LatencyBound : seq<StatementWord<"LATENCY">, Keyword<"BOUND">, Duration> {};

struct End : Lexeme<"';'", pegtl::eof> {};
struct Statement : seq<Separators, sor<Stream, Query, LatencyBound>, End> {};

}  // namespace horatio::grammar
