// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/testing/pattern_generator.h"

#include <set>

#include "absl/strings/str_cat.h"

namespace horatio::oracle {
namespace {

enum class Form { kType, kSequence, kRepeat, kNot, kOr, kAnd };

struct Node {
  Form form = Form::kType;
  std::size_t place = 0;
  std::string repetition;  // kRepeat
  bool optional = false;   // kRepeat: no iteration will do
  bool again = false;      // kRepeat: one iteration may follow another
  std::string lasting;     // kNot
  std::vector<Node> children;
};

bool can_be_empty(const Node& node) {
  switch (node.form) {
    case Form::kSequence:
      return std::ranges::all_of(node.children,
                                 [](const Node& n) { return n.form == Form::kNot || can_be_empty(n); });
    case Form::kRepeat:
      return node.optional || can_be_empty(node.children.front());
    case Form::kOr:
      return std::ranges::any_of(node.children, can_be_empty);
    default:
      return false;
  }
}

using Set = std::set<std::size_t>;

// The places at which an event can be the first of the node (or the last, backwards).
Set ends(const Node& node, bool backwards) {
  if (node.form == Form::kType) return {node.place};
  if (node.form == Form::kNot) return {};
  Set result;
  for (std::size_t i = 0; i < node.children.size(); ++i) {
    const Node& child = node.children[backwards ? node.children.size() - 1 - i : i];
    result.merge(ends(child, backwards));
    if (node.form == Form::kSequence && child.form != Form::kNot && !can_be_empty(child)) break;
  }
  return result;
}

void find_adjacent(const Node& node, std::set<std::pair<std::size_t, std::size_t>>& pairs) {
  const auto join = [&](const Node& left, const Node& right) {
    for (const std::size_t from : ends(left, true)) {
      for (const std::size_t to : ends(right, false)) pairs.emplace(from, to);
    }
  };
  for (const Node& child : node.children) {
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

class PatternGenerator {
 public:
  PatternGenerator(const std::vector<WrittenType>& types, std::size_t longest_lasting, Dice& dice)
      : types_(types), longest_lasting_(longest_lasting), dice_(dice) {}

  WrittenPattern make() {
    const Node root = top();
    std::set<std::pair<std::size_t, std::size_t>> pairs;
    find_adjacent(root, pairs);
    result_.adjacent.assign(pairs.begin(), pairs.end());
    if (root.form == Form::kAnd)
      result_.branches_share_types = share_types(root.children[0], root.children[1]);
    result_.text = root.form == Form::kOr && dice_.chance(50) ? list(root, " OR ") : text(root);
    return std::move(result_);
  }

 private:
  static constexpr std::size_t kMostPlaces = 6;
  bool full() const { return result_.places.size() >= kMostPlaces; }

  Node top() {
    const std::size_t shape = dice_.below(100);
    if (shape < 10) return joined(Form::kAnd, 2, false);
    if (shape < 25) return joined(Form::kOr, dice_.between(2, 3), true);
    if (shape < 35) return repeated(leaf(), true);
    if (shape < 45) return repeated(sequence(1, false), true);
    return sequence(2, true);
  }

  Node joined(Form form, std::size_t branches, bool at_end) {
    Node node;
    node.form = form;
    for (std::size_t i = 0; i < branches; ++i) node.children.push_back(branch(at_end));
    return node;
  }

  Node branch(bool at_end) {
    const std::size_t shape = dice_.below(10);
    if (shape < 2) return leaf();
    if (shape < 5) return repeated(leaf(), dice_.chance(80));
    return sequence(1, at_end);
  }

  Node sequence(int depth, bool at_end) {
    Node node;
    node.form = Form::kSequence;
    const std::size_t parts = dice_.between(2, 3);
    for (std::size_t i = 0; i < parts; ++i) node.children.push_back(part(depth));
    forbid(node, at_end);
    return node;
  }

  Node part(int depth) {
    if (depth == 0 || full() || dice_.chance(65)) return dice_.chance(45) ? repeated(leaf(), true) : leaf();
    const std::size_t shape = dice_.below(10);
    if (shape < 2) return sequence(depth - 1, false);
    if (shape < 5) return choice();
    if (shape < 6) return repeated(choice(), true);
    if (shape < 7) return repeated(repeated(leaf(), true), true);
    return repeated(sequence(depth - 1, false), true);
  }

  Node choice() {
    Node node;
    node.form = Form::kOr;
    node.children.push_back(dice_.chance(30) ? repeated(leaf(), true) : leaf());
    node.children.push_back(dice_.chance(30) ? sequence(0, false) : leaf());
    return node;
  }

  Node leaf() {
    Node node;
    node.place = add_place(dice_.pick(types_), false);
    return node;
  }

  std::size_t add_place(const WrittenType& type, bool negated) {
    const auto unnamed = [&](const WrittenPlace& place) { return place.name == type.name; };
    const bool taken = std::ranges::any_of(result_.places, unnamed);
    const std::string name = taken || dice_.chance(50) ? absl::StrCat("x", result_.places.size()) : type.name;
    result_.places.push_back({name, &type, negated});
    return result_.places.size() - 1;
  }

  Node repeated(Node inner, bool unbounded_mostly) {
    Node node;
    node.form = Form::kRepeat;
    node.children.push_back(std::move(inner));
    if (unbounded_mostly && dice_.chance(55)) {
      node.repetition = "+";
    } else {
      node.repetition = dice_.pick(
          {"*", "*", "*", "?", "?", "?", "{2}", "{1,2}", "{1,2}", "{0,2}", "{2,3}", "{2,}", "{0,}", "{3}"});
    }
    node.optional = starts_with_any(node.repetition, {"*", "?", "{0"});
    node.again = node.repetition != "?";
    return node;
  }

  static bool starts_with_any(const std::string& text, std::initializer_list<const char*> heads) {
    return std::ranges::any_of(heads, [&](const char* head) { return text.starts_with(head); });
  }

  // NOTs beside parts that cannot be empty.
  void forbid(Node& sequence, bool at_end) {
    std::vector<Node> parts = std::move(sequence.children);
    sequence.children.clear();
    bool bounded_before = true;
    for (std::size_t gap = 0; gap <= parts.size(); ++gap) {
      const bool bounded_behind = gap == parts.size() || !can_be_empty(parts[gap]);
      const bool bounded = bounded_before && bounded_behind;
      bounded_before = bounded_behind;
      while (bounded && nots_ < 3 && dice_.chance(13))
        sequence.children.push_back(forbidden(at_end && gap == parts.size()));
      if (gap < parts.size()) sequence.children.push_back(std::move(parts[gap]));
    }
  }

  Node forbidden(bool at_end) {
    ++nots_;
    Node node;
    node.form = Form::kNot;
    Node what;
    const std::size_t length = dice_.chance(30) ? dice_.between(2, 3) : 1;
    if (length > 1) what.form = Form::kSequence;
    for (std::size_t i = 0; i < length; ++i) {
      Node one;
      one.place = add_place(dice_.pick(types_), true);
      if (length == 1)
        what = std::move(one);
      else
        what.children.push_back(std::move(one));
    }
    node.children.push_back(std::move(what));
    if (at_end && longest_lasting_ > 0 && dice_.chance(60)) {
      node.lasting = absl::StrCat(" FOR ", dice_.between(1, longest_lasting_), " MILLISECONDS");
    }
    return node;
  }

  void gather_types(const Node& node, std::set<const WrittenType*>& types) const {
    if (node.form == Form::kType) types.insert(result_.places[node.place].type);
    for (const Node& child : node.children) {
      if (node.form != Form::kNot) gather_types(child, types);
    }
  }

  bool share_types(const Node& left, const Node& right) const {
    std::set<const WrittenType*> of_left, of_right;
    gather_types(left, of_left);
    gather_types(right, of_right);
    return std::ranges::any_of(of_left, [&](const WrittenType* type) { return of_right.contains(type); });
  }

  std::string text(const Node& node) {
    switch (node.form) {
      case Form::kType:
        return step(node, "");
      case Form::kSequence:
        return absl::StrCat("SEQ(", list(node, ", "), ")");
      case Form::kRepeat:
        if (node.children.front().form == Form::kType) return step(node.children.front(), node.repetition);
        if (node.children.front().form == Form::kSequence && dice_.chance(30))
          return text(node.children.front()) + node.repetition;
        return absl::StrCat("(", text(node.children.front()), ")", node.repetition);
      case Form::kNot:
        return absl::StrCat("NOT ", text(node.children.front()), node.lasting);
      case Form::kOr:
        return absl::StrCat("(", list(node, " OR "), ")");
      case Form::kAnd:
        return list(node, " AND ");
    }
    return {};
  }

  std::string step(const Node& node, const std::string& repetition) {
    const WrittenPlace& place = result_.places[node.place];
    if (place.name == place.type->name) return place.name + repetition;
    if (dice_.chance(50)) return absl::StrCat(place.type->name, repetition, " ", place.name);
    return absl::StrCat(place.type->name, " ", place.name, repetition);
  }

  std::string list(const Node& node, const std::string& separator) {
    std::string result;
    for (const Node& child : node.children)
      absl::StrAppend(&result, result.empty() ? "" : separator, text(child));
    return result;
  }

  const std::vector<WrittenType>& types_;
  std::size_t longest_lasting_;
  Dice& dice_;
  WrittenPattern result_;
  std::size_t nots_ = 0;
};

}  // namespace

WrittenPattern random_pattern(const std::vector<WrittenType>& types, std::size_t longest_lasting,
                              Dice& dice) {
  return PatternGenerator(types, longest_lasting, dice).make();
}

WrittenPattern random_kleene_pattern(const std::vector<WrittenType>& types, const WrittenType& kleene,
                                     Dice& dice) {
  WrittenPattern pattern;
  const auto place = [&](const std::string& name, const WrittenType& type) {
    pattern.places.push_back({name, &type, name == "n"});
    return absl::StrCat(type.name, " ", name);
  };
  const std::string b = place("b", kleene);
  pattern.adjacent.emplace_back(0, 0);
  const std::size_t shape = dice.below(10);
  if (shape == 0) {
    pattern.text = b + "+";
    return pattern;
  }
  const std::string x = place("x", dice.pick(types));
  if (shape <= 3) pattern.text = absl::StrCat("SEQ(", x, ", ", b, "+)");
  if (shape == 4) pattern.text = absl::StrCat("SEQ(", b, "+, ", x, ")");
  if (shape == 5) pattern.text = absl::StrCat("(SEQ(", x, ", ", b, "+))+");
  if (shape == 6)
    pattern.text = absl::StrCat("SEQ(", x, ", NOT ", place("n", dice.pick(types)), ", ", b, "+)");
  if (shape == 7)
    pattern.text = absl::StrCat("SEQ(", x, ", ", b, "+, NOT ", place("n", dice.pick(types)), ")");
  if (shape < 8) return pattern;
  const std::string y = place("y", dice.pick(types));
  pattern.text = shape == 8 ? absl::StrCat("SEQ(", x, ", ", b, "+, ", y, ")")
                            : absl::StrCat("SEQ(", x, "+, (SEQ(", b, "+, ", y, "))+)");
  return pattern;
}

}  // namespace horatio::oracle
