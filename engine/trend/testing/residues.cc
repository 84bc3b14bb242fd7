// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/testing/residues.h"

#include <algorithm>
#include <cstddef>
#include <variant>
#include <vector>

#include "engine/numbers/modular_count.h"
#include "engine/trend/testing/comparison.h"

namespace horatio::oracle {
namespace {

using Function = Aggregate::Function;

bool is_float_sum(const Workload& workload, const Query& query, const Aggregate& aggregate) {
  if (aggregate.function != Function::kSum && aggregate.function != Function::kAvg) return false;
  const EventType& type = workload.schema.types[query.pattern.places[aggregate.place].type];
  return type.attributes[aggregate.attribute].type.kind == AttributeKind::kFloat;
}

ModularCount negative(const ModularCount& count) {
  ModularCount result;
  result.subtract(count);
  return result;
}

// Of an integer, or of a decimal number in units of its last decimal.
ModularCount residue_of(const std::string& text) {
  ModularCount result;
  for (const char c : text) {
    if (c < '0' || c > '9') continue;
    result.scale(10);
    result += ModularCount(static_cast<std::uint64_t>(c - '0'));
  }
  return text.starts_with('-') ? negative(result) : result;
}

std::uint64_t residue_of(const Cell& cell) {
  if (const auto* natural = std::get_if<std::uint64_t>(&cell.value)) return ModularCount(*natural).residue();
  if (const auto* integer = std::get_if<std::int64_t>(&cell.value))
    return residue_of(std::to_string(*integer)).residue();
  const auto* text = std::get_if<std::string>(&cell.value);
  return text == nullptr ? ModularCount::kPrime : residue_of(*text).residue();
}

bool is_null(const Cell& cell) {
  return cell.status == CellStatus::kOk && std::holds_alternative<std::monostate>(cell.value);
}

// The cell that `exact` is modulo p; `count`: that of an average.
Cell reduced(Function function, const Cell& exact, const Cell* count) {
  if (function == Function::kMin || function == Function::kMax || is_null(exact)) return exact;
  Cell cell;
  if (count == nullptr) {
    cell.value = residue_of(exact);
  } else {
    cell.value = std::to_string(residue_of(exact)) + "/" + std::to_string(residue_of(*count));
  }
  return cell;
}

DeliveredRow reduced(const Query& query, const DeliveredRow& exact) {
  DeliveredRow row = exact;
  row.cells.clear();
  std::size_t counts = query.aggregates.size();
  for (std::size_t i = 0; i < query.aggregates.size(); ++i) {
    const Function function = query.aggregates[i].function;
    const Cell* count = function == Function::kAvg ? &exact.cells[counts++] : nullptr;
    row.cells.push_back(reduced(function, exact.cells[i], count));
  }
  return row;
}

}  // namespace

void make_modular(Workload& workload, std::int64_t wider) {
  for (Query& query : workload.queries) {
    query.numbers = Numbers::kExact;
    query.having.reset();
    query.hidden.clear();
    std::erase_if(query.aggregates,
                  [&](const Aggregate& aggregate) { return is_float_sum(workload, query, aggregate); });
    if (query.aggregates.empty()) query.aggregates.push_back({Function::kCountTrends, 0, 0, "COUNT(*)"});
    if (!query.window) continue;
    for (std::int64_t* span : {&query.window->size, &query.window->slide, &query.window->offset})
      *span *= wider;
  }
}

Workload with_parts_of_averages(const Workload& workload) {
  Workload result = workload;
  for (Query& query : result.queries) {
    const std::size_t returned = query.aggregates.size();
    for (std::size_t i = 0; i < returned; ++i) {
      if (query.aggregates[i].function != Function::kAvg) continue;
      query.aggregates[i].function = Function::kSum;
      Aggregate count = query.aggregates[i];
      count.function = Function::kCountAttribute;
      query.aggregates.push_back(count);
    }
  }
  return result;
}

std::string residue_difference(const Workload& workload, const Delivered& exact, const Delivered& modular) {
  if (!exact.fault.empty()) return exact.fault;
  Delivered expected = exact;
  for (DeliveredRow& row : expected.rows) row = reduced(workload.queries[row.query], row);
  return difference(workload, expected, modular);
}

}  // namespace horatio::oracle
