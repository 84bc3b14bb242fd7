// SPDX-License-Identifier: Apache-2.0
// The parse tree: what the grammar matched, as nodes over the text. Rules say in the grammar which of them
// become nodes (IsNode) and which only where they hold more than one (IsLadder, the levels of precedence).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "engine/query/lexical.h"

namespace horatio::grammar {

struct IsNode {};
struct IsLadder {};

// One address per rule stands for it.
template <class Rule>
inline constexpr char kRuleMark = 0;

// Views into the statement's text.
struct Node {
  const char* rule = nullptr;
  const char* begin = nullptr;
  const char* end = nullptr;
  std::vector<Node> children;

  template <class Rule>
  bool is() const {
    return rule == &kRuleMark<Rule>;
  }
  std::string_view text() const { return {begin, static_cast<std::size_t>(end - begin)}; }
};

// Nodes while their parents are not complete. What a rule that failed has left behind is taken away, so that
// only the way that led through stays.
class NodeStack {
 public:
  std::size_t size() const { return nodes_.size(); }
  void truncate(std::size_t size) { nodes_.resize(size); }
  // Makes everything from `first` on the children of one node.
  void reduce(std::size_t first, const char* rule, const char* begin, const char* end);
  Node& back() { return nodes_.back(); }

 private:
  std::vector<Node> nodes_;
};

// PEGTL's control: builds the nodes beside the match.
template <class Rule>
struct TreeControl : pegtl::normal<Rule> {
  static constexpr bool enable = false;

  template <pegtl::apply_mode A, pegtl::rewind_mode M, template <class...> class Action,
            template <class...> class Control>
  static bool match(Input& in, Expectations& expectations, NodeStack& nodes) {
    const std::size_t first = nodes.size();
    const char* begin = in.current();
    if (!pegtl::match<Rule, A, M, Action, Control>(in, expectations, nodes)) {
      nodes.truncate(first);
      return false;
    }
    if constexpr (std::is_base_of_v<IsNode, Rule>) {
      nodes.reduce(first, &kRuleMark<Rule>, begin, in.current());
    } else if constexpr (std::is_base_of_v<IsLadder, Rule>) {
      if (nodes.size() - first > 1) nodes.reduce(first, &kRuleMark<Rule>, begin, in.current());
    }
    return true;
  }
};

// A part of the grammar that is compiled for itself: stands for the rule that `Parse` parses.
template <bool (*Parse)(Input&, Expectations&, NodeStack&)>
struct Part : Opaque {
  template <pegtl::apply_mode A, pegtl::rewind_mode M, template <class...> class Action,
            template <class...> class Control>
  static bool match(Input& in, Expectations& expectations, NodeStack& nodes) {
    return Parse(in, expectations, nodes);
  }
};

template <class Rule>
bool parse(Input& in, Expectations& expectations, NodeStack& nodes) {
  return pegtl::parse<Rule, pegtl::nothing, TreeControl, pegtl::apply_mode::nothing>(in, expectations, nodes);
}

bool parse_expression(Input& in, Expectations& expectations, NodeStack& nodes);
bool parse_pattern(Input& in, Expectations& expectations, NodeStack& nodes);
bool parse_statement(Input& in, Expectations& expectations, NodeStack& nodes);
// A query of which clauses have been cut out, RETURN and PATTERN among them.
bool parse_cut_statement(Input& in, Expectations& expectations, NodeStack& nodes);

}  // namespace horatio::grammar
