// SPDX-License-Identifier: Apache-2.0
#include <charconv>
#include <string>

#include "engine/query/bind_query.h"
#include "engine/query/bind_span.h"
#include "engine/query/time_span.h"

namespace horatio {
namespace {

// Reduced modulo the slide, as the starts of windows are.
std::optional<std::int64_t> bind_offset(const syntax::Extent& written, std::int64_t slide,
                                        const Scope& scope) {
  const auto offset = bind_span(written, "OFFSET", scope.unit, scope.faults);
  if (!offset || *offset >= 0) return offset ? std::optional(*offset % slide) : std::nullopt;
  const std::int64_t same = (*offset % slide + slide) % slide;
  scope.faults.add(ErrorCode::kInvalidClause, written.at, "OFFSET must not be negative",
                   "windows repeat every slide, so OFFSET " + span_text(same, scope.unit) + " says the same");
  return std::nullopt;
}

std::optional<WindowSpec> window_of_time(const syntax::Within& within, const Scope& scope) {
  const auto size = bind_positive_span(within.size, "WITHIN", scope.unit, scope.faults);
  const auto slide =
      within.slide ? bind_positive_span(*within.slide, "SLIDE", scope.unit, scope.faults) : size;
  const auto offset = within.offset ? bind_offset(*within.offset, slide.value_or(1), scope) : 0;
  if (!size || !slide || !offset) return std::nullopt;
  return WindowSpec{*size, *slide, *offset, false};
}

// None: a fault has been added, which names the clause.
std::optional<std::int64_t> bind_count(const syntax::Extent& written, std::string_view clause,
                                       const Scope& scope) {
  const auto fault = [&](ErrorCode code, std::string_view what, std::string remedy) {
    scope.faults.add(code, written.at, std::string(clause) + " " + std::string(what), std::move(remedy));
    return std::nullopt;
  };
  if (written.unit_milliseconds != 0) {
    return fault(ErrorCode::kInvalidClause, "counts events here and takes no time unit",
                 "write " + std::string(clause) + " " + written.number);
  }
  if (written.number.find_first_not_of("0123456789") != std::string::npos) {
    return fault(ErrorCode::kInvalidClause, "counts events and is a whole number", "write it in digits");
  }
  std::int64_t count = 0;
  const auto read =
      std::from_chars(written.number.data(), written.number.data() + written.number.size(), count);
  if (read.ec != std::errc()) {
    return fault(ErrorCode::kTooLarge, "of " + written.number + " events does not fit into 64 bits", "");
  }
  if (count > 0 && !written.negative) return count;
  return fault(ErrorCode::kInvalidClause, "must be at least 1 event", "");
}

std::optional<WindowSpec> window_of_events(const syntax::Within& within, const Scope& scope) {
  const auto size = bind_count(within.size, "WITHIN", scope);
  const auto slide = within.slide ? bind_count(*within.slide, "SLIDE", scope) : size;
  if (within.offset) {
    scope.faults.add(ErrorCode::kInvalidClause, within.offset->at, "windows of events have no OFFSET",
                     "leave it out: the first window begins with the first event of its group");
  }
  if (!size || !slide || within.offset) return std::nullopt;
  return WindowSpec{*size, *slide, 0, true};
}

void check_lasting(const WindowSpec& window, const Scope& scope) {
  for (const Lasting& lasting : scope.pattern.lasting) {
    if (window.of_events) {
      scope.faults.add(ErrorCode::kInvalidClause, lasting.at,
                       "NOT ... FOR is a time, and WITHIN counts events",
                       "give WITHIN a time, or leave FOR out: NOT then holds up to the end of the window");
    } else if (lasting.span > window.size) {
      scope.faults.add(ErrorCode::kInvalidClause, lasting.at,
                       "FOR " + span_text(lasting.span, scope.unit) + " is longer than WITHIN " +
                           span_text(window.size, scope.unit) + ", so that no trend can be in a window",
                       "shorten FOR or lengthen WITHIN");
    }
  }
}

}  // namespace

void bind_window(const syntax::Query& written, const Scope& scope, Query& query) {
  if (!written.within) {
    scope.faults.warn(written.name.at, "without WITHIN there is one window over the whole input",
                      "an endless stream never reports it: add WITHIN");
    return;
  }
  query.window = written.within->size.events ? window_of_events(*written.within, scope)
                                             : window_of_time(*written.within, scope);
  if (query.window && !written.is_match) check_lasting(*query.window, scope);
}

}  // namespace horatio
