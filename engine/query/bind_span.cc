// SPDX-License-Identifier: Apache-2.0
#include "engine/query/bind_span.h"

#include <string>

#include "engine/query/time_span.h"

namespace horatio {

std::optional<std::int64_t> bind_span(const syntax::Extent& written, std::string_view clause, TimeUnit unit,
                                      FaultList& faults) {
  if (written.unit_milliseconds == 0) {
    faults.add(ErrorCode::kSyntax, written.at, std::string(clause) + " needs a time unit here",
               "as in " + written.number + " SECONDS");
    return std::nullopt;
  }
  const auto span = time_span(written.number, written.unit_milliseconds, unit);
  if (!span) {
    faults.add(span.error().code, written.at, std::string(clause) + ": " + span.error().message,
               span.error().remedy);
    return std::nullopt;
  }
  return written.negative ? -*span : *span;
}

std::optional<std::int64_t> bind_positive_span(const syntax::Extent& written, std::string_view clause,
                                               TimeUnit unit, FaultList& faults) {
  const auto span = bind_span(written, clause, unit, faults);
  if (span && *span > 0) return span;
  if (span) faults.add(ErrorCode::kInvalidClause, written.at, std::string(clause) + " must be longer than 0");
  return std::nullopt;
}

}  // namespace horatio
