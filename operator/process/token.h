// SPDX-License-Identifier: Apache-2.0
// The secret that callers of both planes show. It is never in argv or the environment.
#pragma once

#include <string>
#include <string_view>

#include "engine/model/status.h"

namespace horatio::process {

inline constexpr std::size_t kLeastTokenBytes = 16;

// The first line of a descriptor, byte by byte, so that what follows stays unread. Errors: kUnauthorized (no
// line, shorter than kLeastTokenBytes, longer than 4 KiB), kFile.
Result<std::string> read_token_line(int fd);

// The token in the file; where the file does not exist, a new one of 128 random bits, written with mode 0600.
// Errors: kUnauthorized (too short, or readable by others), kFile.
Result<std::string> token_of_file(const std::string& path);

// Takes the same time wherever the first difference is; the length of `expected` is no secret.
bool same_token(std::string_view shown, std::string_view expected);

}  // namespace horatio::process
