// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/testing/pattern_sketch.h"

#include <algorithm>

namespace horatio::oracle {
namespace {

using Form = Sketch::Form;
using Set = std::set<std::size_t>;

// The places at which an event can be the first of the node (or the last, backwards).
Set ends(const Sketch& node, bool backwards) {
  if (node.form == Form::kType) return {node.place};
  if (node.form == Form::kNot) return {};
  Set result;
  for (std::size_t i = 0; i < node.children.size(); ++i) {
    const Sketch& child = node.children[backwards ? node.children.size() - 1 - i : i];
    result.merge(ends(child, backwards));
    if (node.form == Form::kSequence && child.form != Form::kNot && !can_be_empty(child)) break;
  }
  return result;
}

}  // namespace

bool can_be_empty(const Sketch& node) {
  switch (node.form) {
    case Form::kSequence:
      return std::ranges::all_of(node.children,
                                 [](const Sketch& n) { return n.form == Form::kNot || can_be_empty(n); });
    case Form::kRepeat:
      return node.optional || can_be_empty(node.children.front());
    case Form::kOr:
      return std::ranges::any_of(node.children, can_be_empty);
    default:
      return false;
  }
}

void find_adjacent(const Sketch& node, std::set<std::pair<std::size_t, std::size_t>>& pairs) {
  const auto join = [&](const Sketch& left, const Sketch& right) {
    for (const std::size_t from : ends(left, true)) {
      for (const std::size_t to : ends(right, false)) pairs.emplace(from, to);
    }
  };
  for (const Sketch& child : node.children) {
    if (node.form != Form::kNot) find_adjacent(child, pairs);
  }
  if (node.form == Form::kRepeat && node.again) join(node.children.front(), node.children.front());
  for (std::size_t i = 0; node.form == Form::kSequence && i < node.children.size(); ++i) {
    for (std::size_t j = i + 1; j < node.children.size(); ++j) {
      join(node.children[i], node.children[j]);
      if (node.children[j].form != Form::kNot && !can_be_empty(node.children[j])) break;
    }
  }
}

}  // namespace horatio::oracle
