// SPDX-License-Identifier: Apache-2.0
#include "engine/automaton/position_automaton.h"

#include <algorithm>
#include <bitset>
#include <optional>
#include <string>
#include <utility>

namespace horatio {
namespace {

using Set = std::bitset<PositionAutomaton::kMaxPositions>;

// What a part of the pattern looks like from outside.
struct Fragment {
  bool nullable = true;
  Set first, last;
};

std::vector<Position> members(const Set& set, std::size_t positions) {
  std::vector<Position> result;
  for (std::size_t i = 0; i < positions; ++i) {
    if (set[i]) result.push_back(static_cast<Position>(i));
  }
  return result;
}

class Builder {
 public:
  std::optional<Fragment> visit(const PatternNode& node) {
    if (error_) return std::nullopt;
    switch (node.kind) {
      case PatternNode::Kind::kType:
        return type(node.place);
      case PatternNode::Kind::kSequence:
        return sequence(node.children);
      case PatternNode::Kind::kRepeat:
        return repeat(node);
      default:
        error_ = Error{ErrorCode::kNotAvailable,
                       "NOT, OR and AND in a pattern are not answered yet",
                       "use event types, SEQ and repetition",
                       {}};
        return std::nullopt;
    }
  }

  Result<PositionAutomaton> finish(const PatternNode& root) {
    const std::optional<Fragment> whole = visit(root);
    if (error_) return *error_;
    PositionAutomaton result;
    result.place = place_;
    for (const Set& set : follow_) result.follow.push_back(members(set, place_.size()));
    result.first = members(whole->first, place_.size());
    result.last = members(whole->last, place_.size());
    result.nullable = whole->nullable;
    return result;
  }

 private:
  std::optional<Fragment> type(PlaceId place) {
    if (place_.size() == PositionAutomaton::kMaxPositions) return too_large();
    Fragment leaf;
    leaf.nullable = false;
    leaf.first.set(place_.size());
    leaf.last.set(place_.size());
    place_.push_back(place);
    follow_.emplace_back();
    return leaf;
  }

  std::optional<Fragment> sequence(const std::vector<PatternNode>& children) {
    Fragment whole;
    for (const PatternNode& child : children) {
      const std::optional<Fragment> next = visit(child);
      if (!next) return std::nullopt;
      whole = concatenate(whole, *next);
    }
    return whole;
  }

  // P{n,m} is n times P, then (P (P ...)?)?; P{n,} is n - 1 times P, then P+ (P* where n is 0).
  std::optional<Fragment> repeat(const PatternNode& node) {
    const PatternNode& child = node.children.front();
    const bool unbounded = node.max == PatternNode::kUnbounded;
    Fragment whole;
    const std::uint32_t copies = unbounded ? std::max(node.min, 1U) : node.max;
    for (std::uint32_t i = 0; i < copies; ++i) {
      const std::size_t before = place_.size();
      std::optional<Fragment> next = visit(child);
      if (!next) return std::nullopt;
      // A child without positions, or copies past every need, would make a huge bound a long loop.
      if (place_.size() == before) return whole;
      if (unbounded && i + 1 == copies) connect(next->last, next->first);
      if (i >= node.min) next->nullable = true;
      whole = concatenate(whole, *next);
    }
    return whole;
  }

  Fragment concatenate(const Fragment& left, const Fragment& right) {
    connect(left.last, right.first);
    Fragment whole;
    whole.nullable = left.nullable && right.nullable;
    whole.first = left.nullable ? left.first | right.first : left.first;
    whole.last = right.nullable ? left.last | right.last : right.last;
    return whole;
  }

  void connect(const Set& from, const Set& to) {
    for (std::size_t i = 0; i < place_.size(); ++i) {
      if (from[i]) follow_[i] |= to;
    }
  }

  std::nullopt_t too_large() {
    error_ = Error{ErrorCode::kTooLarge,
                   "the pattern has more than " + std::to_string(PositionAutomaton::kMaxPositions) +
                       " event places once its repetitions are written out",
                   "use smaller repetition counts",
                   {}};
    return std::nullopt;
  }

  std::vector<PlaceId> place_;
  std::vector<Set> follow_;
  std::optional<Error> error_;
};

}  // namespace

Result<PositionAutomaton> PositionAutomaton::build(const Pattern& pattern) {
  return Builder{}.finish(pattern.root);
}

}  // namespace horatio
