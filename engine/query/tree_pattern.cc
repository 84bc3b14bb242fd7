// SPDX-License-Identifier: Apache-2.0
#include <charconv>
#include <utility>

#include "engine/query/tree.h"

namespace horatio::tree {

namespace g = grammar;
using Kind = syntax::Pattern::Kind;

namespace {

bool is_repetition(const Node& node) {
  return node.is<g::OneOrMore>() || node.is<g::ZeroOrMore>() || node.is<g::ZeroOrOne>() ||
         node.is<g::Bounds>();
}

}  // namespace

syntax::Pattern Reader::pattern(const Node& node, syntax::Query& query) {
  if (node.is<g::PatternDisjunction>()) return joined(node, Kind::kOr, query);
  if (node.is<g::PatternConjunction>()) return joined(node, Kind::kAnd, query);
  if (node.is<g::Sequence>()) return repeated(joined(node, Kind::kSequence, query), node);
  if (node.is<g::Group>()) return repeated(pattern(node.children[0], query), node);
  if (node.is<g::AnyOf>()) return joined(node, Kind::kAnyOf, query);
  if (node.is<g::WordedPart>()) {
    query.mentions.push_back({Feature::kStepWord, offset(node)});
    return pattern(node.children[0], query);
  }
  if (node.is<g::Forbidden>()) {
    syntax::Pattern forbidden;
    forbidden.kind = Kind::kNot;
    forbidden.at = offset(node);
    forbidden.children.push_back(pattern(node.children[0], query));
    if (node.children.size() > 1) forbidden.lasting = extent(node.children[1]);
    return forbidden;
  }
  if (node.children.back().is<g::LoopWord>()) {
    query.mentions.push_back({Feature::kStepWord, offset(node.children.back())});
  }
  return repeated(type_step(node), node);
}

syntax::Pattern Reader::joined(const Node& node, Kind kind, syntax::Query& query) {
  syntax::Pattern whole;
  whole.kind = kind;
  whole.at = offset(node);
  for (const Node& child : node.children) {
    if (!is_repetition(child) && !child.is<g::CountText>()) whole.children.push_back(pattern(child, query));
  }
  return whole;
}

syntax::Pattern Reader::type_step(const Node& node) {
  syntax::Pattern step;
  step.at = offset(node);
  for (const Node& child : node.children) {
    if (child.is<g::StepType>()) step.type = name(child);
    if (child.is<g::Alias>()) step.alias = name(child);
  }
  return step;
}

syntax::Pattern Reader::repeated(syntax::Pattern part, const Node& node) {
  const Node* repetition = nullptr;
  for (const Node& child : node.children) {
    if (!is_repetition(child)) continue;
    if (repetition != nullptr) {
      faults_.add(ErrorCode::kSyntax, at(child), "two repetitions in a row",
                  "put the first into parentheses, as in (A+){2}");
      return part;
    }
    repetition = &child;
  }
  if (repetition == nullptr) return part;
  syntax::Pattern repeat;
  repeat.kind = Kind::kRepeat;
  repeat.at = offset(*repetition);
  read_bounds(*repetition, repeat);
  repeat.children.push_back(std::move(part));
  return repeat;
}

void Reader::read_bounds(const Node& node, syntax::Pattern& repeat) {
  repeat.min = node.is<g::OneOrMore>() ? 1 : 0;
  repeat.max = node.is<g::ZeroOrOne>() ? 1 : PatternNode::kUnbounded;
  if (!node.is<g::Bounds>()) return;
  const auto bound = [&](const Node& text) {
    std::uint32_t value = PatternNode::kUnbounded;
    const std::string_view digits = text.text();
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (read.ec != std::errc() || value == PatternNode::kUnbounded) {
      faults_.add(ErrorCode::kTooLarge, at(text), "a repetition of " + std::string(digits) + " is too large");
    }
    return value;
  };
  const bool open = node.children.size() == 2;  // {n,}
  repeat.min = bound(node.children[0]);
  repeat.max = node.children.size() == 1 ? repeat.min
               : open                    ? PatternNode::kUnbounded
                                         : bound(node.children[2]);
  if (repeat.max == 0) {
    faults_.add(ErrorCode::kInvalidClause, at(node), "a repetition of at most 0 takes no event",
                "the upper bound is at least 1");
  } else if (repeat.min > repeat.max) {
    faults_.add(ErrorCode::kInvalidClause, at(node),
                "the lower bound of a repetition is above its upper bound", "write {n,m} with n <= m");
  }
}

}  // namespace horatio::tree
