// SPDX-License-Identifier: Apache-2.0
#include "engine/query/pattern_rules.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

namespace horatio {
namespace {

using Kind = syntax::Pattern::Kind;

bool is_not(const syntax::Pattern& pattern) { return pattern.kind == Kind::kNot; }

bool can_be_empty(const syntax::Pattern& pattern) {
  const auto& parts = pattern.children;
  switch (pattern.kind) {
    case Kind::kSequence:
      return std::all_of(parts.begin(), parts.end(),
                         [](const syntax::Pattern& part) { return is_not(part) || can_be_empty(part); });
    case Kind::kRepeat:
      return pattern.min == 0 || can_be_empty(parts.front());
    case Kind::kOr:
      return std::any_of(parts.begin(), parts.end(), can_be_empty);
    default:
      return false;
  }
}

// Where in the whole pattern a part stands.
struct Position {
  bool top = false;  // the whole pattern
  bool at_end =
      false;  // nothing but NOTs comes behind it, in the pattern or in its branch of the top-level OR
  bool in_sequence = false;
};

class PatternCheck {
 public:
  explicit PatternCheck(FaultList& faults) : faults_(faults) {}

  void check(const syntax::Pattern& pattern, Position position) {
    switch (pattern.kind) {
      case Kind::kSequence:
        return check_sequence(pattern, position.at_end);
      case Kind::kNot:
        return check_not(pattern, position);
      case Kind::kAnd:
        check_conjunction(pattern, position);
        return check_parts(pattern, {});
      case Kind::kOr:
        return check_parts(pattern, {false, position.top, false});
      default:
        return check_parts(pattern, {});
    }
  }

 private:
  void check_parts(const syntax::Pattern& pattern, Position position) {
    for (const syntax::Pattern& part : pattern.children) check(part, position);
  }

  void check_sequence(const syntax::Pattern& sequence, bool at_end) {
    const auto& parts = sequence.children;
    if (std::all_of(parts.begin(), parts.end(), is_not)) {
      faults_.add(ErrorCode::kInvalidClause, parts.front().at,
                  "this SEQ has nothing but NOT, and NOT says what must not come between events of the SEQ",
                  "put an event that has to come beside it, as in SEQ(NOT N, A)");
    }
    std::size_t trailing = parts.size();  // the first of the NOTs at its end
    while (trailing > 0 && is_not(parts[trailing - 1])) --trailing;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      check(parts[i], {false, at_end && i + 1 >= trailing, true});
      if (is_not(parts[i])) check_neighbours(parts, i);
    }
  }

  void check_neighbours(const std::vector<syntax::Pattern>& parts, std::size_t i) {
    std::size_t before = i;
    while (before > 0 && is_not(parts[before])) --before;
    std::size_t behind = i;
    while (behind + 1 < parts.size() && is_not(parts[behind])) ++behind;
    for (const std::size_t neighbour : {before, behind}) {
      if (is_not(parts[neighbour]) || !can_be_empty(parts[neighbour])) continue;
      faults_.add(ErrorCode::kInvalidClause, parts[i].at,
                  std::string("NOT stands next to a part that can be empty, so that the part ") +
                      (neighbour == before ? "before" : "after") + " it does not bound its stretch",
                  "write one branch of an OR with that part and one without it, or repeat it at least once");
      return;
    }
  }

  void check_not(const syntax::Pattern& pattern, Position position) {
    if (!position.in_sequence) {
      faults_.add(ErrorCode::kInvalidClause, pattern.at, "NOT stands outside of a SEQ",
                  "put it into a SEQ beside an event that has to come, as in SEQ(A, NOT N, B)");
    }
    if (pattern.lasting && position.in_sequence && !position.at_end) {
      faults_.add(ErrorCode::kInvalidClause, pattern.lasting->at,
                  "NOT ... FOR stands at the end of the pattern or of a branch of an OR at its top only",
                  "leave FOR out: NOT then holds up to the next event of the trend or the end of the window");
    }
    check_forbidden(pattern.children.front(), pattern.at);
  }

  void check_forbidden(const syntax::Pattern& forbidden, syntax::Offset at) {
    const auto& parts = forbidden.children;
    const auto is_type = [](const syntax::Pattern& part) { return part.kind == Kind::kType; };
    const bool types = forbidden.kind == Kind::kSequence && std::all_of(parts.begin(), parts.end(), is_type);
    if (is_type(forbidden) || types || forbidden.kind == Kind::kAnyOf) return;
    std::string remedy = "write NOT N or NOT SEQ(N, M)";
    if (forbidden.kind == Kind::kOr) remedy = "write several NOTs side by side, as in NOT N, NOT M";
    if (forbidden.kind == Kind::kRepeat) remedy = "leave the repetition out: NOT N forbids any number of N";
    faults_.add(ErrorCode::kInvalidClause, at, "behind NOT stands one event type or a SEQ of event types",
                std::move(remedy));
  }

  void check_conjunction(const syntax::Pattern& pattern, Position position) {
    if (!position.top) {
      faults_.add(ErrorCode::kInvalidClause, pattern.at,
                  "AND stands at the top of the pattern only, and it binds tighter than OR: A AND B OR C is "
                  "(A AND B) OR C",
                  "write (A OR B) AND C or A AND (B OR C), or make it several queries");
    } else if (pattern.children.size() > 2) {
      faults_.add(ErrorCode::kInvalidClause, pattern.children[2].at,
                  "AND joins exactly two patterns, and this is another one", "make it several queries");
    }
  }

  FaultList& faults_;
};

}  // namespace

syntax::Pattern simplified(syntax::Pattern pattern) {
  std::vector<syntax::Pattern> parts;
  for (syntax::Pattern& part : pattern.children) {
    syntax::Pattern simple = simplified(std::move(part));
    const bool joins = pattern.kind == Kind::kOr || pattern.kind == Kind::kAnd;
    if (joins && simple.kind == pattern.kind) {
      std::move(simple.children.begin(), simple.children.end(), std::back_inserter(parts));
    } else {
      parts.push_back(std::move(simple));
    }
  }
  pattern.children = std::move(parts);
  const bool once = pattern.kind == Kind::kRepeat && pattern.min == 1 && pattern.max == 1;
  const bool single = pattern.kind == Kind::kSequence && pattern.children.size() == 1;
  if (!once && !(single && !is_not(pattern.children.front()))) return pattern;
  syntax::Pattern only = std::move(pattern.children.front());
  return only;
}

void check_pattern(const syntax::Pattern& pattern, FaultList& faults) {
  PatternCheck(faults).check(pattern, {true, true, false});
}

}  // namespace horatio
