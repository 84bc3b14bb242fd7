// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/cells.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>
#include <variant>

#include "engine/numbers/big_integer.h"
#include "engine/numbers/decimal_text.h"

namespace horatio::trend {
namespace {

using Function = Aggregate::Function;

constexpr std::uint64_t kLargestSum = static_cast<std::uint64_t>(INT64_MAX);  // of |a|, U64

Cell null_cell() { return {}; }

Cell overflow_cell() {
  Cell cell;
  cell.status = CellStatus::kOverflow;
  return cell;
}

ScaledDouble scaled(const Number& number) {
  return std::visit(
      [](const auto& value) {
        using Kind = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<Kind, SaturatingCount>) {
          return ScaledDouble(value.value());
        } else if constexpr (std::is_same_v<Kind, ModularCount>) {
          return ScaledDouble(value.residue());
        } else {
          return ScaledDouble(value);
        }
      },
      number);
}

// REQUIRES: it did not overflow.
ExactCount exact(const Number& number) {
  if (const auto* saturating = std::get_if<SaturatingCount>(&number)) return ExactCount(saturating->value());
  return std::get<ExactCount>(number);
}

// The rounding error of `operations` floating operations on sums whose magnitudes add up to `magnitude`.
ScaledDouble error_bound(std::uint64_t operations, const ScaledDouble& magnitude) {
  return magnitude * ScaledDouble(operations) * ScaledDouble(0x1p-52);
}

Cell approximate_cell(const ScaledDouble& value, const ScaledDouble& bound) {
  Cell cell;
  cell.status = CellStatus::kApprox;
  if (const double number = value.to_double(); std::isfinite(number) && (number != 0 || value.is_zero())) {
    cell.value = number;
  } else {
    cell.value = value.text();
  }
  cell.bound = bound.to_double();
  if (cell.bound == 0 && !bound.is_zero()) cell.bound = std::numeric_limits<double>::denorm_min();
  if (std::isinf(cell.bound)) cell.bound_text = bound.text();
  return cell;
}

ScaledDouble power_of_ten(unsigned exponent) {
  ScaledDouble power(1.0);
  for (unsigned i = 0; i < exponent; ++i) power.scale(10);
  return power;
}

// The integer P - N where it fits.
Cell integer_cell(const ExactCount& positive, const ExactCount& negative) {
  Cell cell;
  if (positive.fits_64_bits() && negative.fits_64_bits()) {
    std::int64_t value = 0;
    if (!__builtin_sub_overflow(positive.value(), negative.value(), &value)) {
      cell.value = value;
      return cell;
    }
  }
  cell.value = decimal_text(positive, negative, 0);
  return cell;
}

Cell residue_cell(const ModularCount& sum) {
  Cell cell;
  cell.value = sum.residue();
  return cell;
}

Cell residue_quotient(const ModularCount& sum, const ModularCount& count) {
  Cell cell;
  cell.value = std::to_string(sum.residue()) + "/" + std::to_string(count.residue());
  return cell;
}

std::string unscaled_text(std::int64_t value, unsigned decimals) {
  const auto magnitude =
      value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
  const ExactCount count(magnitude);
  return value < 0 ? decimal_text(ExactCount(), count, decimals)
                   : decimal_text(count, ExactCount(), decimals);
}

}  // namespace

// What SUM and AVG are made of.
struct CellMaker::Parts {
  const Number& count;
  const Number& positive;
  const Number& negative;
  AttributeType type;
  std::uint64_t operations;
  const Number& trends;

  unsigned decimals() const { return type.kind == AttributeKind::kDecimal ? type.scale : 0U; }
  bool approximate() const { return std::holds_alternative<ScaledDouble>(positive); }
  bool modular() const { return std::holds_alternative<ModularCount>(positive); }
  ModularCount residue() const {
    ModularCount difference = std::get<ModularCount>(positive);
    difference.subtract(std::get<ModularCount>(negative));
    return difference;
  }
  bool any_overflowed() const { return overflowed(positive) || overflowed(negative); }
  ScaledDouble difference() const { return scaled(positive) - scaled(negative); }
  ScaledDouble magnitude() const { return scaled(positive) + scaled(negative); }
};

CellMaker::Parts CellMaker::parts(std::size_t index, const Totals& totals) const {
  const AggregateParts& at = components_.parts[index];
  return {totals.linear[at.count],
          totals.linear[at.positive],
          totals.linear[at.negative],
          components_.linear[at.positive].type,
          totals.operations + 4,  // of the difference, the sum and the quotient
          totals.trends};
}

Cell CellMaker::cell(std::size_t index, const Totals& totals) const {
  switch (aggregate(index).function) {
    case Function::kCountTrends:
      return count_cell(totals.trends, totals.operations);
    case Function::kCountEvents:
    case Function::kCountAttribute:
      return count_cell(totals.linear[components_.parts[index].count], totals.operations);
    case Function::kSum:
      return sum_cell(parts(index, totals));
    case Function::kAvg:
      return average_cell(parts(index, totals));
    default:
      return extreme_cell(index, totals);
  }
}

bool CellMaker::past_limit(const ExactCount& count) const {
  ExactCount limited = count;
  limited.limit(largest_);
  return limited.overflowed();
}

bool CellMaker::too_large(const ExactCount& count) const {
  if (count.overflowed()) return true;
  return query_.numbers == Numbers::kU64 ? !count.fits_64_bits() : past_limit(count);
}

// A sum of FLOAT has no size, but the counts that its values were weighted with may have been given up. Then
// both numbers are past the limit, whenever that was noticed.
bool CellMaker::weights_lost(const Parts& parts) const {
  const auto lost = [this](const Number& count) {
    const auto* exact = std::get_if<ExactCount>(&count);
    return exact != nullptr && past_limit(*exact);
  };
  return lost(parts.trends) && lost(parts.count);
}

Cell CellMaker::count_cell(const Number& count, std::uint64_t operations) const {
  if (const auto* approximate = std::get_if<ScaledDouble>(&count)) {
    return approximate_cell(*approximate, error_bound(operations, ScaledDouble(1.0)));
  }
  if (overflowed(count)) return overflow_cell();
  Cell cell;
  if (const auto* saturating = std::get_if<SaturatingCount>(&count)) {
    cell.value = saturating->value();
    return cell;
  }
  if (const auto* modular = std::get_if<ModularCount>(&count)) return residue_cell(*modular);
  const ExactCount& value = std::get<ExactCount>(count);
  if (too_large(value)) return overflow_cell();
  if (value.fits_64_bits()) {
    cell.value = value.value();
  } else {
    cell.value = decimal_text(value);
  }
  return cell;
}

// Rule 10 judges a sum by the sum of |a|.
bool CellMaker::sum_too_large(const Parts& parts) const {
  if (parts.any_overflowed()) return true;
  const ExactCount magnitude = exact(parts.positive) + exact(parts.negative);
  if (query_.numbers != Numbers::kU64) return too_large(magnitude);
  return !magnitude.fits_64_bits() || magnitude.value() > kLargestSum;
}

Cell CellMaker::sum_cell(const Parts& parts) const {
  if (is_zero(parts.count)) return null_cell();
  if (parts.approximate()) {
    if (weights_lost(parts)) return overflow_cell();
    const ScaledDouble unit = power_of_ten(parts.decimals());
    return approximate_cell(parts.difference() / unit,
                            error_bound(parts.operations, parts.magnitude() / unit));
  }
  if (parts.modular()) return residue_cell(parts.residue());
  if (sum_too_large(parts)) return overflow_cell();
  if (parts.decimals() == 0 && parts.type.kind != AttributeKind::kDecimal) {
    return integer_cell(exact(parts.positive), exact(parts.negative));
  }
  Cell cell;
  cell.value = decimal_text(exact(parts.positive), exact(parts.negative), parts.decimals());
  return cell;
}

Cell CellMaker::average_cell(const Parts& parts) const {
  if (is_zero(parts.count)) return null_cell();
  if (parts.modular()) return residue_quotient(parts.residue(), std::get<ModularCount>(parts.count));
  if (overflowed(parts.count)) return overflow_cell();
  if (const bool count_is_exact = !std::holds_alternative<ScaledDouble>(parts.count);
      count_is_exact && too_large(exact(parts.count))) {
    return overflow_cell();
  }
  if (parts.approximate()) {
    const ScaledDouble divisor = scaled(parts.count) * power_of_ten(parts.decimals());
    return approximate_cell(parts.difference() / divisor,
                            error_bound(2 * parts.operations, parts.magnitude() / divisor));
  }
  if (sum_too_large(parts)) return overflow_cell();
  Cell cell;
  cell.value = quotient(exact(parts.positive), exact(parts.negative), exact(parts.count), parts.decimals());
  return cell;
}

HavingValue CellMaker::having_value(std::size_t index, const Totals& totals) const {
  switch (aggregate(index).function) {
    case Function::kCountTrends:
      return having_count(totals.trends, totals.operations);
    case Function::kCountEvents:
    case Function::kCountAttribute:
      return having_count(totals.linear[components_.parts[index].count], totals.operations);
    case Function::kSum:
    case Function::kAvg:
      return having_sum(parts(index, totals), aggregate(index).function == Function::kAvg);
    default:
      return having_extreme(components_.parts[index].extreme, totals);
  }
}

HavingValue CellMaker::having_count(const Number& count, std::uint64_t operations) const {
  if (const auto* approximate = std::get_if<ScaledDouble>(&count)) {
    return HavingValue::approximate_count(*approximate, static_cast<double>(operations) * 0x1p-52);
  }
  if (const auto* saturating = std::get_if<SaturatingCount>(&count)) return HavingValue::count(*saturating);
  const ExactCount& value = std::get<ExactCount>(count);
  return HavingValue::count(too_large(value) ? ExactCount::overflow() : value);
}

HavingValue CellMaker::having_sum(const Parts& parts, bool average) const {
  if (is_zero(parts.count)) return {};
  const Cell cell = average ? average_cell(parts) : sum_cell(parts);
  if (cell.status == CellStatus::kOverflow) return HavingValue::unknown();
  if (parts.approximate()) {
    ScaledDouble divisor = power_of_ten(parts.decimals());
    if (average) divisor *= scaled(parts.count);
    return HavingValue::approximate(parts.difference() / divisor,
                                    error_bound(2 * parts.operations, parts.magnitude() / divisor));
  }
  const ExactCount positive = exact(parts.positive);
  const ExactCount negative = exact(parts.negative);
  if (!average) return HavingValue::sum(positive, negative, parts.decimals());
  return HavingValue::average(positive, negative, exact(parts.count), parts.decimals());
}

HavingValue CellMaker::having_extreme(std::uint32_t at, const Totals& totals) const {
  const Extreme& extreme = totals.extremes[at];
  if (extreme.any == 0) return {};
  const AttributeType type = components_.extremes[at].type;
  if (type.kind == AttributeKind::kFloat) return HavingValue::floating(from_ordered_bits(extreme.value));
  if (type.kind == AttributeKind::kDecimal) return HavingValue::decimal(extreme.value, type.scale);
  return HavingValue::integer(extreme.value);
}

Cell CellMaker::extreme_cell(std::size_t index, const Totals& totals) const {
  const std::uint32_t at = components_.parts[index].extreme;
  const Extreme& extreme = totals.extremes[at];
  if (extreme.any == 0) return null_cell();
  Cell cell;
  const AttributeType type = components_.extremes[at].type;
  if (type.kind == AttributeKind::kFloat) {
    cell.value = from_ordered_bits(extreme.value);
  } else if (type.kind == AttributeKind::kDecimal) {
    cell.value = unscaled_text(extreme.value, type.scale);
  } else {
    cell.value = extreme.value;
  }
  return cell;
}

}  // namespace horatio::trend
