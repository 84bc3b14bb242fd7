// SPDX-License-Identifier: Apache-2.0
// Expressions: values and conditions on one ladder of precedence; which is which is for the binder to tell.
#pragma once

#include "engine/query/grammar_terms.h"

namespace horatio::grammar {

struct Expression : Part<parse_expression> {};

// Decide between T.speed, COUNT(...) and a bare word without trying any of them.
struct PeekDot : at<AnyNameAhead, Separators, pegtl::one<'.'>> {};
struct PeekCall : at<Word, Separators, pegtl::one<'('>> {};

struct ReferenceName : NameText<"an expression", kNothing>, IsNode {};
struct Reference : seq<PeekDot, ReferenceName, Separators, Member>, IsNode {};
struct NextReference : seq<PeekCall, Keyword<"NEXT", "an expression">, InParentheses<Name>, Member>,
                       IsNode {};
// A clause that begins where a value is missing: WITHIN 5, TIES STRICT, but not the column `limit`
// in limit > 5.
struct ClauseWords : OneOf<kClauses> {};
struct OperatorWords : OneOf<kBeforeValue> {};
struct PeekClause
    : at<ClauseWords, Separators, sor<pegtl::digit, pegtl::one<'[', '('>, seq<not_at<OperatorWords>, Word>>> {
};
struct ColumnName : seq<not_at<PeekCall>, not_at<PeekClause>, NameText<"an expression", kBeforeValue>>,
                    IsNode {};
struct Distinct : seq<Keyword<"DISTINCT", "an expression">, Name, Member>, IsNode {};

struct EveryTrend : Symbol<"*", "'*'">, IsNode {};
struct CountAggregate
    : seq<Keyword<"COUNT", "an aggregate">, InParentheses<sor<EveryTrend, seq<Name, opt<Member>>>>>,
      IsNode {};
template <Text Function>
struct MemberAggregate : seq<Keyword<Function, "an aggregate">, InParentheses<Name, Member>> {};
struct SumAggregate : MemberAggregate<"SUM">, IsNode {};
struct AvgAggregate : MemberAggregate<"AVG">, IsNode {};
struct MinAggregate : MemberAggregate<"MIN">, IsNode {};
struct MaxAggregate : MemberAggregate<"MAX">, IsNode {};
struct Aggregate : sor<CountAggregate, SumAggregate, AvgAggregate, MinAggregate, MaxAggregate> {};

struct StringText : Literal<"an expression", read_string>, IsNode {};
struct ValueText : Literal<"an expression", read_number>, IsNode {};
struct Quantity : seq<ValueText, Separators, opt<Unit>>, IsNode {};
struct True : Keyword<"TRUE", "an expression">, IsNode {};
struct False : Keyword<"FALSE", "an expression">, IsNode {};
struct Null : Keyword<"NULL", "an expression">, IsNode {};
struct Equivalence : seq<Symbol<"[", "an expression">, CommaList<Name>, Symbol<"]", "']'">>, IsNode {};
struct Parenthesis : seq<Symbol<"(", "an expression">, Expression, Close> {};

struct Primary
    : sor<Parenthesis, Equivalence, seq<StringText, Separators>, Quantity, Reference, NextReference,
          seq<PeekCall, Aggregate>, True, False, Null, Distinct, seq<ColumnName, Separators>> {};

struct Negative : Symbol<"-", "an expression">, IsNode {};
struct Unary : seq<star<Negative>, Primary>, IsLadder {};
struct Times : Symbol<"*", "an operator">, IsNode {};
struct Divide : Symbol<"/", "an operator">, IsNode {};
struct Product : list<Unary, sor<Times, Divide>>, IsLadder {};
struct Plus : Symbol<"+", "an operator">, IsNode {};
struct Subtract : Symbol<"-", "an operator">, IsNode {};
struct Sum : list<Product, sor<Plus, Subtract>>, IsLadder {};

struct LessEqual : Symbol<"<=", "an operator">, IsNode {};
struct NotEqual : sor<Symbol<"<>", "an operator">, Symbol<"!=", "an operator">>, IsNode {};
struct Less : Symbol<"<", "an operator">, IsNode {};
struct GreaterEqual : Symbol<">=", "an operator">, IsNode {};
struct Greater : Symbol<">", "an operator">, IsNode {};
struct Equal : Symbol<"=", "an operator">, IsNode {};
struct Relation : seq<sor<LessEqual, NotEqual, Less, GreaterEqual, Greater, Equal>, Sum> {};

struct Negation : Keyword<"NOT", "an operator">, IsNode {};
struct In : seq<Keyword<"IN", "an operator">, InParentheses<CommaList<Sum>>>, IsNode {};
struct Between : seq<Keyword<"BETWEEN", "an operator">, Sum, Keyword<"AND">, Sum>, IsNode {};
struct IsNull : seq<Keyword<"IS", "an operator">, opt<Negation>, Keyword<"NULL">>, IsNode {};
struct Comparison : seq<Sum, opt<sor<Relation, seq<opt<Negation>, sor<In, Between>>, IsNull>>>, IsLadder {};

// NOT in front of a condition, unless it is the alias of NOT.attribute.
struct Not : seq<not_at<PeekDot>, Keyword<"NOT", "an expression">>, IsNode {};
struct Condition : seq<star<Not>, Comparison>, IsLadder {};
struct Conjunction : list<Condition, Keyword<"AND">>, IsLadder {};
struct Disjunction : list<Conjunction, Keyword<"OR">>, IsLadder {};

}  // namespace horatio::grammar
