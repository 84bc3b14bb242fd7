// SPDX-License-Identifier: Apache-2.0
// Which seeds a random test takes and how many: an argument behind "--", else the environment, else a
// default.
#pragma once

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace horatio::oracle {

inline std::uint64_t seed_option(std::string_view name, const char* variable, std::uint64_t otherwise) {
  const auto& suite = boost::unit_test::framework::master_test_suite();
  for (int i = 1; i + 1 < suite.argc; ++i) {
    if (name == suite.argv[i]) return std::strtoull(suite.argv[i + 1], nullptr, 10);
  }
  const char* set = std::getenv(variable);
  return set == nullptr ? otherwise : std::strtoull(set, nullptr, 10);
}

}  // namespace horatio::oracle
