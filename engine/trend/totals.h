// SPDX-License-Identifier: Apache-2.0
// The result of one window of one partition, and of a group once its partitions are added up in the order of
// their keys: what the cells of a row are made of (rules 4, 7 and 10).
#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "engine/model/query.h"
#include "engine/model/result.h"
#include "engine/model/state_io.h"
#include "engine/numbers/exact_count.h"
#include "engine/numbers/modular_count.h"
#include "engine/numbers/saturating_count.h"
#include "engine/numbers/scaled_double.h"
#include "engine/trend/components.h"
#include "engine/trend/number_state.h"

namespace horatio::trend {

using Number = std::variant<SaturatingCount, ExactCount, ScaledDouble, ModularCount>;

// Which of them a query counts with. U64 queries count with kExact where a value may be needed beyond 64 bits
// (FLOAT sums, pairs of AND). kModular: EXACT queries of tests, TrendQuery::count_modulo_p().
enum class Arithmetic : std::uint8_t { kSaturating = 0, kExact = 1, kScaled = 2, kModular = 3 };

Number zero(Arithmetic arithmetic);
bool is_zero(const Number& number);
bool overflowed(const Number& number);
void add(Number& sum, const Number& term);  // REQUIRES: both of one kind

struct Totals {
  Number trends;                  // pairs of trends under AND
  std::vector<Number> linear;     // by Components::linear
  std::vector<Extreme> extremes;  // by Components::extremes
  std::uint64_t operations = 0;   // floating operations that went into any one of the numbers, at most

  // Nothing counted yet.
  void clear(const Components& components, Arithmetic arithmetic);
  void add(const Totals& other, const Components& components);
};

// The cell of aggregate `index` (those returned, then the hidden ones).
Cell cell_of(const Query& query, const Components& components, std::size_t index, const Totals& totals);

void write(const Totals& totals, StateWriter& out);
// False if the bytes are no totals of this shape.
bool read(StateReader& in, const Components& components, Arithmetic arithmetic, Totals& totals);

void write(const Number& number, StateWriter& out);
bool read(StateReader& in, Arithmetic arithmetic, Number& number);
inline void write(const Extreme& extreme, StateWriter& out) {
  out.number(static_cast<std::uint8_t>(extreme.any != 0));
  out.number(extreme.value);
}
inline Extreme read_extreme(StateReader& in) {
  Extreme extreme;
  extreme.any = in.number<std::uint8_t>() != 0 ? 1 : 0;
  extreme.value = in.number<std::int64_t>();
  return extreme;
}

}  // namespace horatio::trend
