// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/testing/pattern_generator.h"

#include <set>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "engine/trend/testing/pattern_sketch.h"

namespace horatio::oracle {
namespace {

using Form = Sketch::Form;

class PatternGenerator {
 public:
  PatternGenerator(const std::vector<WrittenType>& types, std::size_t longest_lasting, Dice& dice)
      : types_(types), longest_lasting_(longest_lasting), dice_(dice) {}

  WrittenPattern make() {
    const Sketch root = top();
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

  Sketch top() {
    const std::size_t shape = dice_.below(100);
    if (shape < 10) return joined(Form::kAnd, 2, false);
    if (shape < 25) return joined(Form::kOr, dice_.between(2, 3), true);
    if (shape < 35) return repeated(leaf(), true);
    if (shape < 45) return repeated(sequence(1, false), true);
    return sequence(2, true);
  }

  Sketch joined(Form form, std::size_t branches, bool at_end) {
    Sketch node;
    node.form = form;
    for (std::size_t i = 0; i < branches; ++i) node.children.push_back(branch(at_end));
    return node;
  }

  Sketch branch(bool at_end) {
    const std::size_t shape = dice_.below(10);
    if (shape < 2) return leaf();
    if (shape < 5) return repeated(leaf(), dice_.chance(80));
    return sequence(1, at_end);
  }

  Sketch sequence(int depth, bool at_end) {
    Sketch node;
    node.form = Form::kSequence;
    const std::size_t parts = dice_.between(2, 3);
    for (std::size_t i = 0; i < parts; ++i) node.children.push_back(part(depth));
    forbid(node, at_end);
    return node;
  }

  Sketch part(int depth) {
    if (depth == 0 || full() || dice_.chance(65)) return dice_.chance(45) ? repeated(leaf(), true) : leaf();
    const std::size_t shape = dice_.below(10);
    if (shape < 2) return sequence(depth - 1, false);
    if (shape < 5) return choice();
    if (shape < 6) return repeated(choice(), true);
    if (shape < 7) return repeated(repeated(leaf(), true), true);
    return repeated(sequence(depth - 1, false), true);
  }

  Sketch choice() {
    Sketch node;
    node.form = Form::kOr;
    node.children.push_back(dice_.chance(30) ? repeated(leaf(), true) : leaf());
    node.children.push_back(dice_.chance(30) ? sequence(0, false) : leaf());
    return node;
  }

  Sketch leaf() {
    Sketch node;
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

  Sketch repeated(Sketch inner, bool unbounded_mostly) {
    Sketch node;
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
  void forbid(Sketch& sequence, bool at_end) {
    std::vector<Sketch> parts = std::move(sequence.children);
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

  Sketch forbidden(bool at_end) {
    ++nots_;
    Sketch node;
    node.form = Form::kNot;
    Sketch what;
    const std::size_t length = dice_.chance(30) ? dice_.between(2, 3) : 1;
    if (length > 1) what.form = Form::kSequence;
    for (std::size_t i = 0; i < length; ++i) {
      Sketch one;
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

  void gather_types(const Sketch& node, std::set<const WrittenType*>& types) const {
    if (node.form == Form::kType) types.insert(result_.places[node.place].type);
    for (const Sketch& child : node.children) {
      if (node.form != Form::kNot) gather_types(child, types);
    }
  }

  bool share_types(const Sketch& left, const Sketch& right) const {
    std::set<const WrittenType*> of_left, of_right;
    gather_types(left, of_left);
    gather_types(right, of_right);
    return std::ranges::any_of(of_left, [&](const WrittenType* type) { return of_right.contains(type); });
  }

  std::string text(const Sketch& node) {
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

  std::string step(const Sketch& node, const std::string& repetition) {
    const WrittenPlace& place = result_.places[node.place];
    if (place.name == place.type->name) return place.name + repetition;
    if (dice_.chance(50)) return absl::StrCat(place.type->name, repetition, " ", place.name);
    return absl::StrCat(place.type->name, " ", place.name, repetition);
  }

  std::string list(const Sketch& node, const std::string& separator) {
    std::string result;
    for (const Sketch& child : node.children)
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

}  // namespace horatio::oracle
