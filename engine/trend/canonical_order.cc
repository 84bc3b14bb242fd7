// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/canonical_order.h"

#include <algorithm>
#include <compare>

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
bool before(const EventRef& left, const EventRef& right, std::span<const RequiredType> read) {
  if (left.type() != right.type()) return left.type() < right.type();
  for (const AttributeId a : read[left.type()].attributes) {
    const auto order = compare_cells(left.block->columns[a], left.row, right.block->columns[a], right.row);
    if (order != 0) return order < 0;
  }
  return false;
}

}  // namespace

void order_canonically(std::span<const EventRef> events, std::span<const RequiredType> read,
                       std::vector<EventRef>& ordered) {
  const auto precedes = [read](const EventRef& left, const EventRef& right) {
    return before(left, right, read);
  };
  ordered.assign(events.begin(), events.end());
  for (auto begin = ordered.begin(); begin != ordered.end();) {
    const auto end =
        std::find_if(begin, ordered.end(), [&](const EventRef& event) { return event.time != begin->time; });
    if (end - begin > 1) std::sort(begin, end, precedes);
    begin = end;
  }
}

}  // namespace horatio::trend
