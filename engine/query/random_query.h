// SPDX-License-Identifier: Apache-2.0
// Random aggregation queries over kTrips, in random spelling: every feature of the language beside every
// other.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace horatio::test {

class QueryWriter {
 public:
  explicit QueryWriter(std::uint64_t seed) : random_(seed) {}

  // Always in order, in milliseconds and in nanoseconds.
  std::string query();

 private:
  struct Step {
    std::string alias;
    std::string type;
    bool negated;
  };
  struct Part {
    std::string text;
    bool can_be_empty;
  };
  enum class Window : std::uint8_t { kNone, kTime, kEvents };
  // What makes a value: an attribute of an event, or an aggregate.
  using Value = std::string (QueryWriter::*)(const std::string& alias);

  bool chance(unsigned n) { return random_() % n == 0; }
  std::string pick(std::initializer_list<const char*> choices);
  std::string word(std::string text);

  std::string pattern();
  std::string branch();
  Part part(int depth);
  Part repeated(Part part);
  Part step();
  Part sequence(int depth, bool at_end);
  std::string forbidden(bool at_end);
  std::string event(bool negated);
  const Step& taken_step();

  std::string returned();
  std::string aggregate();
  std::string where();
  std::string conjunct();
  std::string edge();
  std::string condition(int depth, const std::string& alias, Value value);
  std::string number(int depth, const std::string& alias, Value value);
  std::string attribute(const std::string& alias);
  std::string column(const std::string& alias);
  std::string within();
  std::string span();

  std::mt19937_64 random_;
  std::vector<Step> steps_;
  std::vector<std::string> columns_;
  std::set<std::string> unnamed_;  // aggregates returned without AS
  Window window_ = Window::kNone;
};

}  // namespace horatio::test
