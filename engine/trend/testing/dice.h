// SPDX-License-Identifier: Apache-2.0
// Random choices, the same on every platform for one state of the engine.
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <random>
#include <string>
#include <vector>

namespace horatio::oracle {

class Dice {
 public:
  explicit Dice(std::mt19937_64& random) : random_(random) {}

  std::size_t below(std::size_t n) { return random_() % n; }
  std::size_t between(std::size_t low, std::size_t high) { return low + below(high - low + 1); }
  bool chance(std::size_t percent) { return below(100) < percent; }
  std::string pick(std::initializer_list<const char*> values) {
    return *(values.begin() + below(values.size()));
  }
  template <class T>
  const T& pick(const std::vector<T>& values) {
    return values[below(values.size())];
  }
  template <class T>
  void shuffle(std::vector<T>& values) {
    for (std::size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[below(i)]);
  }

 private:
  std::mt19937_64& random_;
};

}  // namespace horatio::oracle
