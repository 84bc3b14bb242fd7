// SPDX-License-Identifier: Apache-2.0
// Reading the parse tree: shared by the files that turn its nodes into the syntax tree.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "engine/query/fault_list.h"
#include "engine/query/grammar.h"
#include "engine/query/statements.h"
#include "engine/query/syntax.h"

namespace horatio::tree {

using grammar::Node;

class Reader {
 public:
  // `text` holds the nodes and begins at `begin` of the workload's text.
  Reader(std::string_view text, std::size_t begin, FaultList& faults)
      : text_(text), begin_(begin), faults_(faults) {}

  syntax::Statement statement(const Node& node);

 private:
  syntax::Stream stream(const Node& node);
  syntax::Type type_declaration(const Node& node);
  std::optional<AttributeType> attribute_type(const Node& node);
  std::optional<AttributeType> decimal_type(const Node& node);

  syntax::Query query(const Node& node);
  void returned(const Node& node, syntax::Query& query);
  void clause(const Node& node, syntax::Query& query);
  void mode(const Node& node, syntax::Query& query);
  syntax::Within within(const Node& node);
  syntax::Extent extent(const Node& node);

  syntax::Pattern pattern(const Node& node, syntax::Query& query);
  syntax::Pattern type_step(const Node& node);
  syntax::Pattern joined(const Node& node, syntax::Pattern::Kind kind, syntax::Query& query);
  syntax::Pattern repeated(syntax::Pattern part, const Node& node);
  void read_bounds(const Node& node, syntax::Pattern& repeat);

  // None: it was cut off, so that its meaning is not what was written.
  std::optional<syntax::Expression> whole_expression(const Node& node);
  syntax::Expression expression(const Node& node);
  syntax::Expression leaf(const Node& node);
  syntax::Expression joined(const Node& node, syntax::Expression::Operator op);
  syntax::Expression chain(const Node& node);
  syntax::Expression comparison(const Node& node);
  syntax::Expression operation(syntax::Expression::Operator op, std::size_t at,
                               std::vector<syntax::Expression> operands);
  syntax::Aggregate aggregate(const Node& node);
  syntax::Reference reference(const Node& node);

  std::size_t at(const Node& node) const {
    return begin_ + static_cast<std::size_t>(node.begin - text_.data());
  }
  syntax::Offset offset(const Node& node) const { return static_cast<syntax::Offset>(at(node)); }
  syntax::Name name(const Node& node) const { return {unquoted(node.text()), offset(node)}; }

  std::string_view text_;
  std::size_t begin_;
  FaultList& faults_;
  bool too_deep_ = false;  // the expression at hand; said already
};

// Milliseconds of a unit's node; 0: it is none.
std::uint32_t unit_milliseconds(const Node& node);

}  // namespace horatio::tree
