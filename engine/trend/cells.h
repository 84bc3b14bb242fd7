// SPDX-License-Identifier: Apache-2.0
// From totals to the cells of a row (rules 4 and 10).
#pragma once

#include <cstddef>

#include "engine/model/query.h"
#include "engine/model/result.h"
#include "engine/predicate/having.h"
#include "engine/trend/components.h"
#include "engine/trend/totals.h"

namespace horatio::trend {

class CellMaker {
 public:
  // `largest_number`: bytes of an EXACT value; a larger one is OVERFLOW. All arguments outlive the object.
  CellMaker(const Query& query, const Components& components, std::size_t largest_number)
      : query_(query), components_(components), largest_(largest_number) {}

  // `index`: of Query::aggregates, then hidden.
  Cell cell(std::size_t index, const Totals& totals) const;
  // The same for HAVING, exact where the cell is.
  HavingValue having_value(std::size_t index, const Totals& totals) const;

 private:
  struct Parts;

  const Aggregate& aggregate(std::size_t index) const {
    return index < query_.aggregates.size() ? query_.aggregates[index]
                                            : query_.hidden[index - query_.aggregates.size()];
  }
  Parts parts(std::size_t index, const Totals& totals) const;
  Cell count_cell(const Number& count, std::uint64_t operations) const;
  Cell sum_cell(const Parts& parts) const;
  Cell average_cell(const Parts& parts) const;
  HavingValue having_count(const Number& count, std::uint64_t operations) const;
  HavingValue having_sum(const Parts& parts, bool average) const;
  HavingValue having_extreme(std::uint32_t at, const Totals& totals) const;
  Cell extreme_cell(std::size_t index, const Totals& totals) const;
  bool past_limit(const ExactCount& count) const;
  bool too_large(const ExactCount& count) const;
  bool weights_lost(const Parts& parts) const;
  bool sum_too_large(const Parts& parts) const;

  const Query& query_;
  const Components& components_;
  std::size_t largest_;
};

}  // namespace horatio::trend
