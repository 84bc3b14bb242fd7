// SPDX-License-Identifier: Apache-2.0
#include <exception>
#include <iostream>

#include "operator/process/options.h"
#include "operator/process/process.h"

#if defined(__SANITIZE_THREAD__)
// When the JVM is gone the process ends at once, with its threads: that is no leak.
extern "C" const char* __tsan_default_options() { return "report_thread_leaks=0"; }
#endif

int main(int argc, char** argv) try {
  using namespace horatio::process;
  const auto parsed = parse_options(argc, argv);
  if (const auto* early = std::get_if<EarlyExit>(&parsed)) {
    (early->code == 0 ? std::cout : std::cerr) << early->text;
    return early->code;
  }
  return run_process(std::get<ProcessOptions>(parsed));
} catch (const std::exception& error) {
  std::cerr << "horatio-operator: " << error.what() << '\n';
  return 1;
}
