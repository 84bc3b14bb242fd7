// SPDX-License-Identifier: Apache-2.0
// The words of the language as PEGTL rules: separators, names, strings, numbers, keywords and symbols. Every
// lexeme takes the separators behind it along, so a lexeme always starts where the grammar stands.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <tao/pegtl.hpp>

#include "engine/query/expectations.h"
#include "engine/query/reserved.h"

namespace horatio::grammar {

namespace pegtl = tao::pegtl;

struct LineComment : pegtl::seq<pegtl::string<'-', '-'>, pegtl::until<pegtl::eolf>> {};
struct BlockComment : pegtl::seq<pegtl::string<'/', '*'>, pegtl::until<pegtl::string<'*', '/'>>> {};
struct Separators : pegtl::star<pegtl::sor<pegtl::plus<pegtl::space>, LineComment, BlockComment>> {};

struct Word : pegtl::identifier {};
// On one line, so that a forgotten quote does not swallow the next query.
template <char Quote>
struct Quoted : pegtl::seq<pegtl::one<Quote>,
                           pegtl::star<pegtl::sor<pegtl::string<Quote, Quote>, pegtl::not_one<Quote, '\n'>>>,
                           pegtl::one<Quote>> {};
struct Digits : pegtl::plus<pegtl::digit> {};
struct Number : pegtl::seq<Digits, pegtl::opt<pegtl::one<'.'>, Digits>,
                           pegtl::opt<pegtl::one<'e', 'E'>, pegtl::opt<pegtl::one<'+', '-'>>, Digits>> {};

// Text as a template argument.
template <std::size_t N>
struct Text {
  char characters[N]{};
  constexpr Text(const char (&text)[N]) { std::copy_n(text, N, characters); }  // NOLINT: stands for a literal
  constexpr std::string_view view() const { return {characters, N - 1}; }
};

// Matches Rule, silently inside; reports it to the Expectations as `Description`. `Accepts` may refuse what
// matched.
struct AcceptsAll {
  static constexpr std::string_view kKeyword{};
  static constexpr bool accepts(std::string_view) { return true; }
};
template <Text Description, class Rule, class Accepts = AcceptsAll>
struct Lexeme {
  using rule_t = Lexeme;
  using subs_t = pegtl::type_list<>;

  template <pegtl::apply_mode A, pegtl::rewind_mode M, template <class...> class Action,
            template <class...> class Control, class Input, class... States>
  static bool match(Input& in, Expectations& expectations, States&&...) {
    auto mark = in.template mark<pegtl::rewind_mode::required>();
    const char* begin = in.current();
    if (pegtl::parse<Rule>(in)) {
      const std::string_view lexeme{begin, static_cast<std::size_t>(in.current() - begin)};
      if (Accepts::accepts(lexeme)) {
        expectations.accept(lexeme);
        return mark(true);
      }
    }
    expectations.expect(begin, Description.view(), Accepts::kKeyword);
    return mark(false);
  }
};

template <Text Upper>
struct IsWord {
  static constexpr std::string_view kKeyword = Upper.view();
  static constexpr bool accepts(std::string_view word) { return is_keyword(word, Upper.view()); }
};
template <const auto& Words>
struct IsNoneOf {
  static constexpr std::string_view kKeyword{};
  static constexpr bool accepts(std::string_view word) { return !is_reserved(Words, word); }
};
struct IsQuotedName {
  static constexpr std::string_view kKeyword{};
  static constexpr bool accepts(std::string_view quoted) { return quoted.size() > 2; }
};

// A keyword in any case; `Description` is what an error calls it.
template <Text Upper, Text Description = Upper>
struct Keyword : pegtl::seq<Lexeme<Description, Word, IsWord<Upper>>, Separators> {};

template <Text Description, char... Characters>
struct Symbol : pegtl::seq<Lexeme<Description, pegtl::string<Characters...>>, Separators> {};

// Any of the words in any case; says nothing of itself, for looking ahead.
template <const auto& Words>
struct OneOf {
  using rule_t = OneOf;
  using subs_t = pegtl::type_list<>;

  template <pegtl::apply_mode A, pegtl::rewind_mode M, template <class...> class Action,
            template <class...> class Control, class Input, class... States>
  static bool match(Input& in, States&&...) {
    auto mark = in.template mark<pegtl::rewind_mode::required>();
    const char* begin = in.current();
    const bool word = pegtl::parse<Word>(in);
    return mark(word && is_reserved(Words, {begin, static_cast<std::size_t>(in.current() - begin)}));
  }
};

// A name, bare or in double quotes. The node of a tree is NameText: exactly the name as written.
template <Text Description, const auto& Reserved>
struct BareName : Lexeme<Description, Word, IsNoneOf<Reserved>> {};
template <Text Description>
struct QuotedName : Lexeme<Description, Quoted<'"'>, IsQuotedName> {};

}  // namespace horatio::grammar
