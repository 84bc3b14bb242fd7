// SPDX-License-Identifier: Apache-2.0
// Rows of a CSV file without quotes, up to a number of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace horatio::bench::figures {

using Fields = std::vector<std::string>;

// The rows from number `first` on, the header not counted, at most `most`. Exits with 1 if there is no such
// file.
std::vector<Fields> read_csv(const std::string& path, std::size_t first, std::size_t most);

// 0 for text that is none.
std::int64_t to_integer(std::string_view text);

}  // namespace horatio::bench::figures
