// SPDX-License-Identifier: Apache-2.0
// Texts with one fault each. '@' in a text marks the place that the fault has to name; it is taken out before
// parsing.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/query/parser.h"
#include "engine/query/test_workloads.h"

namespace horatio::test {

struct Expected {
  std::string_view text;  // behind kTrips, so from line 2 on
  ErrorCode code;
  std::vector<std::string_view> words;  // in message or remedy
};

inline SourcePlace take_mark(std::string& text) {
  const std::size_t mark = text.find('@');
  BOOST_REQUIRE_MESSAGE(mark != std::string::npos, "no mark in: " << text);
  text.erase(mark, 1);
  SourcePlace place{1, 1};
  for (std::size_t i = 0; i < mark; ++i) {
    place = text[i] == '\n' ? SourcePlace{place.line + 1, 1} : SourcePlace{place.line, place.column + 1};
  }
  return place;
}

inline void expect_one_fault(std::string text, const Expected& expected) {
  const SourcePlace place = take_mark(text);
  const ParsedWorkload result = parse_workload(text);
  BOOST_TEST_CONTEXT(text << "\n" << faults_text(result)) {
    BOOST_REQUIRE_EQUAL(result.faults.size(), 1);
    const Error& error = result.faults[0].error;
    BOOST_TEST(static_cast<int>(error.code) == static_cast<int>(expected.code));
    BOOST_TEST(error.place.line == place.line);
    BOOST_TEST(error.place.column == place.column);
    for (const std::string_view words : expected.words) {
      BOOST_TEST((error.message + "; " + error.remedy).find(words) != std::string::npos, words);
    }
  }
}

inline void expect_each(const std::vector<Expected>& table) {
  for (const Expected& expected : table) {
    expect_one_fault(std::string(kTrips) + std::string(expected.text), expected);
  }
}

// A condition in a query over Request R and Travel+ T.
inline void expect_each_condition(const std::vector<Expected>& table) {
  for (const Expected& expected : table) {
    expect_one_fault(
        std::string(kTrips) + "QUERY q RETURN COUNT(*) PATTERN SEQ(Request R, Travel+ T) WHERE " +
            std::string(expected.text) + (expected.text.ends_with('@') ? "" : " ") + "WITHIN 1 DAY;",
        expected);
  }
}

}  // namespace horatio::test
