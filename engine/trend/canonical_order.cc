// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/canonical_order.h"

#include <algorithm>
#include <compare>
#include <iterator>
#include <utility>

#include "engine/model/required_columns.h"
#include "engine/trend/components.h"

namespace horatio::trend {
namespace {

using Encoding = ColumnView::Encoding;

std::strong_ordering compare_cells(const ColumnView& left, std::uint32_t left_row, const ColumnView& right,
                                   std::uint32_t right_row) {
  const bool left_null = left.is_null(left_row);
  const bool right_null = right.is_null(right_row);
  if (left_null || right_null) return right_null <=> left_null;
  switch (left.encoding) {
    case Encoding::kInt64:
      return left.int_at(left_row) <=> right.int_at(right_row);
    case Encoding::kFloat64:
      return ordered_bits(left.float_at(left_row)) <=> ordered_bits(right.float_at(right_row));
    case Encoding::kBool:
      return left.bool_at(left_row) <=> right.bool_at(right_row);
    default:
      return left.text_at(left_row) <=> right.text_at(right_row);
  }
}

// Events that are equal here are the same to the queries.
bool before(const EventRef& left, const EventRef& right, const CanonicalOrder& order) {
  if (left.type() != right.type()) return left.type() < right.type();
  for (const AttributeId a : order[left.type()]) {
    const auto compared = compare_cells(left.block->columns[a], left.row, right.block->columns[a], right.row);
    if (compared != 0) return compared < 0;
  }
  return false;
}

}  // namespace

CanonicalOrder canonical_order_of(const Query& query, const Schema& schema) {
  CanonicalOrder order;
  for (RequiredType& type : required_columns(query, schema)) order.push_back(std::move(type.attributes));
  for (const auto* keys : {&query.group_by, &query.equivalence}) {
    for (const KeyAttribute& key : *keys) {
      for (std::size_t type = 0; type < order.size(); ++type) {
        if (key.of_type[type]) std::erase(order[type], *key.of_type[type]);
      }
    }
  }
  return order;
}

CanonicalOrder merged(CanonicalOrder left, const CanonicalOrder& right) {
  for (std::size_t type = 0; type < left.size(); ++type) {
    std::vector<AttributeId> both;
    std::set_union(left[type].begin(), left[type].end(), right[type].begin(), right[type].end(),
                   std::back_inserter(both));
    left[type] = std::move(both);
  }
  return left;
}

std::span<const EventRef> in_canonical_order(std::span<const EventRef> events, const CanonicalOrder& order,
                                             std::vector<EventRef>& ordered) {
  const auto tied = [](const EventRef& left, const EventRef& right) { return left.time == right.time; };
  if (std::adjacent_find(events.begin(), events.end(), tied) == events.end()) return events;
  ordered.assign(events.begin(), events.end());
  const auto precedes = [&order](const EventRef& left, const EventRef& right) {
    return before(left, right, order);
  };
  for (auto begin = ordered.begin(); begin != ordered.end();) {
    const auto end =
        std::find_if(begin, ordered.end(), [&](const EventRef& event) { return event.time != begin->time; });
    if (end - begin > 1) std::sort(begin, end, precedes);
    begin = end;
  }
  return ordered;
}

}  // namespace horatio::trend
