// SPDX-License-Identifier: Apache-2.0
// Names and strings as the language writes them.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "engine/query/reserved.h"

namespace horatio {

// In quotes, those inside doubled.
inline std::string quoted_text(std::string_view text, char quote) {
  std::string quoted(1, quote);
  for (const char c : text) quoted.append(c == quote ? 2 : 1, c);
  return quoted + quote;
}

// Bare if it is a plain word and none of the words reserved where it stands, else in double quotes.
template <class Words>
std::string name_text(std::string_view name, const Words& reserved) {
  const auto letter = [](char c) {
    return c == '_' || (grammar::upper(c) >= 'A' && grammar::upper(c) <= 'Z');
  };
  const bool plain = !name.empty() && letter(name[0]) && std::all_of(name.begin(), name.end(), [&](char c) {
    return letter(c) || (c >= '0' && c <= '9');
  });
  return plain && !grammar::is_reserved(reserved, name) ? std::string(name) : quoted_text(name, '"');
}

}  // namespace horatio
