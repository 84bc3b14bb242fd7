// SPDX-License-Identifier: Apache-2.0
// The words of the language as PEGTL rules: names, strings, numbers, keywords and symbols. Every keyword and
// symbol takes the separators behind it along, so the grammar always stands at the start of a word. Rules
// that report to the Expectations carry the description that an error gives them; the others say nothing and
// serve to look ahead.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>
#include <tao/pegtl.hpp>

#include "engine/query/expectations.h"
#include "engine/query/reserved.h"

namespace horatio::grammar {

namespace pegtl = tao::pegtl;

using Input = pegtl::memory_input<pegtl::tracking_mode::lazy, pegtl::eol::lf, const char*>;

// Each reads one word and stays where it is if there is none. A quoted name or string ends on its line, so
// that a forgotten quote does not swallow the next query.
bool read_separators(Input& in);  // white space and comments; always true
bool read_word(Input& in);
bool read_quoted_name(Input& in);
bool read_string(Input& in);
bool read_digits(Input& in);
bool read_number(Input& in);
bool read_any(Input& in);  // any of these, or else one character

// The same, reported. `keyword` is in upper case; `reserved` is what a bare name may not be.
bool expect_keyword(Input& in, Expectations& expectations, std::string_view keyword,
                    std::string_view description);
bool expect_symbol(Input& in, Expectations& expectations, std::string_view symbol,
                   std::string_view description);
bool expect_name(Input& in, Expectations& expectations, std::span<const std::string_view> reserved,
                 std::string_view description);
bool expect(Input& in, Expectations& expectations, bool (*read)(Input&), std::string_view description);
bool expect_end(Input& in, Expectations& expectations, std::string_view description);

// Text as a template argument.
template <std::size_t N>
struct Text {
  char characters[N]{};
  constexpr Text(const char (&text)[N]) { std::copy_n(text, N, characters); }  // NOLINT: stands for a literal
  constexpr std::string_view view() const { return {characters, N - 1}; }
};

// What every rule of ours that PEGTL does not know from inside has.
struct Opaque {
  using rule_t = Opaque;
  using subs_t = pegtl::type_list<>;
};

template <bool (*Read)(Input&)>
struct Silent : Opaque {
  static bool match(Input& in) { return Read(in); }
};
struct Separators : Silent<read_separators> {};
struct Word : Silent<read_word> {};
struct AnyNameAhead : pegtl::sor<Word, Silent<read_quoted_name>> {};

// Any of the words, in any case.
template <const auto& Words>
struct OneOf : Opaque {
  static bool match(Input& in) {
    auto mark = in.template mark<pegtl::rewind_mode::required>();
    const char* begin = in.current();
    const bool word = read_word(in);
    return mark(word && is_reserved(Words, {begin, static_cast<std::size_t>(in.current() - begin)}));
  }
};

template <Text Upper, Text Description>
struct KeywordText : Opaque {
  template <pegtl::apply_mode A, pegtl::rewind_mode M, template <class...> class Action,
            template <class...> class Control, class... Trees>
  static bool match(Input& in, Expectations& expectations, Trees&&...) {
    return expect_keyword(in, expectations, Upper.view(), Description.view());
  }
};
template <Text Characters, Text Description>
struct SymbolText : Opaque {
  template <pegtl::apply_mode A, pegtl::rewind_mode M, template <class...> class Action,
            template <class...> class Control, class... Trees>
  static bool match(Input& in, Expectations& expectations, Trees&&...) {
    return expect_symbol(in, expectations, Characters.view(), Description.view());
  }
};
template <Text Upper, Text Description = Upper>
struct Keyword : pegtl::seq<KeywordText<Upper, Description>, Separators> {};
template <Text Characters, Text Description>
struct Symbol : pegtl::seq<SymbolText<Characters, Description>, Separators> {};

// A name, bare or in double quotes, without the separators behind it.
template <Text Description, const auto& Reserved>
struct NameText : Opaque {
  template <pegtl::apply_mode A, pegtl::rewind_mode M, template <class...> class Action,
            template <class...> class Control, class... Trees>
  static bool match(Input& in, Expectations& expectations, Trees&&...) {
    return expect_name(in, expectations, Reserved, Description.view());
  }
};
// A number or a string, likewise.
template <Text Description, bool (*Read)(Input&)>
struct Literal : Opaque {
  template <pegtl::apply_mode A, pegtl::rewind_mode M, template <class...> class Action,
            template <class...> class Control, class... Trees>
  static bool match(Input& in, Expectations& expectations, Trees&&...) {
    return expect(in, expectations, Read, Description.view());
  }
};
template <Text Description>
struct EndOfInput : Opaque {
  template <pegtl::apply_mode A, pegtl::rewind_mode M, template <class...> class Action,
            template <class...> class Control, class... Trees>
  static bool match(Input& in, Expectations& expectations, Trees&&...) {
    return expect_end(in, expectations, Description.view());
  }
};

}  // namespace horatio::grammar
