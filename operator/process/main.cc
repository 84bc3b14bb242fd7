// SPDX-License-Identifier: Apache-2.0
#include <exception>
#include <iostream>

#include "operator/process/options.h"
#include "operator/process/process.h"

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
