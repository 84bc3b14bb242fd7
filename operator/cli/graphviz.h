// SPDX-License-Identifier: Apache-2.0
// Graphs drawn by Graphviz, where it is installed.
#pragma once

#include <string>

#include "engine/model/status.h"

namespace horatio::process {

// `dot -Tsvg -o svg_file dot_file`, waited for. Errors (kFile): there is no dot, or it failed.
Status draw_graph(const std::string& dot_file, const std::string& svg_file);

}  // namespace horatio::process
