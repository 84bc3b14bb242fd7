// SPDX-License-Identifier: Apache-2.0
#include "engine/automaton/plain_match.h"

#include <algorithm>
#include <utility>

namespace horatio::automaton::test {

bool PlainStream::accepts(PlaceId place, std::size_t event) const {
  const std::uint16_t c = class_of_place[place];
  return c == 0xFFFF || of_class[c][event];
}

std::set<Binding> PlainMatch::bindings(const PatternNode& root, const Trend& trend) {
  std::set<Binding> result;
  trend_ = trend;
  only_begin_ = false;
  visit(root, [&] {
    if (binding_.size() != trend_.size()) return;
    if (nots_hold(static_cast<std::int64_t>(stream_.types.size()))) result.insert(binding_);
  });
  return result;
}

bool PlainMatch::begins(const PatternNode& root, const Trend& trend) {
  trend_ = trend;
  only_begin_ = true;
  found_ = false;
  visit(root, [] {});
  return found_;
}

bool PlainMatch::takes_next(const PatternNode& root, const Trend& trend) {
  for (std::size_t i = 0; i + 1 < trend.size(); ++i) {
    Trend partial(trend.begin(), trend.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    for (std::size_t between = trend[i] + 1; between < trend[i + 1]; ++between) {
      partial.push_back(between);
      if (begins(root, partial)) return false;
      partial.pop_back();
    }
  }
  return true;
}

bool PlainMatch::occurs(const std::vector<PlaceId>& steps, std::int64_t after, std::int64_t before) const {
  std::size_t done = 0;
  for (auto event = static_cast<std::size_t>(after + 1); static_cast<std::int64_t>(event) < before; ++event) {
    const PlaceId step = steps[done];
    if (pattern_.places[step].type != stream_.types[event] || !stream_.accepts(step, event)) continue;
    if (++done == steps.size()) return true;
  }
  return false;
}

void PlainMatch::visit(const PatternNode& node, const Then& then) {
  using Kind = PatternNode::Kind;
  if (node.kind == Kind::kType) take(node.place, then);
  if (node.kind == Kind::kSequence) visit_from(node.children, 0, then);
  if (node.kind == Kind::kRepeat) iterate(node, 0, then);
  if (node.kind == Kind::kOr) {
    for (const PatternNode& child : node.children) visit(child, then);
  }
  if (node.kind == Kind::kNot) {
    pending_.push_back(&node);
    then();
    pending_.pop_back();
  }
}

void PlainMatch::visit_from(const Parts& parts, std::size_t part, const Then& then) {
  if (part == parts.size()) return then();
  visit(parts[part], [&, part] { visit_from(parts, part + 1, then); });
}

void PlainMatch::iterate(const PatternNode& node, std::uint32_t done, const Then& then) {
  if (done >= node.min) then();
  if (done == node.max) return;
  const std::size_t before = binding_.size();
  visit(node.children.front(), [&, before, done] {
    // Further empty iterations change nothing; once one is empty, so may be all that are still due.
    if (binding_.size() > before) {
      iterate(node, done + 1, then);
    } else if (done < node.min) {
      then();
    }
  });
}

void PlainMatch::take(PlaceId place, const Then& then) {
  const std::size_t i = binding_.size();
  if (i == trend_.size()) return;
  const std::size_t event = trend_[i];
  if (pattern_.places[place].type != stream_.types[event] || !stream_.accepts(place, event)) return;
  if (!nots_hold(static_cast<std::int64_t>(event))) return;
  if (i > 0) {
    const std::uint16_t c = stream_.condition_of[binding_.back()][place];
    if (c != 0xFFFF && !stream_.condition[c][trend_[i - 1]][event]) return;
  }
  if (only_begin_ && i + 1 == trend_.size()) {
    found_ = true;
    return;
  }
  std::vector<const PatternNode*> pending = std::exchange(pending_, {});
  binding_.push_back(place);
  then();
  binding_.pop_back();
  pending_ = std::move(pending);
}

bool PlainMatch::nots_hold(std::int64_t before) const {
  return std::all_of(pending_.begin(), pending_.end(),
                     [&](const PatternNode* negation) { return holds(*negation, before); });
}

bool PlainMatch::holds(const PatternNode& negation, std::int64_t before) const {
  const std::int64_t after = binding_.empty() ? -1 : static_cast<std::int64_t>(trend_[binding_.size() - 1]);
  const PatternNode& child = negation.children.front();
  std::vector<PlaceId> steps;
  if (child.kind == PatternNode::Kind::kType) steps.push_back(child.place);
  for (const PatternNode& step : child.children) steps.push_back(step.place);
  if (negation.lasting) before = after + *negation.lasting;
  return !occurs(steps, after, std::min(before, static_cast<std::int64_t>(stream_.types.size())));
}

}  // namespace horatio::automaton::test
