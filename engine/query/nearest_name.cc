// SPDX-License-Identifier: Apache-2.0
#include "engine/query/nearest_name.h"

#include <algorithm>
#include <vector>

#include "engine/query/reserved.h"

namespace horatio {
namespace {

constexpr std::size_t kLongestName = 64;  // longer ones are not compared
constexpr std::size_t kMostCompared = 1000;
constexpr std::size_t kMostListed = 12;

bool equal_but_for_case(std::string_view left, std::string_view right) {
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [](char a, char b) { return grammar::upper(a) == grammar::upper(b); });
}

}  // namespace

std::size_t edit_distance(std::string_view left, std::string_view right, std::size_t limit) {
  const std::size_t width = right.size() + 1;
  std::vector<std::size_t> before(width), last(width), row(width);
  for (std::size_t j = 0; j < width; ++j) last[j] = j;
  for (std::size_t i = 1; i <= left.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j < width; ++j) {
      const bool same = left[i - 1] == right[j - 1];
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
      const bool swapped = i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, last);
    std::swap(last, row);
  }
  return std::min(last[right.size()], limit + 1);
}

std::string_view nearest_name(std::string_view written, std::span<const std::string_view> names) {
  std::string_view nearest;
  if (written.size() > kLongestName) return nearest;
  std::size_t least = std::max<std::size_t>(1, written.size() / 3) + 1;
  for (const std::string_view name : names.first(std::min(names.size(), kMostCompared))) {
    if (equal_but_for_case(written, name)) return name;
    const std::size_t shorter = std::min(name.size(), written.size());
    if (std::max(name.size(), written.size()) - shorter >= least || shorter < 2) continue;
    const std::size_t distance = edit_distance(written, name, least);
    if (distance >= least) continue;
    least = distance;
    nearest = name;
  }
  return nearest;
}

std::string_view abbreviated_name(std::string_view written, std::span<const std::string_view> names) {
  constexpr std::size_t kFewest = 3;
  std::string_view shortest;
  if (written.size() > kFewest && grammar::upper(written.back()) == 'S') written.remove_suffix(1);
  if (written.size() < kFewest) return shortest;
  for (const std::string_view name : names.first(std::min(names.size(), kMostCompared))) {
    const bool begins = equal_but_for_case(written, name.substr(0, written.size()));
    if (begins && (shortest.empty() || name.size() < shortest.size())) shortest = name;
  }
  return shortest;
}

std::string name_hint(std::string_view written, std::span<const std::string_view> names) {
  if (names.empty()) return {};
  std::string_view nearest = nearest_name(written, names);
  if (nearest.empty()) nearest = abbreviated_name(written, names);
  if (!nearest.empty()) return "did you mean '" + std::string(nearest) + "'?";
  std::string text = "there are: ";
  for (std::size_t i = 0; i < std::min(names.size(), kMostListed); ++i) {
    text += (i > 0 ? ", " : "") + std::string(names[i]);
  }
  return text + (names.size() > kMostListed ? ", ..." : "");
}

}  // namespace horatio
