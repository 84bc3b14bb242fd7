// SPDX-License-Identifier: Apache-2.0
#include "engine/query/lexical.h"

namespace horatio::grammar {
namespace {

namespace rule {

using namespace tao::pegtl;

struct LineComment : seq<string<'-', '-'>, until<eolf>> {};
struct BlockComment : seq<string<'/', '*'>, until<string<'*', '/'>>> {};
struct Separators : star<sor<plus<space>, LineComment, BlockComment>> {};
template <char Quote>
struct Quoted : seq<one<Quote>, star<sor<string<Quote, Quote>, not_one<Quote, '\n'>>>, one<Quote>> {};
struct Digits : plus<digit> {};
struct Number : seq<Digits, opt<one<'.'>, Digits>, opt<one<'e', 'E'>, opt<one<'+', '-'>>, Digits>> {};
struct Any : sor<identifier, Quoted<'"'>, Quoted<'\''>, Number, utf8::any> {};

}  // namespace rule

// Takes what `read` reads if `accepts` agrees, and says so.
template <class Read, class Accepts>
bool take(Input& in, Expectations& expectations, const Read& read, const Accepts& accepts) {
  auto mark = in.mark<pegtl::rewind_mode::required>();
  const char* begin = in.current();
  if (!read(in)) return false;
  const std::string_view lexeme{begin, static_cast<std::size_t>(in.current() - begin)};
  if (!accepts(lexeme)) return false;
  expectations.accept(lexeme);
  return mark(true);
}

constexpr auto kAny = [](std::string_view) { return true; };

}  // namespace

bool read_separators(Input& in) { return pegtl::parse<rule::Separators>(in); }
bool read_word(Input& in) { return pegtl::parse<pegtl::identifier>(in); }
bool read_quoted_name(Input& in) { return pegtl::parse<rule::Quoted<'"'>>(in); }
bool read_string(Input& in) { return pegtl::parse<rule::Quoted<'\''>>(in); }
bool read_digits(Input& in) { return pegtl::parse<rule::Digits>(in); }
bool read_number(Input& in) { return pegtl::parse<rule::Number>(in); }
bool read_any(Input& in) { return pegtl::parse<rule::Any>(in); }

bool expect_keyword(Input& in, Expectations& expectations, std::string_view keyword,
                    std::string_view description) {
  const char* begin = in.current();
  const auto accepts = [&](std::string_view word) { return is_keyword(word, keyword); };
  if (take(in, expectations, read_word, accepts)) return true;
  expectations.expect(begin, description, keyword);
  return false;
}

bool expect_symbol(Input& in, Expectations& expectations, std::string_view symbol,
                   std::string_view description) {
  const char* begin = in.current();
  if (std::string_view(begin, in.size()).starts_with(symbol)) {
    in.bump(symbol.size());
    expectations.accept({begin, symbol.size()});
    return true;
  }
  expectations.expect(begin, description);
  return false;
}

bool expect_name(Input& in, Expectations& expectations, std::span<const std::string_view> reserved,
                 std::string_view description) {
  const char* begin = in.current();
  const auto not_reserved = [&](std::string_view word) { return !is_reserved(reserved, word); };
  const auto not_empty = [](std::string_view quoted) { return quoted.size() > 2; };
  if (take(in, expectations, read_word, not_reserved)) return true;
  if (take(in, expectations, read_quoted_name, not_empty)) return true;
  expectations.expect(begin, description);
  return false;
}

bool expect(Input& in, Expectations& expectations, bool (*read)(Input&), std::string_view description) {
  const char* begin = in.current();
  if (take(in, expectations, read, kAny)) return true;
  expectations.expect(begin, description);
  return false;
}

bool expect_end(Input& in, Expectations& expectations, std::string_view description) {
  if (in.empty()) return true;
  expectations.expect(in.current(), description);
  return false;
}

}  // namespace horatio::grammar
