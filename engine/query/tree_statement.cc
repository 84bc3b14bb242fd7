// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <utility>

#include "engine/query/nearest_name.h"
#include "engine/query/tree.h"

namespace horatio::tree {

namespace g = grammar;

namespace {

// What a clause is called in errors, and whether it is recognised only.
struct ClauseKind {
  std::string_view name;
  std::optional<Feature> feature;
};

ClauseKind kind_of(const Node& node) {
  if (node.is<g::Where>()) return {"WHERE", {}};
  if (node.is<g::GroupBy>()) return {"GROUP BY", {}};
  if (node.is<g::Within>()) return {"WITHIN", {}};
  if (node.is<g::Selection>()) return {"MATCH", {}};
  if (node.is<g::Ties>()) return {"TIES", {}};
  if (node.is<g::Numbers>()) return {"NUMBERS", {}};
  if (node.is<g::WindowOpens>()) return {"WINDOW OPENS", Feature::kWindowOpens};
  if (node.is<g::Having>()) return {"HAVING", {}};
  if (node.is<g::CountBindings>()) return {"COUNT BINDINGS", {}};
  if (node.is<g::EmptyWindows>()) return {"EMIT EMPTY WINDOWS", {}};
  if (node.is<g::PartialWindows>()) return {"EMIT PARTIAL", Feature::kEmitPartial};
  if (node.is<g::Weight>()) return {"WEIGHT", Feature::kWeight};
  if (node.is<g::Limit>()) return {"LIMIT", Feature::kLimit};
  return {"AFTER MATCH", Feature::kAfterMatch};
}

using PlainType = std::pair<std::string_view, AttributeKind>;
constexpr std::array<PlainType, 5> kPlainTypes{{{"INT", AttributeKind::kInt},
                                                {"FLOAT", AttributeKind::kFloat},
                                                {"STRING", AttributeKind::kString},
                                                {"BOOL", AttributeKind::kBool},
                                                {"TIMESTAMP", AttributeKind::kTimestamp}}};

// What types are called elsewhere.
using OtherName = std::pair<std::string_view, std::string_view>;
constexpr std::array<OtherName, 13> kOtherNames{{{"INTEGER", "INT"},
                                                 {"BIGINT", "INT"},
                                                 {"SMALLINT", "INT"},
                                                 {"LONG", "INT"},
                                                 {"DOUBLE", "FLOAT"},
                                                 {"REAL", "FLOAT"},
                                                 {"NUMERIC", "DECIMAL"},
                                                 {"TEXT", "STRING"},
                                                 {"CHAR", "STRING"},
                                                 {"VARCHAR", "STRING"},
                                                 {"BOOLEAN", "BOOL"},
                                                 {"DATE", "TIMESTAMP"},
                                                 {"DATETIME", "TIMESTAMP"}}};

std::string type_remedy(std::string_view word) {
  constexpr std::array<std::string_view, 6> kTypes{"INT", "FLOAT", "DECIMAL", "STRING", "BOOL", "TIMESTAMP"};
  std::string upper(word);
  std::transform(upper.begin(), upper.end(), upper.begin(), g::upper);
  std::string_view nearest;
  for (const auto& [other, name] : kOtherNames) {
    if (upper == other) nearest = name;
  }
  if (nearest.empty()) nearest = nearest_name(upper, kTypes);
  if (nearest.empty()) return "there are: INT, FLOAT, DECIMAL(n), STRING, BOOL, TIMESTAMP";
  return "did you mean " + std::string(nearest) + (nearest == "DECIMAL" ? "(n)?" : "?");
}

}  // namespace

syntax::Statement Reader::statement(const Node& node) {
  if (node.is<g::Stream>()) return stream(node);
  if (node.is<g::Query>() || node.is<g::CutQuery>()) return query(node);
  return syntax::Mention{Feature::kLatencyBound, offset(node)};
}

syntax::Stream Reader::stream(const Node& node) {
  syntax::Stream stream{name(node.children[0]), {}};
  for (std::size_t i = 1; i < node.children.size(); ++i)
    stream.types.push_back(type_declaration(node.children[i]));
  return stream;
}

syntax::Type Reader::type_declaration(const Node& node) {
  syntax::Type type{name(node.children[0]), {}};
  for (std::size_t i = 1; i < node.children.size(); ++i) {
    const Node& attribute = node.children[i];
    type.attributes.push_back({name(attribute.children[0]), attribute_type(attribute.children[1])});
  }
  return type;
}

std::optional<AttributeType> Reader::attribute_type(const Node& node) {
  const std::string_view word = node.children[0].text();
  if (g::is_keyword(word, "DECIMAL")) return decimal_type(node);
  for (const auto& [name, kind] : kPlainTypes) {
    if (!g::is_keyword(word, name)) continue;
    if (node.children.size() == 1) return AttributeType{kind, 0};
    faults_.add(ErrorCode::kSyntax, at(node.children[1]), std::string(name) + " takes no number",
                "write " + std::string(name) + " alone");
    return std::nullopt;
  }
  faults_.add(ErrorCode::kUnknownName, at(node), "unknown attribute type '" + std::string(word) + "'",
              type_remedy(word));
  return std::nullopt;
}

std::optional<AttributeType> Reader::decimal_type(const Node& node) {
  if (node.children.size() != 2) {
    faults_.add(ErrorCode::kSyntax, at(node), "DECIMAL takes one number, that of its decimals",
                "as in DECIMAL(2)");
    return std::nullopt;
  }
  constexpr unsigned kMostDecimals = 18;  // 10^18 is the largest power of ten in 64 bits
  const std::string_view digits = node.children[1].text();
  unsigned scale = kMostDecimals + 1;
  std::from_chars(digits.data(), digits.data() + digits.size(), scale);
  if (scale > kMostDecimals) {
    faults_.add(ErrorCode::kTooLarge, at(node.children[1]),
                "DECIMAL(" + std::string(digits) + ") has more decimals than 64 bits hold",
                "DECIMAL(0) to DECIMAL(18) are possible");
    scale = 0;
  }
  return AttributeType{AttributeKind::kDecimal, static_cast<std::uint8_t>(scale)};
}

syntax::Query Reader::query(const Node& node) {
  syntax::Query query;
  query.name = name(node.children[0]);
  faults_.enter(query.name.text);
  query.broken = node.is<g::CutQuery>();
  std::set<std::string_view> given;
  for (std::size_t i = 1; i < node.children.size(); ++i) {
    const Node& written = node.children[i];
    if (written.is<g::Return>()) {
      returned(written, query);
      continue;
    }
    if (written.is<g::QueryPattern>()) {
      query.pattern = pattern(written.children[0], query);
      continue;
    }
    if (!given.insert(kind_of(written).name).second) {
      faults_.add(ErrorCode::kDuplicate, at(written), std::string(kind_of(written).name) + " is given twice",
                  "leave one of them out");
      continue;
    }
    clause(written, query);
  }
  faults_.enter({});
  return query;
}

void Reader::returned(const Node& node, syntax::Query& query) {
  for (const Node& child : node.children) {
    if (child.is<g::Frequency>()) {
      query.mentions.push_back({Feature::kFrequency, offset(child)});
      query.is_frequency = true;
    } else if (child.is<g::Matches>()) {
      query.mentions.push_back({Feature::kMatchQuery, offset(child)});
      query.is_match = true;
    } else {
      query.returns.push_back(aggregate(child.children[0]));
      if (child.children.size() > 1) query.returns.back().column = name(child.children[1].children[0]);
    }
  }
}

void Reader::clause(const Node& node, syntax::Query& query) {
  if (const auto feature = kind_of(node).feature) {
    query.mentions.push_back({*feature, offset(node)});
  } else if (node.is<g::Where>()) {
    query.where = whole_expression(node.children[0]);
  } else if (node.is<g::Having>()) {
    query.having = whole_expression(node.children[0]);
  } else if (node.is<g::CountBindings>()) {
    query.count_bindings = true;
  } else if (node.is<g::EmptyWindows>()) {
    query.emit_empty_windows = true;
  } else if (node.is<g::GroupBy>()) {
    for (const Node& child : node.children) query.group_by.push_back(name(child));
  } else if (node.is<g::Within>()) {
    query.within = within(node);
  } else {
    mode(node.children[0], query);
  }
}

void Reader::mode(const Node& node, syntax::Query& query) {
  if (node.is<g::ArrivalTies>()) query.ties = Ties::kArrival;
  if (node.is<g::U64Numbers>()) query.numbers = Numbers::kU64;
  if (node.is<g::ApproxNumbers>()) query.numbers = Numbers::kApprox;
  if (node.is<g::NextMatch>()) query.selection = Selection::kNext;
  if (node.is<g::ContiguousMatch>()) query.selection = Selection::kContiguous;
}

syntax::Within Reader::within(const Node& node) {
  syntax::Within within;
  for (const Node& child : node.children) {
    if (child.is<g::Extent>()) within.size = extent(child);
    if (child.is<g::Slide>()) within.slide = extent(child.children[0]);
    if (child.is<g::Offset>()) within.offset = extent(child.children[0]);
  }
  return within;
}

syntax::Extent Reader::extent(const Node& node) {
  syntax::Extent extent;
  extent.at = offset(node);
  extent.negative = node.children[0].is<g::Minus>();
  const std::size_t number = extent.negative ? 1 : 0;
  extent.number = node.children[number].text();
  if (node.children.size() == number + 1) return extent;  // SLIDE m, beside WITHIN n EVENTS
  extent.unit_milliseconds = unit_milliseconds(node.children[number + 1]);
  extent.events = node.children[number + 1].is<g::EventUnit>();
  return extent;
}

}  // namespace horatio::tree
