// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/testing/letter_pattern.h"

#include <cassert>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace horatio::oracle {
namespace {

using Kind = PatternNode::Kind;

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  Pattern read() {
    pattern_.root = joined(Kind::kOr);
    assert(text_.empty());
    return std::move(pattern_);
  }

 private:
  bool take(std::string_view word) {
    while (text_.starts_with(' ')) text_.remove_prefix(1);
    if (!text_.starts_with(word)) return false;
    text_.remove_prefix(word.size());
    return true;
  }

  std::uint32_t take_number() {
    std::uint32_t value = 0;
    const auto read = std::from_chars(text_.data(), text_.data() + text_.size(), value);
    text_.remove_prefix(static_cast<std::size_t>(read.ptr - text_.data()));
    return value;
  }

  static PatternNode node(Kind kind, std::vector<PatternNode> children) {
    PatternNode result;
    result.kind = kind;
    result.children = std::move(children);
    return result;
  }

  PatternNode joined(Kind kind) {
    std::vector<PatternNode> parts;
    do parts.push_back(kind == Kind::kOr ? joined(Kind::kAnd) : element());
    while (take(kind == Kind::kOr ? "OR " : "AND "));
    return parts.size() == 1 ? PatternNode(parts.front()) : node(kind, std::move(parts));
  }

  PatternNode element() {
    if (!take("NOT ")) return repeated();
    negated_ = true;
    PatternNode forbidden = node(Kind::kNot, {repeated()});
    negated_ = false;
    if (take("FOR ")) forbidden.lasting = take_number();
    return forbidden;
  }

  PatternNode repeated() {
    PatternNode inner;
    if (take("SEQ(")) {
      inner.kind = Kind::kSequence;
      do inner.children.push_back(joined(Kind::kOr));
      while (take(","));
      take(")");
    } else if (take("(")) {
      inner = joined(Kind::kOr);
      take(")");
    } else {
      inner.place = static_cast<PlaceId>(pattern_.places.size());
      pattern_.places.push_back(
          {static_cast<TypeId>(text_.front() - 'A'), std::string(text_.substr(0, 1)), negated_});
      text_.remove_prefix(1);
    }
    const auto bounds = repetition();
    if (inner.kind == Kind::kType) alias(inner.place);
    if (!bounds) return inner;
    PatternNode repeat = node(Kind::kRepeat, {std::move(inner)});
    repeat.min = bounds->first;
    repeat.max = bounds->second;
    return repeat;
  }

  std::optional<std::pair<std::uint32_t, std::uint32_t>> repetition() {
    constexpr std::uint32_t kUnbounded = PatternNode::kUnbounded;
    if (take("+")) return {{1, kUnbounded}};
    if (take("*")) return {{0, kUnbounded}};
    if (take("?")) return {{0, 1}};
    if (!take("{")) return std::nullopt;
    const std::uint32_t min = take_number();
    std::uint32_t max = min;
    if (take(",")) max = text_.starts_with('}') ? kUnbounded : take_number();
    take("}");
    return {{min, max}};
  }

  void alias(PlaceId place) {
    take("");
    std::size_t end = 0;
    while (end < text_.size() &&
           (std::islower(text_[end]) != 0 || (end > 0 && std::isdigit(text_[end]) != 0)))
      ++end;
    if (end > 0) pattern_.places[place].alias = std::string(text_.substr(0, end));
    text_.remove_prefix(end);
  }

  std::string_view text_;
  Pattern pattern_;
  bool negated_ = false;
};

}  // namespace

Pattern letter_pattern(std::string_view text) { return Reader(text).read(); }

}  // namespace horatio::oracle
