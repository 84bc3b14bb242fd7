// SPDX-License-Identifier: Apache-2.0
#include "engine/query/canonical.h"

#include <cstdint>
#include <utility>

#include "engine/query/name_text.h"
#include "engine/query/parser.h"
#include "engine/query/time_span.h"

namespace horatio {
namespace {

using PatternKind = PatternNode::Kind;

class PatternPrinter {
 public:
  enum class Names : std::uint8_t { kTypesAndAliases, kTypes };

  PatternPrinter(const Pattern& pattern, const Schema& schema, TimeUnit unit,
                 Names names = Names::kTypesAndAliases)
      : pattern_(pattern), schema_(schema), unit_(unit), names_(names) {}

  std::string print(const PatternNode& node) const {
    switch (node.kind) {
      case PatternKind::kType:
        return step(node, "");
      case PatternKind::kSequence:
        return "SEQ(" + joined(node, ", ", PatternKind::kType) + ")";
      case PatternKind::kRepeat:
        return node.children[0].kind == PatternKind::kType
                   ? step(node.children[0], repetition(node))
                   : "(" + print(node.children[0]) + ")" + repetition(node);
      case PatternKind::kNot:
        return "NOT " + print(node.children[0]) +
               (node.lasting ? " FOR " + span_text(*node.lasting, unit_) : "");
      case PatternKind::kOr:
        return joined(node, " OR ", PatternKind::kOr);
      case PatternKind::kAnd:
        return joined(node, " AND ", PatternKind::kOr);
    }
    return {};
  }

 private:
  std::string step(const PatternNode& node, const std::string& repetition) const {
    const Place& place = pattern_.places[node.place];
    const std::string type = name_text(schema_.types[place.type].name, grammar::kBeforeStep) + repetition;
    return names_ == Names::kTypes ? type : type + " " + name_text(place.alias, grammar::kAfterStep);
  }

  static std::string repetition(const PatternNode& node) {
    const bool unbounded = node.max == PatternNode::kUnbounded;
    if (unbounded && node.min <= 1) return node.min == 0 ? "*" : "+";
    if (node.min == 0 && node.max == 1) return "?";
    std::string text = "{" + std::to_string(node.min);
    if (node.max != node.min) text += "," + (unbounded ? std::string() : std::to_string(node.max));
    return text + "}";
  }

  std::string part(const PatternNode& node, bool parentheses) const {
    const bool joins = node.kind == PatternKind::kOr || node.kind == PatternKind::kAnd;
    return joins && parentheses ? "(" + print(node) + ")" : print(node);
  }

  // OR and AND inside OR and AND keep their parentheses; the parts of a SEQ need none.
  std::string joined(const PatternNode& node, std::string_view separator, PatternKind inside) const {
    std::string text;
    for (const PatternNode& child : node.children) {
      if (!text.empty()) text += separator;
      text += part(child, inside == PatternKind::kOr);
    }
    return text;
  }

  const Pattern& pattern_;
  const Schema& schema_;
  TimeUnit unit_;
  Names names_;
};

std::string names(const std::vector<KeyAttribute>& keys) {
  std::string text;
  for (const KeyAttribute& key : keys)
    text += (text.empty() ? "" : ", ") + name_text(key.name, grammar::kNothing);
  return text;
}

std::string returned(const Query& query, const Schema& schema) {
  std::string text;
  for (const Aggregate& aggregate : query.aggregates) {
    const std::string column = column_text(aggregate, query.pattern, schema);
    text += (text.empty() ? "" : ", ") + column;
    if (aggregate.column != column) text += " AS " + name_text(aggregate.column, grammar::kNothing);
  }
  return text;
}

std::string where(const Query& query, const Schema& schema, TimeUnit unit) {
  std::string text;
  if (!query.equivalence.empty()) text = "[" + names(query.equivalence) + "]";
  const auto conjunct = [&](const Expression& condition) {
    text += (text.empty() ? "" : " AND ") + condition_text(condition, query.pattern, schema, unit);
  };
  for (const LocalPredicate& local : query.local) conjunct(local.condition);
  for (const EdgePredicate& edge : query.edges) conjunct(edge.condition);
  return text;
}

std::string within(const WindowSpec& window, TimeUnit unit) {
  if (window.of_events) {
    return std::to_string(window.size) + " EVENTS SLIDE " + std::to_string(window.slide);
  }
  return span_text(window.size, unit) + " SLIDE " + span_text(window.slide, unit) + " OFFSET " +
         span_text(window.offset, unit);
}

std::string_view words_for(Selection selection) {
  switch (selection) {
    case Selection::kAllCombinations:
      return "ALL COMBINATIONS";
    case Selection::kNext:
      return "NEXT";
    case Selection::kContiguous:
      return "CONTIGUOUS";
  }
  return "";
}

std::string_view words_for(Numbers numbers) {
  switch (numbers) {
    case Numbers::kExact:
      return "EXACT";
    case Numbers::kApprox:
      return "APPROX";
    case Numbers::kU64:
      return "U64";
  }
  return "";
}

}  // namespace

std::string types_text(const PatternNode& part, const Pattern& pattern, const Schema& schema) {
  using Names = PatternPrinter::Names;
  return PatternPrinter(pattern, schema, TimeUnit::kMillisecond, Names::kTypes).print(part);
}

std::string canonical_text(const Query& query, const Schema& schema, TimeUnit unit) {
  std::string text = "QUERY " + name_text(query.name, grammar::kNothing) + "\nRETURN " +
                     returned(query, schema) + "\nPATTERN " +
                     PatternPrinter(query.pattern, schema, unit).print(query.pattern.root);
  if (const std::string conditions = where(query, schema, unit); !conditions.empty())
    text += "\nWHERE " + conditions;
  if (!query.group_by.empty()) text += "\nGROUP BY " + names(query.group_by);
  if (query.window) text += "\nWITHIN " + within(*query.window, unit);
  if (query.having) text += "\nHAVING " + having_text(query, schema, unit);
  text += "\nMATCH " + std::string(words_for(query.selection));
  if (query.count_bindings) text += "\nCOUNT BINDINGS";
  text += query.ties == Ties::kStrict ? "\nTIES STRICT" : "\nTIES ARRIVAL";
  text += "\nNUMBERS " + std::string(words_for(query.numbers));
  return text + (query.emit_empty_windows ? "\nEMIT EMPTY WINDOWS;" : ";");
}

std::string canonical_text(const Schema& schema) {
  std::string text = "STREAM " + name_text(schema.stream, grammar::kNothing) + " (";
  for (std::size_t t = 0; t < schema.types.size(); ++t) {
    text += (t > 0 ? ",\n  TYPE " : "\n  TYPE ") + name_text(schema.types[t].name, grammar::kNothing) + " (";
    for (std::size_t a = 0; a < schema.types[t].attributes.size(); ++a) {
      const Attribute& attribute = schema.types[t].attributes[a];
      text += (a > 0 ? ", " : "") + name_text(attribute.name, grammar::kNothing) + " " +
              to_string(attribute.type);
    }
    text += ")";
  }
  return text + "\n);";
}

}  // namespace horatio
