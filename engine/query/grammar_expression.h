// SPDX-License-Identifier: Apache-2.0
// Expressions: values and conditions on one ladder of precedence; which is which is for the binder to tell.
#pragma once

#include "engine/query/grammar_terms.h"

namespace horatio::grammar {

struct Expression;

// Decide between T.speed, COUNT(...) and a bare word without trying any of them.
struct PeekDot : at<sor<Word, Quoted<'"'>>, Separators, pegtl::one<'.'>> {};
struct PeekCall : at<Word, Separators, pegtl::one<'('>> {};

struct ReferenceName : sor<BareName<"an expression", kNothing>, QuotedName<"an expression">> {};
struct Reference : seq<PeekDot, ReferenceName, Separators, Member> {};
struct NextReference : seq<PeekCall, Keyword<"NEXT", "an expression">, InParentheses<Name>, Member> {};
// A clause that begins where a value is missing: WITHIN 5, TIES STRICT, but not the column `limit` in limit
// > 5.
struct ClauseWords : OneOf<kClauses> {};
struct OperatorWords : OneOf<kBeforeValue> {};
struct PeekClause
    : at<ClauseWords, Separators, sor<pegtl::digit, pegtl::one<'[', '('>, seq<not_at<OperatorWords>, Word>>> {
};
struct ColumnName : seq<not_at<PeekCall>, not_at<PeekClause>,
                        sor<BareName<"an expression", kBeforeValue>, QuotedName<"an expression">>> {};
struct Distinct : seq<Keyword<"DISTINCT", "an expression">, Name, Member> {};

struct EveryTrend : Symbol<"'*'", '*'> {};
struct CountAggregate
    : seq<Keyword<"COUNT", "an aggregate">, InParentheses<sor<EveryTrend, seq<Name, opt<Member>>>>> {};
template <Text Function>
struct MemberAggregate : seq<Keyword<Function, "an aggregate">, InParentheses<Name, Member>> {};
struct SumAggregate : MemberAggregate<"SUM"> {};
struct AvgAggregate : MemberAggregate<"AVG"> {};
struct MinAggregate : MemberAggregate<"MIN"> {};
struct MaxAggregate : MemberAggregate<"MAX"> {};
struct Aggregate : sor<CountAggregate, SumAggregate, AvgAggregate, MinAggregate, MaxAggregate> {};

struct StringText : Lexeme<"an expression", Quoted<'\''>> {};
struct ValueText : Lexeme<"an expression", Number> {};
struct Quantity : seq<ValueText, Separators, opt<Unit>> {};
struct True : Keyword<"TRUE", "an expression"> {};
struct False : Keyword<"FALSE", "an expression"> {};
struct Null : Keyword<"NULL", "an expression"> {};
struct Equivalence : seq<Symbol<"an expression", '['>, CommaList<Name>, Symbol<"']'", ']'>> {};
struct Parenthesis : seq<Symbol<"an expression", '('>, Expression, Close> {};

struct Primary
    : sor<Parenthesis, Equivalence, seq<StringText, Separators>, Quantity, Reference, NextReference,
          seq<PeekCall, Aggregate>, True, False, Null, Distinct, seq<ColumnName, Separators>> {};

struct Negative : Symbol<"an expression", '-'> {};
struct Unary : seq<star<Negative>, Primary> {};
struct Times : Symbol<"an operator", '*'> {};
struct Divide : Symbol<"an operator", '/'> {};
struct Product : list<Unary, sor<Times, Divide>> {};
struct Plus : Symbol<"an operator", '+'> {};
struct Subtract : Symbol<"an operator", '-'> {};
struct Sum : list<Product, sor<Plus, Subtract>> {};

struct LessEqual : Symbol<"an operator", '<', '='> {};
struct NotEqual : sor<Symbol<"an operator", '<', '>'>, Symbol<"an operator", '!', '='>> {};
struct Less : Symbol<"an operator", '<'> {};
struct GreaterEqual : Symbol<"an operator", '>', '='> {};
struct Greater : Symbol<"an operator", '>'> {};
struct Equal : Symbol<"an operator", '='> {};
struct Relation : seq<sor<LessEqual, NotEqual, Less, GreaterEqual, Greater, Equal>, Sum> {};

struct Negation : Keyword<"NOT", "an operator"> {};
struct In : seq<Keyword<"IN", "an operator">, InParentheses<CommaList<Sum>>> {};
struct Between : seq<Keyword<"BETWEEN", "an operator">, Sum, Keyword<"AND">, Sum> {};
struct IsNull : seq<Keyword<"IS", "an operator">, opt<Negation>, Keyword<"NULL">> {};
struct Comparison : seq<Sum, opt<sor<Relation, seq<opt<Negation>, sor<In, Between>>, IsNull>>> {};

// NOT in front of a condition, unless it is the alias of NOT.attribute.
struct Not : seq<not_at<PeekDot>, Keyword<"NOT", "an expression">> {};
struct Condition : seq<star<Not>, Comparison> {};
struct Conjunction : list<Condition, Keyword<"AND">> {};
struct Expression : list<Conjunction, Keyword<"OR">> {};

}  // namespace horatio::grammar
