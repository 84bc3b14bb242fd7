// SPDX-License-Identifier: Apache-2.0
#include "engine/query/expectations.h"

#include <algorithm>

namespace horatio::grammar {
namespace {

constexpr std::size_t kLongestQuotation = 40;

// On one line and short, cut between characters.
std::string quoted(std::string_view lexeme) {
  std::size_t size = std::min(lexeme.size(), kLongestQuotation);
  while (size < lexeme.size() && size > 0 && (static_cast<unsigned char>(lexeme[size]) & 0xC0U) == 0x80U)
    --size;
  std::string text{lexeme.substr(0, size)};
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
  return "'" + text + (size < lexeme.size() ? "..." : "") + "'";
}

}  // namespace

bool Expectations::wants(std::string_view description) const {
  return std::find(wanted_.begin(), wanted_.end(), description) != wanted_.end();
}

std::string describe(const Expectations& expectations, std::string_view found) {
  const auto& wanted = expectations.wanted();
  std::string text = "expected ";
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (i > 0) text += i + 1 == wanted.size() ? " or " : ", ";
    text += wanted[i];
  }
  if (!expectations.before().empty()) text += " after " + quoted(expectations.before());
  return text + ", found " + (found.empty() ? "the end of the text" : quoted(found));
}

}  // namespace horatio::grammar
