// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/totals.h"

#include <algorithm>
#include <string>
#include <type_traits>

namespace horatio::trend {

Number zero(Arithmetic arithmetic) {
  switch (arithmetic) {
    case Arithmetic::kSaturating:
      return SaturatingCount();
    case Arithmetic::kScaled:
      return ScaledDouble();
    case Arithmetic::kModular:
      return ModularCount();
    default:
      return ExactCount();
  }
}

bool is_zero(const Number& number) {
  return std::visit([](const auto& value) { return value.is_zero(); }, number);
}

bool overflowed(const Number& number) {
  return std::visit([](const auto& value) { return value.overflowed(); }, number);
}

void add(Number& sum, const Number& term) {
  std::visit(
      [&](auto& value) {
        using Kind = std::decay_t<decltype(value)>;
        value += std::get<Kind>(term);
      },
      sum);
}

void Totals::clear(const Components& components, Arithmetic arithmetic) {
  trends = zero(arithmetic);
  linear.clear();
  for (const LinearComponent& component : components.linear) {
    linear.push_back(zero(component.is_float() ? Arithmetic::kScaled : arithmetic));
  }
  extremes.assign(components.extremes.size(), {});
  operations = 0;
}

void Totals::add(const Totals& other, const Components& components) {
  trend::add(trends, other.trends);
  for (std::size_t i = 0; i < linear.size(); ++i) trend::add(linear[i], other.linear[i]);
  for (std::size_t i = 0; i < extremes.size(); ++i) {
    extremes[i].add(other.extremes[i], components.extremes[i].is_maximum);
  }
  operations += other.operations + 1;
}

void write(const Number& number, StateWriter& out) {
  std::visit([&](const auto& value) { write_number(value, out); }, number);
}

bool read(StateReader& in, Arithmetic arithmetic, Number& number) {
  number = zero(arithmetic);
  std::visit([&](auto& value) { read_number(in, value); }, number);
  return !in.failed();
}

void write(const Totals& totals, StateWriter& out) {
  write(totals.trends, out);
  for (const Number& number : totals.linear) write(number, out);
  for (const Extreme& extreme : totals.extremes) write(extreme, out);
  out.number(totals.operations);
}

bool read(StateReader& in, const Components& components, Arithmetic arithmetic, Totals& totals) {
  totals.clear(components, arithmetic);
  read(in, arithmetic, totals.trends);
  for (std::size_t i = 0; i < totals.linear.size(); ++i) {
    read(in, components.linear[i].is_float() ? Arithmetic::kScaled : arithmetic, totals.linear[i]);
  }
  for (Extreme& extreme : totals.extremes) extreme = read_extreme(in);
  totals.operations = in.number<std::uint64_t>();
  return !in.failed();
}

}  // namespace horatio::trend
