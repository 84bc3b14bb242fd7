// SPDX-License-Identifier: Apache-2.0
// The name that someone who mistyped probably meant.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace horatio {

// Edits (insert, delete, replace, swap of neighbours) that turn one into the other, in bytes; `limit` + 1 if
// more.
std::size_t edit_distance(std::string_view left, std::string_view right, std::size_t limit);

// The nearest of `names`, if near enough: equal but for case, else at most a third of its length away. Empty
// if none is. The first of equally near ones wins.
std::string_view nearest_name(std::string_view written, std::span<const std::string_view> names);

// The shortest of `names` that begins with what is written, three letters or more, case and a plural S apart:
// SECS is SECONDS. Empty if there is none.
std::string_view abbreviated_name(std::string_view written, std::span<const std::string_view> names);

// "did you mean 'speed'?", or else what there is: "there are: driver, rider, speed". Empty if there is
// nothing.
std::string name_hint(std::string_view written, std::span<const std::string_view> names);

}  // namespace horatio
