// SPDX-License-Identifier: Apache-2.0
#include "engine/automaton/guarded_positions.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace horatio::automaton {
namespace {

using Kind = PatternNode::Kind;

// What a part of the pattern looks like from outside: where it can begin and end, and what its leading and
// trailing NOTs ask of the stretch before and after it. Ascending by position. An empty part asks nothing.
struct Fragment {
  bool nullable = true;
  std::vector<Edge> first, last;
};

class Builder {
 public:
  explicit Builder(Copies copies) : copies_(copies) {}

  Result<GuardedPositions> run(const Pattern& pattern, Part part) {
    number_negations(pattern.root);
    const bool conjunction = pattern.root.kind == Kind::kAnd && pattern.root.children.size() == 2;
    if (conjunction != (part != Part::kWhole)) invalid("AND does not stand at the top of two patterns");
    if (failed()) return *error_;
    result_.nullable = true;
    if (part == Part::kWhole) add_branch(pattern.root);
    if (part == Part::kFirst || part == Part::kBoth) add_branch(pattern.root.children[0]);
    if (part == Part::kBoth) ++branch_;
    if (part == Part::kSecond || part == Part::kBoth) add_branch(pattern.root.children[1]);
    if (failed()) return *error_;
    result_.branches = static_cast<std::uint8_t>(branch_ + 1);
    return std::move(result_);
  }

 private:
  bool failed() const { return error_.has_value(); }

  void number_negations(const PatternNode& node) {
    if (node.kind != Kind::kNot) {
      for (const PatternNode& child : node.children) number_negations(child);
      return;
    }
    Negation negation{{}, node.lasting};
    for (const PatternNode& child : node.children) {
      const bool sequence = child.kind == Kind::kSequence;
      for (const PatternNode& step : sequence ? child.children : std::vector{child}) {
        if (step.kind != Kind::kType) invalid("NOT is of something other than a type or a SEQ of types");
        negation.steps.push_back(step.place);
      }
    }
    if (negation.steps.empty()) invalid("NOT is of nothing");
    numbers_.emplace(&node, result_.negations.size());
    if (node.lasting) lasting_.add(result_.negations.size());
    result_.negations.push_back(std::move(negation));
  }

  void add_branch(const PatternNode& root) {
    const Fragment whole = visit(root);
    result_.nullable = result_.nullable && whole.nullable;
    result_.first.insert(result_.first.end(), whole.first.begin(), whole.first.end());
    for (const Edge& end : whole.last) result_.last[end.to] = end.negations;
  }

  Fragment visit(const PatternNode& node) {
    if (failed()) return {};
    switch (node.kind) {
      case Kind::kType:
        return type(node.place);
      case Kind::kSequence:
        return sequence(node.children);
      case Kind::kRepeat:
        return repeat(node);
      case Kind::kOr:
        return alternation(node.children);
      case Kind::kNot:
        invalid("NOT stands outside SEQ");
        return {};
      case Kind::kAnd:
        invalid("AND does not stand at the top of two patterns");
        return {};
    }
    return {};
  }

  Fragment type(PlaceId place) {
    if (result_.places.size() == GuardedPositions::kMaxPositions) {
      too_large("the pattern has more than " + std::to_string(GuardedPositions::kMaxPositions) +
                    " event places once its repetitions are written out",
                kSmaller);
      return {};
    }
    const auto position = static_cast<Position>(result_.places.size());
    result_.places.push_back(place);
    result_.branch.push_back(branch_);
    result_.follow.emplace_back();
    result_.last.emplace_back();
    return {false, {{position, {}}}, {{position, {}}}};
  }

  Fragment sequence(const std::vector<PatternNode>& children) {
    Fragment whole;
    NegationSet pending;    // the NOTs since the last part
    bool negatable = true;  // the last part, or the start of the SEQ, may stand before a NOT
    bool has_part = false;
    for (const PatternNode& child : children) {
      if (failed()) return {};
      if (child.kind == Kind::kNot) {
        pending.add(numbers_.at(&child));
        continue;
      }
      const Fragment next = visit(child);
      if (!pending.empty() && (next.nullable || !negatable)) invalid(kNextToEmpty);
      whole = concatenate(whole, pending, next);
      pending = {};
      negatable = !next.nullable;
      has_part = true;
    }
    if (pending.empty()) return whole;
    if (!has_part || !negatable) invalid(kNextToEmpty);
    for (Edge& end : whole.last) end.negations |= pending;
    return whole;
  }

  // P{n,m} is n times P, then m - n times P?; P{n,} is n - 1 times P, then P+ (P* where n is 0). (P*){n,m} is
  // P*.
  Fragment repeat(const PatternNode& node) {
    const PatternNode& part = node.children.front();
    if (const PatternNode* star = star_under(part)) return visit(*star);
    const std::uint32_t written = node.max == PatternNode::kUnbounded ? std::max(node.min, 1U) : node.max;
    const std::uint32_t copies = std::min(written, GuardedPositions::kMaxCopies);
    const bool loops =
        node.max == PatternNode::kUnbounded || (copies < written && copies_ == Copies::kLimitedOrMore);
    Fragment whole;
    for (std::uint32_t i = 0; i < copies && !failed(); ++i) {
      const std::size_t before = result_.places.size();
      Fragment next = visit(part);
      // A child without positions would make a huge bound a long loop.
      if (result_.places.size() == before) return whole;
      if (loops && i + 1 == copies) connect(next.last, {}, next.first);
      if (i >= node.min) next.nullable = true;
      whole = concatenate(whole, {}, next);
    }
    return whole;
  }

  // The P* that the node is, or a repetition of. Null: none.
  static const PatternNode* star_under(const PatternNode& node) {
    const PatternNode* under = &node;
    while (under->kind == Kind::kRepeat) {
      if (under->min == 0 && under->max == PatternNode::kUnbounded) return under;
      under = &under->children.front();
    }
    return nullptr;
  }

  Fragment alternation(const std::vector<PatternNode>& children) {
    Fragment whole;
    whole.nullable = false;
    for (const PatternNode& child : children) {
      const Fragment next = visit(child);
      whole.nullable = whole.nullable || next.nullable;
      whole.first.insert(whole.first.end(), next.first.begin(), next.first.end());
      whole.last.insert(whole.last.end(), next.last.begin(), next.last.end());
    }
    return whole;
  }

  // The positions of `right` are larger than those of `left`. `between` is empty unless neither part can be
  // empty (or `left` is the start of the SEQ).
  Fragment concatenate(const Fragment& left, const NegationSet& between, const Fragment& right) {
    connect(left.last, between, right.first);
    Fragment whole{left.nullable && right.nullable, left.first, {}};
    if (left.nullable) {
      for (const Edge& start : right.first) {
        if (between.intersects(lasting_)) invalid(kLastingInside);
        whole.first.push_back({start.to, start.negations | between});
      }
    }
    if (right.nullable) whole.last = left.last;
    whole.last.insert(whole.last.end(), right.last.begin(), right.last.end());
    return whole;
  }

  // Groups are connected from the inside out, so an edge that is there asks no more than the new one.
  void connect(const std::vector<Edge>& from, const NegationSet& between, const std::vector<Edge>& to) {
    for (const Edge& end : from) {
      if (failed()) return;
      if (!lasting_.empty() && !to.empty()) check_no_lasting(end, between, to);
      std::vector<Edge>& edges = result_.follow[end.to];
      std::vector<Edge> added;
      std::set_difference(to.begin(), to.end(), edges.begin(), edges.end(), std::back_inserter(added),
                          before);
      for (Edge& edge : added) {
        edge.negations |= end.negations;
        edge.negations |= between;
      }
      if (!added.empty()) add_edges(edges, std::move(added));
    }
  }

  void check_no_lasting(const Edge& end, const NegationSet& between, const std::vector<Edge>& to) {
    const auto lasts = [this](const NegationSet& negations) { return negations.intersects(lasting_); };
    const bool lasting =
        lasts(end.negations) || lasts(between) ||
        std::any_of(to.begin(), to.end(), [&](const Edge& edge) { return lasts(edge.negations); });
    if (lasting) invalid(kLastingInside);
  }

  static bool before(const Edge& left, const Edge& right) { return left.to < right.to; }

  // To others.
  void add_edges(std::vector<Edge>& edges, std::vector<Edge> added) {
    const bool behind = edges.empty() || before(edges.back(), added.front());
    const auto old = static_cast<std::ptrdiff_t>(edges.size());
    edges_ += added.size();
    edges.insert(edges.end(), std::make_move_iterator(added.begin()), std::make_move_iterator(added.end()));
    if (!behind) std::inplace_merge(edges.begin(), edges.begin() + old, edges.end(), before);
    if (edges_ <= GuardedPositions::kMaxEdges) return;
    too_large("more than " + std::to_string(GuardedPositions::kMaxEdges) +
                  " pairs of event places of the pattern can follow each other once its repetitions are "
                  "written out",
              kSmaller);
  }

  void invalid(const char* message) {
    if (failed()) return;
    error_ = Error{
        ErrorCode::kInvalidClause,
        message,
        "let each NOT be of a type or a SEQ of types, inside a SEQ, next to parts that cannot be empty; "
        "NOT FOR at the end; AND once, at the top",
        {}};
  }

  void too_large(std::string message, std::string remedy) {
    if (!failed()) error_ = Error{ErrorCode::kTooLarge, std::move(message), std::move(remedy), {}};
  }

  static constexpr const char* kSmaller =
      "use smaller repetition counts, or fewer places in what is repeated";
  static constexpr const char* kNextToEmpty = "NOT stands alone or next to a part that can be empty";
  static constexpr const char* kLastingInside = "NOT FOR does not stand at the end of the pattern";

  const Copies copies_;
  GuardedPositions result_;
  std::map<const PatternNode*, std::size_t> numbers_;
  NegationSet lasting_;
  std::size_t edges_ = 0;
  std::uint8_t branch_ = 0;
  std::optional<Error> error_;
};

}  // namespace

Result<GuardedPositions> GuardedPositions::build(const Pattern& pattern, Part part, Copies copies) {
  return Builder(copies).run(pattern, part);
}

}  // namespace horatio::automaton
