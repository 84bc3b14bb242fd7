// SPDX-License-Identifier: Apache-2.0
// What must hold of any text, for the tests that try damaged and arbitrary ones.
#pragma once

#include <string>
#include <string_view>

namespace horatio::test {

// Parses the text: it is a workload, whose queries' canonical texts parse back to themselves, or has faults,
// each with a message and a place inside the text. Says what does not hold; empty: all does.
std::string check_parsing(std::string_view text);

}  // namespace horatio::test
