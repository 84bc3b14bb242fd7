// SPDX-License-Identifier: Apache-2.0
#include "operator/process/process.h"

#include <unistd.h>

#include <csignal>
#include <iostream>
#include <nlohmann/json.hpp>
#include <thread>
#include <utility>

#include "bridge/control/control_server.h"
#include "operator/process/control_service.h"
#include "operator/process/data_plane.h"
#include "operator/process/lifetime.h"
#include "operator/process/log.h"
#include "operator/process/machine.h"
#include "operator/process/token.h"
#include "operator/process/version.h"

namespace horatio::process {
namespace {

int exit_code(const Error& error) { return error.code == ErrorCode::kInvalidClause ? 2 : 1; }

int report(const Error& error) {
  std::string line = error.message;
  if (!error.remedy.empty()) line += "; " + error.remedy;
  log_error(line);
  return exit_code(error);
}

void print_ready(const std::string& data, const std::string& control) {
  const nlohmann::ordered_json ready = {
      {"horatio_operator", kVersion}, {"pid", ::getpid()}, {"data", data}, {"control", control}};
  std::cout << ready.dump() << std::endl;
}

// From here on the process ends, whatever a thread still does.
void bound_the_end() {
  std::thread([] {
    std::this_thread::sleep_for(std::chrono::seconds(4));
    log_error("ended while a session was still busy");
    ::_exit(0);
  }).detach();
}

// Serves until it is told to end. When threads are left that do not end, the process goes without them.
int serve(DataPlane& data, Lifetime& lifetime) {
  std::thread transport([&] {
    try {
      data.run();
    } catch (const std::exception& error) {
      log_error(std::string("the data plane failed: ") + error.what());
      ::_exit(1);
    }
    lifetime.ended();
  });
  const bool ended = lifetime.wait([&](std::chrono::milliseconds bound) { data.drain(bound); },
                                   [&] { return data.draining(); });
  if (!ended) {
    log_error("ended before the sessions had drained");
    ::_exit(1);
  }
  bound_the_end();
  transport.join();
  return 0;
}

int listen_and_serve(const ProcessOptions& options, const std::string& token, Lifetime& lifetime) {
  WorkloadRegistry registry;
  auto data = DataPlane::bind(options, token, registry);
  if (!data) return report(data.error());
  ControlService service(token, options.engine, registry, **data,
                         [&](std::chrono::milliseconds bound) { (*data)->drain(bound); });
  control_plane::ControlOptions control_options;
  control_options.allow_any_address = options.allow_remote;
  auto control = control_plane::ControlServer::start(
      options.control, service, [](std::string_view line) { log_limited("control", line); }, control_options);
  if (!control) return report(control.error());
  print_ready((*data)->endpoint(), (*control)->address());
  return serve(**data, lifetime);
}

}  // namespace

int run_process(ProcessOptions options) {
  std::signal(SIGXFSZ, SIG_IGN);  // a file at its limit is an error of the session that writes it
  set_malloc_thresholds();
  Lifetime lifetime(options.launched);
  const auto token = options.launched ? read_token_line(STDIN_FILENO) : token_of_file(options.token_file);
  if (!token) return report(token.error());
  if (options.memory == 0) options.memory = memory_of_machine() / 4 * 3;
  return listen_and_serve(options, *token, lifetime);
}

}  // namespace horatio::process
