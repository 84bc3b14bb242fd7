// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace horatio::process {

inline constexpr const char* kVersion = HORATIO_VERSION;  // set by CMake from the project's version

}  // namespace horatio::process
