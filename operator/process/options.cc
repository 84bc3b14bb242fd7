// SPDX-License-Identifier: Apache-2.0
#include "operator/process/options.h"

#include <CLI/CLI.hpp>
#include <limits>
#include <map>
#include <sstream>

#include "operator/process/version.h"

namespace horatio::process {
namespace {

// Of --number-limit: what 64 bits take, and what can still be put into text in reasonable time.
constexpr std::uint64_t kLeastNumber = 8;
constexpr std::uint64_t kMostNumber = 64U << 20;

constexpr std::uint64_t kNoUpperLimit = std::numeric_limits<std::int64_t>::max();

// A number of bytes with an optional unit, within bounds.
template <class Number>
void add_bytes(CLI::App& app, const std::string& flag, Number& value, std::uint64_t least, std::uint64_t most,
               const std::string& text) {
  app.add_option(flag, value, text)
      ->type_name("BYTES")
      ->capture_default_str()
      ->transform(CLI::AsSizeValue(false))
      ->check(CLI::Range(least, most));
}

void describe_engine(CLI::App& app, EngineOptions& options) {
  std::map<std::string, Strategy> strategies;
  for (const Strategy strategy : kStrategies) strategies.emplace(name_of(strategy), strategy);
  app.add_option(
         "--strategy", options.strategy,
         "auto (default), never (share nothing), hamlet or always (as the HAMLET paper has it: whether "
         "queries share is decided for each burst, or always) or enumerate (build every trend: small "
         "inputs only; it restores only its own snapshots)")
      ->type_name("NAME")
      ->transform(CLI::CheckedTransformer(strategies).description(""));
  add_bytes(app, "--number-limit", options.largest_number, kLeastNumber, kMostNumber,
            "Largest exact number; a larger one is OVERFLOW");
}

void describe(CLI::App& app, ProcessOptions& options) {
  app.set_version_flag("--version", "horatio-operator " + std::string(kVersion));
  app.add_option("--listen", options.listen, "Data plane: tcp://ADDRESS:PORT, port 0 for any free one")
      ->capture_default_str();
  app.add_option("--control", options.control, "Control plane: ADDRESS:PORT, port 0 for any free one")
      ->capture_default_str();
  auto* launched = app.add_flag("--launched", options.launched,
                                "Read the token from the first line of stdin and end when stdin ends");
  app.add_option("--token-file", options.token_file,
                 "Read the token from this file, or make one and write it there (mode 0600)")
      ->excludes(launched);
  add_bytes(app, "--event-credit", options.event_credit, 256U << 10, 1U << 30,
            "Event frames that a session may have under way");
  add_bytes(app, "--held-limit", options.held_limit, 64U << 10, kNoUpperLimit,
            "Events above the watermark that a session may hold");
  add_bytes(
      app, "--memory", options.memory, 0, kNoUpperLimit,
      "State and held events of all sessions; 0: three quarters of the machine's or container's memory");
  add_bytes(app, "--snapshot-memory", options.snapshot_memory, 0, kNoUpperLimit,
            "Frozen state of a session that stays in memory (an eighth of --memory at most); more goes to a "
            "file in "
            "$TMPDIR until it is uploaded");
  add_bytes(app, "--max-frame", options.max_frame, 64U << 10, 256U << 20, "The largest frame that is taken");
  describe_engine(app, options.engine);
  app.add_option("--session-timeout", options.session_timeout_seconds,
                 "Seconds without any frame after which a session is dropped")
      ->capture_default_str()
      ->check(CLI::Range(1U, 86'400U));
  app.add_flag("--allow-remote", options.allow_remote,
               "Allow addresses other than 127.0.0.0/8. Both planes are clear text: prefer a tunnel");
}

// Why the flags do not fit together; empty: they do.
std::string find_fault(const ProcessOptions& options) {
  if (!options.launched && options.token_file.empty()) {
    return "--token-file FILE is needed unless --launched: callers of both planes prove themselves with the "
           "token in it";
  }
  if (options.allow_remote) return {};
  const std::string remedy =
      " is not on loopback, and both planes are clear text: use 127.0.0.1 and a tunnel, or say "
      "--allow-remote";
  if (!options.listen.starts_with("tcp://127.")) return "--listen " + options.listen + remedy;
  if (!options.control.starts_with("127.")) return "--control " + options.control + remedy;
  return {};
}

}  // namespace

std::variant<ProcessOptions, EarlyExit> parse_options(int argc, const char* const* argv) {
  ProcessOptions options;
  CLI::App app("Answers Horatio queries for Apache Flink jobs.", "horatio-operator");
  describe(app, options);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    std::ostringstream out;
    std::ostringstream err;
    const int code = app.exit(error, out, err);
    return code == 0 ? EarlyExit{0, out.str()} : EarlyExit{2, err.str()};
  }
  const std::string fault = find_fault(options);
  if (!fault.empty()) return EarlyExit{2, fault + "\n"};
  return options;
}

}  // namespace horatio::process
