// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/pairs.h"

#include <cassert>
#include <type_traits>
#include <utility>
#include <variant>

namespace horatio::trend {
namespace {

template <class Num>
Num count_pairs(const Num& first, const Num& second, const Num& both) {
  Num pairs;
  pairs.add_product(first, second);
  if (both.is_zero() || pairs.overflowed()) return pairs;
  Num same;
  same.add_product(both, both);
  same += both;
  same.halve();
  pairs.subtract(same);
  return pairs;
}

// sum += part * count, where the part may be a floating number and the count an exact one.
void add_product(Number& sum, const Number& part, const Number& count) {
  if (auto* scaled = std::get_if<ScaledDouble>(&sum)) {
    const auto* exact = std::get_if<ExactCount>(&count);
    if (exact != nullptr && exact->overflowed()) return;  // the cell is OVERFLOW
    const ScaledDouble factor = exact != nullptr ? ScaledDouble(*exact) : std::get<ScaledDouble>(count);
    scaled->add_product(std::get<ScaledDouble>(part), factor);
  } else if (auto* modular = std::get_if<ModularCount>(&sum)) {
    modular->add_product(std::get<ModularCount>(part), std::get<ModularCount>(count));
  } else {
    std::get<ExactCount>(sum).add_product(std::get<ExactCount>(part), std::get<ExactCount>(count));
  }
}

}  // namespace

void combine_pairs(const Components& components, const Totals& first, const Totals& second,
                   const Number& both, Totals& pairs) {
  std::visit(
      [&]<class Num>(const Num& count) {
        // Pairs of U64 count with EXACT numbers.
        if constexpr (!std::is_same_v<Num, SaturatingCount>)
          pairs.trends = count_pairs(count, std::get<Num>(second.trends), std::get<Num>(both));
      },
      first.trends);
  for (std::size_t i = 0; i < pairs.linear.size(); ++i) {
    add_product(pairs.linear[i], first.linear[i], second.trends);
    add_product(pairs.linear[i], second.linear[i], first.trends);
  }
  for (std::size_t i = 0; i < pairs.extremes.size() && !is_zero(pairs.trends); ++i) {
    pairs.extremes[i].add(first.extremes[i], components.extremes[i].is_maximum);
    pairs.extremes[i].add(second.extremes[i], components.extremes[i].is_maximum);
  }
  // The last subtraction may lose a few bits: the result is at least about a quarter of C1 C2.
  pairs.operations = 8 * (first.operations + second.operations + pairs.operations + 4);
}

}  // namespace horatio::trend
