// SPDX-License-Identifier: Apache-2.0
// What a benchmark expects of the engine, and the comparison with what came. Expected values are worked out
// by plain recurrences on Boost.Multiprecision, which share no code with the engine.
#pragma once

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <boost/multiprecision/cpp_int.hpp>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

#include "engine/model/result.h"

namespace horatio::bench {

using Exact = boost::multiprecision::cpp_int;
using Wide = boost::multiprecision::cpp_bin_float_50;  // exact for integers below 2^168

struct Null {};
struct Overflow {};
using Expected = std::variant<Null, Overflow, Exact, Wide>;  // Wide: within the bound of the cell, or 1e-15

enum class Numbers { kExact, kApprox, kU64 };
std::string clause(Numbers numbers);  // "NUMBERS EXACT"

// What a count has to read in each arithmetic.
Expected expected_count(const Exact& count, Numbers numbers);
Expected expected_count(const Wide& count, Numbers numbers);

using RowKey = std::tuple<QueryId, Timestamp, std::int64_t>;  // query, start of window or 0, group or 0
using Answers = std::map<RowKey, std::vector<Expected>>;

// Collects rows and compares them; REQUIRES: at most one attribute of GROUP BY, an INT.
class CheckingSink final : public ResultSink {
 public:
  explicit CheckingSink(const Answers& answers) : answers_(answers) {}
  void accept(const ResultRow& row) override;
  // What is wrong first, empty if every row that is expected came and no other.
  std::string fault() const;

 private:
  const Answers& answers_;
  std::size_t rows_ = 0;
  std::string fault_;
};

// Cheap while the clock runs: enough to tell that a timed run gave the rows of the checked one.
class SummingSink final : public ResultSink {
 public:
  void accept(const ResultRow& row) override;
  std::uint64_t rows = 0;
  std::uint64_t sum = 0;  // modulo 2^64; of texts their length
};

}  // namespace horatio::bench
