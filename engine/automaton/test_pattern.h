// SPDX-License-Identifier: Apache-2.0
// Patterns under construction, for the tests of this folder.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <utility>
#include <vector>

#include "engine/model/pattern.h"

namespace horatio::automaton::test {

using Kind = PatternNode::Kind;
inline constexpr std::uint32_t kUnbounded = PatternNode::kUnbounded;

inline PatternNode node(Kind kind, std::vector<PatternNode> children) {
  PatternNode node;
  node.kind = kind;
  node.children = std::move(children);
  return node;
}

inline PatternNode repeat(PatternNode child, std::uint32_t min, std::uint32_t max) {
  PatternNode result = node(Kind::kRepeat, {std::move(child)});
  result.min = min;
  result.max = max;
  return result;
}

inline PatternNode plus(PatternNode child) { return repeat(std::move(child), 1, kUnbounded); }
inline PatternNode star(PatternNode child) { return repeat(std::move(child), 0, kUnbounded); }
inline PatternNode optional(PatternNode child) { return repeat(std::move(child), 0, 1); }
inline PatternNode seq(std::vector<PatternNode> parts) { return node(Kind::kSequence, std::move(parts)); }
inline PatternNode any_of(std::vector<PatternNode> parts) { return node(Kind::kOr, std::move(parts)); }
inline PatternNode pair_of(PatternNode first, PatternNode second) {
  return node(Kind::kAnd, {std::move(first), std::move(second)});
}

// Types are letters: 'A' is type 0. Places are numbered in the order they are made, so parts that must come
// in reading order are made in statements of their own, or in braces.
struct Sketch {
  Pattern pattern;

  PatternNode type(char letter) { return place(letter, false); }

  // NOT of one type, or of a SEQ of them.
  PatternNode no(std::initializer_list<char> letters) {
    std::vector<PatternNode> steps;
    for (const char letter : letters) steps.push_back(place(letter, true));
    return node(Kind::kNot, {steps.size() == 1 ? steps.front() : seq(steps)});
  }

  PatternNode no_for(char letter, std::int64_t duration) {
    PatternNode result = no({letter});
    result.lasting = duration;
    return result;
  }

  const Pattern& of(PatternNode root) {
    pattern.root = std::move(root);
    return pattern;
  }

 private:
  PatternNode place(char letter, bool negated) {
    PatternNode leaf;
    leaf.place = static_cast<PlaceId>(pattern.places.size());
    pattern.places.push_back({static_cast<TypeId>(letter - 'A'), "", negated});
    return leaf;
  }
};

}  // namespace horatio::automaton::test
