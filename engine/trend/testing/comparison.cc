// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/testing/comparison.h"

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <optional>
#include <ostream>
#include <sstream>
#include <variant>

#include "engine/predicate/plain_condition.h"

namespace horatio::oracle {
namespace {

using boost::multiprecision::cpp_rational;
using Function = Aggregate::Function;

cpp_rational of_text(const std::string& text) {
  const bool negative = text.starts_with('-');
  const cpp_rational value = plain_literal(negative ? text.substr(1) : text);
  return negative ? cpp_rational(-value) : value;
}

std::optional<cpp_rational> number_in(const Cell& cell) {
  if (const auto* u = std::get_if<std::uint64_t>(&cell.value)) return cpp_rational(*u);
  if (const auto* i = std::get_if<std::int64_t>(&cell.value)) return cpp_rational(*i);
  if (const auto* text = std::get_if<std::string>(&cell.value)) return of_text(*text);
  const auto* real = std::get_if<double>(&cell.value);
  if (real == nullptr || !std::isfinite(*real)) return std::nullopt;
  return cpp_rational(*real);
}

cpp_rational absolute(const cpp_rational& x) { return x < 0 ? cpp_rational(-x) : x; }

class CellCheck {
 public:
  CellCheck(const Workload& workload, const Query& query, const Aggregate& aggregate)
      : query_(query), function_(aggregate.function) {
    const bool reads = function_ != Function::kCountTrends && function_ != Function::kCountEvents;
    const TypeId type = query.pattern.places[aggregate.place].type;
    if (reads) kind_ = workload.schema.types[type].attributes[aggregate.attribute].type.kind;
  }

  std::string difference(const ExactCell& expected, const Cell& found) const {
    if (expected.form != ExactCell::Form::kNumber) return no_number(expected, found);
    const auto value = number_in(found);
    if (!value) return "no number";
    if (found.status == CellStatus::kOverflow) return "OVERFLOW";
    if (is_approximate() && found.status == CellStatus::kApprox) return within_bound(expected, *value, found);
    if (is_approximate() && query_.numbers != Numbers::kApprox) return "OK instead of APPROX";
    if (found.status != CellStatus::kOk) return "APPROX instead of OK";
    if (function_ == Function::kAvg) return rounded(expected.value, *value, found);
    return *value == expected.value ? "" : "another value";
  }

 private:
  bool is_count() const {
    return function_ == Function::kCountTrends || function_ == Function::kCountEvents ||
           function_ == Function::kCountAttribute;
  }
  bool is_approximate() const {
    if (function_ == Function::kMin || function_ == Function::kMax) return false;
    return query_.numbers == Numbers::kApprox || (!is_count() && kind_ == AttributeKind::kFloat);
  }

  static std::string no_number(const ExactCell& expected, const Cell& found) {
    if (!std::holds_alternative<std::monostate>(found.value)) return "a value where there is none";
    const bool overflow = expected.form == ExactCell::Form::kOverflow;
    if (overflow != (found.status == CellStatus::kOverflow)) return "another status";
    return {};
  }

  // 17 significant digits, or the nearest double.
  static std::string rounded(const cpp_rational& expected, const cpp_rational& value, const Cell& found) {
    if (const auto* real = std::get_if<double>(&found.value)) {
      return *real == nearest_double(expected) ? "" : "not the nearest double";
    }
    return absolute(value - expected) * 2 * cpp_rational(1e16) <= absolute(expected) ? "" : "badly rounded";
  }

  std::string within_bound(const ExactCell& expected, const cpp_rational& value, const Cell& found) const {
    if (!found.bound_text.empty()) return "a bound beyond doubles";
    if (!(found.bound >= 0) || std::isinf(found.bound)) return "no bound";
    const cpp_rational scale = is_count() ? expected.value : cpp_rational(1);
    const cpp_rational bound = cpp_rational(found.bound) * scale;
    const bool text = std::holds_alternative<std::string>(found.value);
    const cpp_rational of_printing = text ? absolute(value) / cpp_rational(1e16) : cpp_rational(0);
    if (absolute(value - expected.value) > bound + of_printing) return "beyond its bound";
    const cpp_rational most = cpp_rational(std::ldexp(kMostOperations, -52)) * expected.magnitude;
    return bound <= most ? "" : "an absurd bound";
  }

  const Query& query_;
  Function function_;
  AttributeKind kind_ = AttributeKind::kInt;
};

void write(std::ostream& out, const Value& value) {
  if (const auto* i = std::get_if<std::int64_t>(&value)) out << *i;
  if (const auto* f = std::get_if<double>(&value)) out << *f;
  if (const auto* b = std::get_if<bool>(&value)) out << std::boolalpha << *b;
  if (const auto* s = std::get_if<std::string>(&value)) out << '\'' << *s << '\'';
  if (std::holds_alternative<std::monostate>(value)) out << "NULL";
}

void write(std::ostream& out, const ExactCell& cell) {
  if (cell.form == ExactCell::Form::kNull) out << "NULL";
  if (cell.form == ExactCell::Form::kOverflow) out << "OVERFLOW";
  if (cell.form == ExactCell::Form::kNumber) out << cell.value;
}

void write(std::ostream& out, const Cell& cell) {
  std::visit(
      [&](const auto& value) {
        if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::monostate>) {
          out << (cell.status == CellStatus::kOverflow ? "OVERFLOW" : "NULL");
        } else {
          out << value;
        }
      },
      cell.value);
  if (cell.status == CellStatus::kApprox) out << " +- " << cell.bound << cell.bound_text;
}

template <class AnyRow>
void write(std::ostream& out, const Workload& workload, const AnyRow& row) {
  out << "  " << workload.queries[row.query].name;
  if (row.window) out << " [" << row.window->start << ", " << row.window->end << ')';
  for (const Value& value : row.group) write(out << ' ', value);
  const char* separator = ": ";
  for (const auto& cell : row.cells) {
    write(out << separator, cell);
    separator = ", ";
  }
}

template <class AnyRow>
std::string describe_rows(const Workload& workload, const std::vector<AnyRow>& rows) {
  std::ostringstream out;
  out.precision(17);
  for (const AnyRow& row : rows) {
    write(out, workload, row);
    if constexpr (std::is_same_v<AnyRow, Row>) out << (row.passes ? "" : " (or none)");
    out << '\n';
  }
  return out.str();
}

template <class AnyRow>
std::string in_words(const Workload& workload, const AnyRow& row) {
  std::ostringstream out;
  write(out, workload, row);
  return out.str();
}

std::string cells_differ(const Workload& workload, const Row& expected, const DeliveredRow& found) {
  const Query& query = workload.queries[expected.query];
  if (found.time != expected.time) return "the time of an EVENTS row:" + in_words(workload, found);
  for (std::size_t i = 0; i < query.aggregates.size(); ++i) {
    const std::string what =
        CellCheck(workload, query, query.aggregates[i]).difference(expected.cells[i], found.cells[i]);
    if (!what.empty()) return query.aggregates[i].column + ": " + what + in_words(workload, found);
  }
  return {};
}

}  // namespace

std::string difference(const Workload& workload, const Answer& expected, const Delivered& found) {
  if (!found.fault.empty()) return found.fault;
  std::size_t next = 0;
  for (const Row& row : expected.rows) {
    const bool is_there = next < found.rows.size() && !precedes(row, found.rows[next]);
    if (!is_there && !row.passes) continue;
    if (!is_there) return "a row is missing:" + in_words(workload, row);
    if (precedes(found.rows[next], row)) break;
    const std::string wrong = cells_differ(workload, row, found.rows[next++]);
    if (!wrong.empty()) return wrong;
  }
  if (next < found.rows.size()) return "a row too many:" + in_words(workload, found.rows[next]);
  if (!found.restarted && found.left_out != expected.left_out) {
    return "left out: " + std::to_string(found.left_out) + " instead of " + std::to_string(expected.left_out);
  }
  return {};
}

std::string difference(const Workload& workload, const Delivered& first, const Delivered& second) {
  if (!second.fault.empty()) return second.fault;
  for (std::size_t i = 0; i < std::min(first.rows.size(), second.rows.size()); ++i) {
    const DeliveredRow& x = first.rows[i];
    const DeliveredRow& y = second.rows[i];
    const auto same = [](const Cell& a, const Cell& b) {
      return a.value == b.value && a.status == b.status && a.bound == b.bound && a.bound_text == b.bound_text;
    };
    if (precedes(x, y) || precedes(y, x) || !std::ranges::equal(x.cells, y.cells, same))
      return "another delivery gives other rows:" + in_words(workload, x) + " and" + in_words(workload, y);
  }
  return first.rows.size() == second.rows.size() ? "" : "another delivery gives more or fewer rows";
}

std::string describe(const Schema& schema, const std::vector<PlainEvent>& events) {
  std::ostringstream out;
  out.precision(17);
  for (const PlainEvent& event : events) {
    const EventType& type = schema.types[event.type];
    out << "  " << event.time << ' ' << type.name;
    for (std::size_t i = 0; i < event.attributes.size(); ++i) {
      write(out << ' ' << type.attributes[i].name << '=', event.attributes[i]);
    }
    out << '\n';
  }
  return out.str();
}

std::string describe(const Workload& workload, const std::vector<Row>& rows) {
  return describe_rows(workload, rows);
}

std::string describe(const Workload& workload, const std::vector<DeliveredRow>& rows) {
  return describe_rows(workload, rows);
}

}  // namespace horatio::oracle
