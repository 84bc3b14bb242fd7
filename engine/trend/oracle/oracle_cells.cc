// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/oracle/oracle_cells.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <utility>

#include "engine/trend/oracle/oracle_having.h"

namespace horatio::oracle {
namespace {

using boost::multiprecision::cpp_int;
using boost::multiprecision::cpp_rational;
using Function = Aggregate::Function;

cpp_rational absolute(const cpp_rational& x) { return x < 0 ? cpp_rational(-x) : x; }

cpp_int scale_of(AttributeType type) {
  return type.kind == AttributeKind::kDecimal ? pow(cpp_int(10), type.scale) : cpp_int(1);
}

// REQUIRES: not NULL. Zero for what is no number: it is counted only.
cpp_rational number_of(const Value& value, AttributeType type) {
  if (const auto* real = std::get_if<double>(&value)) return cpp_rational(*real);
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return cpp_rational(*whole) / scale_of(type);
  return 0;
}

bool is_count(Function function) {
  return function == Function::kCountTrends || function == Function::kCountEvents ||
         function == Function::kCountAttribute;
}

// Pairs of a trend of each branch that are not the same trend. Of the |T1| * |T2| ordered pairs those of a
// trend with itself are none, and those of two trends that match both branches have been seen twice.
cpp_int pairs_of(const Trends& first, const Trends& second) {
  const auto& small = first.sequences;
  const auto shared =
      std::ranges::count_if(small, [&](const auto& s) { return second.sequences.contains(s); });
  const cpp_int both = shared;
  return cpp_int(first.count) * second.count - both - both * (both - 1) / 2;
}

Operand::Sort sort_of(Function function, AttributeType type) {
  if (is_count(function)) return Operand::Sort::kInteger;
  if (type.kind == AttributeKind::kFloat) return Operand::Sort::kFloat;
  const bool fraction = type.kind == AttributeKind::kDecimal || function == Function::kAvg;
  return fraction ? Operand::Sort::kDecimal : Operand::Sort::kInteger;
}

// How far a cell may be from the true value (rule 10).
cpp_rational largest_bound(const Query& query, Function function, AttributeType type, const ExactCell& cell) {
  const bool extreme = function == Function::kMin || function == Function::kMax;
  const bool sum = function == Function::kSum || function == Function::kAvg;
  const bool approximate = query.numbers == Numbers::kApprox || (sum && type.kind == AttributeKind::kFloat);
  if (extreme || !approximate) return 0;
  return cell.magnitude * cpp_rational(std::ldexp(kMostOperations, -52));
}

Operand operand(Function function, AttributeType type, const ExactCell& cell, const cpp_rational& bound) {
  Operand result{Operand::Form::kNumber, sort_of(function, type), cell.value - bound, cell.value + bound};
  if (cell.form == ExactCell::Form::kNull) result.form = Operand::Form::kNull;
  if (cell.form == ExactCell::Form::kOverflow && is_count(function)) result.form = Operand::Form::kBeyond;
  return result;
}

// As far as an engine knows it, which need not know a sum or average that has overflowed.
Operand known_operand(Function function, AttributeType type, const ExactCell& cell,
                      const cpp_rational& bound) {
  Operand result = operand(function, type, cell, bound);
  const bool overflow = cell.form == ExactCell::Form::kOverflow;
  if (overflow && !is_count(function)) result.form = Operand::Form::kUnknown;
  return result;
}

}  // namespace

bool is_null(const Value& value) {
  if (const auto* real = std::get_if<double>(&value)) return !std::isfinite(*real);
  return std::holds_alternative<std::monostate>(value);
}

RowTotals::RowTotals(const Schema& schema, const Query& query, const Facts& facts)
    : schema_(schema), query_(query), facts_(facts), aggregates_(query.aggregates) {
  aggregates_.insert(aggregates_.end(), query.hidden.begin(), query.hidden.end());
  totals_.resize(aggregates_.size());
}

void RowTotals::add(const std::vector<Trends>& branches) {
  const bool is_and = branches.size() == 2;
  cpp_int units = branches.front().count;
  if (is_and && query_.count_bindings) units *= branches[1].count;
  if (is_and && !query_.count_bindings) units = pairs_of(branches[0], branches[1]);
  units_ += units;
  for (std::size_t i = 0; i < aggregates_.size(); ++i) {
    const Aggregate& aggregate = aggregates_[i];
    if (aggregate.function == Function::kCountTrends) totals_[i].count += units;
    for (std::size_t b = 0; b < branches.size() && aggregate.function != Function::kCountTrends; ++b) {
      const cpp_int partners = is_and ? branches[1 - b].count : 1;
      for (const auto& [bound, times] : branches[b].bound) {
        if (bound.first != aggregate.place || partners == 0) continue;
        const PlainEvent& event = facts_.event(bound.second);
        const bool whole_event = aggregate.function == Function::kCountEvents;
        add(aggregate, whole_event ? Value(false) : event.attributes[aggregate.attribute], partners * times,
            totals_[i]);
      }
    }
  }
}

void RowTotals::add(const Aggregate& aggregate, const Value& value, const cpp_int& times,
                    Total& total) const {
  if (is_null(value)) return;
  total.count += times;
  if (is_count(aggregate.function)) return;
  const cpp_rational number = number_of(value, type_of(aggregate));
  total.sum += number * times;
  total.magnitude += absolute(number) * times;
  total.least = total.least ? std::min(*total.least, number) : number;
  total.greatest = total.greatest ? std::max(*total.greatest, number) : number;
}

AttributeType RowTotals::type_of(const Aggregate& aggregate) const {
  const bool reads =
      aggregate.function != Function::kCountTrends && aggregate.function != Function::kCountEvents;
  if (!reads) return {};
  return schema_.types[query_.pattern.places[aggregate.place].type].attributes[aggregate.attribute].type;
}

// U64, by the true values (rule 10).
bool RowTotals::overflows(const Aggregate& aggregate, const Total& total) const {
  if (query_.numbers != Numbers::kU64) return false;
  const bool sum = aggregate.function == Function::kSum || aggregate.function == Function::kAvg;
  const bool counts = is_count(aggregate.function) || aggregate.function == Function::kAvg;
  if (counts && total.count > UINT64_MAX) return true;
  const AttributeType type = type_of(aggregate);
  return sum && type.kind != AttributeKind::kFloat && total.magnitude * scale_of(type) > INT64_MAX;
}

ExactCell RowTotals::cell(const Aggregate& aggregate, const Total& total) const {
  using Form = ExactCell::Form;
  const Form form = overflows(aggregate, total) ? Form::kOverflow : Form::kNumber;
  if (is_count(aggregate.function)) return {form, cpp_rational(total.count), cpp_rational(total.count)};
  if (total.count == 0) return {};
  switch (aggregate.function) {
    case Function::kSum:
      return {form, total.sum, total.magnitude};
    case Function::kAvg:
      return {form, total.sum / total.count, total.magnitude};
    case Function::kMin:
      return {form, *total.least, absolute(*total.least)};
    default:
      return {form, *total.greatest, absolute(*total.greatest)};
  }
}

bool RowTotals::finish(Row& row) const {
  std::vector<Operand> exact, known;
  for (std::size_t i = 0; i < aggregates_.size(); ++i) {
    const Aggregate& aggregate = aggregates_[i];
    const AttributeType type = type_of(aggregate);
    const ExactCell value = cell(aggregate, totals_[i]);
    if (i < query_.aggregates.size()) row.cells.push_back(value);
    const cpp_rational bound = largest_bound(query_, aggregate.function, type, value);
    exact.push_back(operand(aggregate.function, type, value, 0));
    known.push_back(known_operand(aggregate.function, type, value, bound));
  }
  if (!query_.having) return true;
  const Outcomes outcomes = outcomes_of(*query_.having, exact);
  row.passes = outcomes.can_hold && !outcomes.can_fail && !outcomes.can_be_unknown;
  return outcomes_of(*query_.having, known).can_hold;
}

}  // namespace horatio::oracle
