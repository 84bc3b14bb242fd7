// SPDX-License-Identifier: Apache-2.0
// The process from its options to its exit code.
#pragma once

#include "operator/process/options.h"

namespace horatio::process {

// Prints one JSON line on stdout when both planes listen:
//   {"horatio_operator":"0.1.0","pid":N,"data":"tcp://127.0.0.1:PORT","control":"127.0.0.1:PORT"}
// Exit codes: 0 ended as asked; 1 a failure of the machine (port in use, token file, sessions that would not
// end); 2 an option that cannot be. The reason is on stderr.
int run_process(ProcessOptions options);

}  // namespace horatio::process
