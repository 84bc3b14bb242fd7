// SPDX-License-Identifier: Apache-2.0
#include "operator/cli/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/query/nearest_name.h"
#include "operator/cli/message_text.h"
#include "operator/cli/number_text.h"
#include "operator/cli/time_text.h"

namespace horatio::process {
namespace {

constexpr const char* kVersion = "horatio " HORATIO_VERSION;

// Of --number-limit: what 64 bits take, and what can still be put into text in reasonable time.
constexpr std::int64_t kLeastNumber = 8;
constexpr std::int64_t kMostNumber = 64 << 20;

constexpr const char* kPurpose =
    "Horatio answers Kleene-pattern aggregation queries over event streams.\n"
    "Here: a workload over a file of events, without a stream processor.";

constexpr const char* kStart = R"(Start with
  horatio run --workload q.hql --input events.csv
  horatio run --help)";

constexpr const char* kRunNotes = R"(Example
  events.csv            q.hql
    ts,type,zone          STREAM s (TYPE A (zone INT), TYPE B (zone INT));
    1000,A,7              QUERY q1
    2000,B,7              RETURN COUNT(*)
    3000,B,7              PATTERN SEQ(A, B+)
                          GROUP BY zone
                          WITHIN 1 MINUTE;
  $ horatio run --workload q.hql --input events.csv
  query,window_start,window_end,zone,COUNT(*),status
  q1,0,60000,7,3,OK

Input: CSV (RFC 4180) with a header, plain, gzip or xz; - is standard input.
  - The columns besides time and type are attributes, found by name in any order.
    A column that the schema does not name is ignored. An attribute that no query
    reads is not looked at, so what stands there cannot make a row unreadable.
  - An empty field is NULL, "" is an empty string. BOOL is true, false, 1 or 0.
    A FLOAT that is nan or infinite reads as NULL.
  - Times are integers in the time unit, or ISO 8601 in UTC
    (2024-05-01T12:00:00.250Z); results write times as the first event does.
  - Rows ascend in time; --allow-lateness T takes rows up to T behind the latest.
    T is an integer in the time unit, or has a unit: 500ms, 5s, 2m, 1h, 1d.
  - A row that cannot be read is reported with its line number and skipped, so is
    a late one (of these only the first 20 are shown; the summary counts them all).
    Rows of types that the schema does not name are skipped silently.
    A schema with one TYPE needs no type column; if there is one, it counts.
    Blank lines are skipped.
Output: rows by window end, window start, query, group; an empty window between
  two others (EMIT EMPTY WINDOWS) comes with the later one, a query without WITHIN
  at the end. NULL is an empty field. The status is that of the row's
  worst value: OK, APPROX(bound) where a value may be off by its bound (written as
  d.dddde+N; the bound of a count is relative), or OVERFLOW where it does not fit
  (its field is empty). Windows of EVENTS have numbers of events as their bounds.
  - json is one object a line; a number beyond a double's exact range is a string;
    "status_of" has the status of each value that is not OK. A group column called
    as another member is "group.NAME", an aggregate "aggregate.NAME" (csv has the
    name twice).
  - table abbreviates long numbers.
  - FILE is there once it is whole.
  - A run that --strict ends early has the rows that were final before the bad row;
    FILE is left as it was. --stats is written then, too.
Exit code: 0; 1 for a failure of the machine (no such file, disk full);
  2 for a bad workload, header or command line; 3 for bad input under --strict.)";

constexpr const char* kReplayNotes =
    R"(A Flink job whose horatio-operator has died keeps the newest frames that it had sent
(all that were not acknowledged, and at most the event credit) in a folder that the
job's exception names: one folder for the process, in it one for each session. DIR is
either. The frames go through the same code as there, with the same options, so what
ended that process ends this one, or its error is printed.

What came before the frames is not in the folder, so the rows are not those of the job,
and a fault that needs the earlier state does not show. The folder holds events of the
job: read it before you hand it on.

A report of a crash is the folder, or what --verbose says before this process ends.

Exit code: 0 where nothing happened; 1 for a folder that is missing, foreign,
  truncated or damaged; 2 for a workload or options that this release refuses;
  3 where the frames end a session with an error, which is printed; else the signal
  that ended this process.)";

constexpr const char* kExplainNotes =
    R"(Prints the workload with all defaults written out, how each query is answered, and
what the queries have in common: every event type once, with the queries whose
trends step from it to the next.)";

struct Choices {
  std::string strategy = "auto";
  std::string format;
  std::string time_unit = "ms";
  std::string lateness = "0";
  std::string number_limit;
  std::string type_column;
  std::string stats;
  std::string profile;
};

std::string hint(std::string_view written, const std::vector<std::string>& names) {
  const std::vector<std::string_view> views(names.begin(), names.end());
  const std::string text = name_hint(written, views);
  return text.empty() ? "" : "; " + text;
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

class CommandLine {
 public:
  CommandLine() : app_(kPurpose, "horatio") {
    app_.set_version_flag("--version", kVersion, "Print the version and exit");
    app_.set_help_flag("--help,-h", "Print this help and exit");
    app_.footer(kStart);
    app_.allow_extras();
    add_run();
    add_explain();
    add_replay();
  }

  Command parse(int argc, const char* const* argv) {
    try {
      app_.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
      return Answer{app_.help()};
    } catch (const CLI::CallForVersion& version) {
      return Answer{std::string(version.what()) + "\n"};
    } catch (const CLI::ParseError& fault) {
      return Misuse{fault.what()};
    }
    if (std::string fault = find_fault(); !fault.empty()) return Misuse{fault};
    if (explain_->parsed()) return explain_options_;
    if (replay_->parsed()) return replay_options_;
    return run_options_;
  }

 private:
  CLI::App* add_command(const char* name, const char* purpose, const char* notes) {
    CLI::App* command = app_.add_subcommand(name, purpose);
    command->set_help_flag("--help,-h", "Print this help and exit");
    command->footer(notes);
    command->allow_extras();
    return command;
  }

  void add_common_options(CLI::App* command) {
    command->add_option("--time-unit", choices_.time_unit, "Unit of integer times: s, ms (default), us or ns")
        ->type_name("UNIT");
    command
        ->add_option("--strategy", choices_.strategy,
                     "auto (default), never (share nothing), hamlet or always (HAMLET's ways: whether "
                     "queries share is "
                     "decided for each burst of events, or always) or enumerate (build every trend: small "
                     "inputs only)")
        ->type_name("S");
    command
        ->add_option("--number-limit", choices_.number_limit,
                     "Largest exact number in bytes; a larger one is OVERFLOW (default: 65536)")
        ->type_name("BYTES");
  }

  void add_run() {
    run_ = add_command("run", "Evaluate a workload over a CSV file of events", kRunNotes);
    RunOptions& options = run_options_;
    run_->add_option("--workload", options.workload, "Schema and queries; - is standard input")
        ->type_name("W.hql");
    run_->add_option("--input", options.input, "Events; - is standard input")->type_name("E.csv");
    run_->add_option("--output", options.output, "Results; without it, standard output")->type_name("FILE");
    run_->add_option("--format", choices_.format,
                     "csv, json or table (default: table on a terminal, else csv)")
        ->type_name("F");
    add_common_options(run_);
    run_->add_option("--time-column", options.columns.time, "Name of the time column (default: ts)")
        ->type_name("NAME");
    run_->add_option("--type-column", choices_.type_column, "Name of the type column (default: type)")
        ->type_name("NAME");
    run_->add_option("--allow-lateness", choices_.lateness, "How far rows may be out of order (default: 0)")
        ->type_name("T");
    run_->add_flag("--strict", options.strict,
                   "End at the first row that cannot be read or is late, with exit code 3");
    run_->add_option("--stats", choices_.stats, "Write counts, times and the strategy as JSON")
        ->type_name("FILE");
    run_->add_option(
            "--profile", choices_.profile,
            "Write who shared which burst of events (--strategy hamlet or always): JSON, CSV, graphs")
        ->type_name("FOLDER");
  }

  void add_explain() {
    explain_ = add_command("explain", "Print the canonical form of a workload and its plan", kExplainNotes);
    explain_->add_option("--workload", explain_options_.workload, "Schema and queries; - is standard input")
        ->type_name("W.hql");
    add_common_options(explain_);
    explain_->add_flag("--dot", explain_options_.dot,
                       "Print the merged template of the queries as a graph instead, for `dot -Tsvg`");
  }

  void add_replay() {
    replay_ = add_command("replay", "Run the frames that a job kept when its process died", kReplayNotes);
    replay_->add_option("DIR", replay_options_.folder, "The folder that the job's exception names");
    replay_->add_flag("--verbose", replay_options_.verbose, "Tell each frame before it is taken");
  }

  std::string find_fault() {
    const std::vector<CLI::App*> commands = app_.get_subcommands();
    if (std::string fault = find_stranger(commands.empty() ? app_ : *commands[0]); !fault.empty())
      return fault;
    if (std::string fault = find_stranger(app_); !fault.empty()) return fault;
    if (commands.empty()) return "a command is missing: run, explain or replay";
    if (std::string fault = find_empty(*commands[0]); !fault.empty()) return fault;
    if (replay_->parsed()) return replay_options_.folder.empty() ? "DIR is missing" : "";
    if (explain_options_.workload.empty() && run_options_.workload.empty())
      return "--workload W.hql is missing";
    if (run_->parsed() && run_options_.input.empty()) return "--input E.csv is missing";
    return take_choices();
  }

  // A word that nothing asks for: an option first, since what follows it may be its value.
  std::string find_stranger(const CLI::App& app) const {
    const std::vector<std::string> strangers = app.remaining();
    for (const std::string& word : strangers) {
      if (word.starts_with("-")) {
        return "there is no option " + in_quotes(word) +
               hint(word.substr(0, word.find('=')), option_names(app));
      }
    }
    if (strangers.empty()) return "";
    if (app_.get_subcommands().empty()) {
      return "there is no command " + in_quotes(strangers[0]) +
             hint(strangers[0], {"run", "explain", "replay"});
    }
    return "unexpected " + in_quotes(strangers[0]);
  }

  static std::string find_empty(const CLI::App& command) {
    for (const CLI::Option* option : command.get_options()) {
      if (option->count() > 0 && std::ranges::find(option->results(), "") != option->results().end()) {
        return option->get_name() + ": the value is empty";
      }
    }
    return "";
  }

  std::string take_choices() {
    const std::optional<TimeUnit> unit = time_unit_named(choices_.time_unit);
    if (!unit.has_value()) return bad_choice("--time-unit", choices_.time_unit, {"s", "ms", "us", "ns"});
    run_options_.unit = explain_options_.unit = *unit;
    if (std::string fault = take_strategy(); !fault.empty()) return fault;
    if (std::string fault = take_number_limit(); !fault.empty()) return fault;
    explain_options_.engine = run_options_.engine;
    if (!choices_.type_column.empty()) run_options_.columns.type = choices_.type_column;
    if (!choices_.stats.empty()) run_options_.stats = choices_.stats;
    if (!choices_.profile.empty()) run_options_.profile = choices_.profile;
    if (std::string fault = take_format(); !fault.empty()) return fault;
    return take_lateness();
  }

  std::string take_strategy() {
    std::vector<std::string> names;
    for (const Strategy strategy : kStrategies) {
      if (choices_.strategy == name_of(strategy)) {
        run_options_.engine.strategy = strategy;
        return "";
      }
      names.emplace_back(name_of(strategy));
    }
    return bad_choice("--strategy", choices_.strategy, names);
  }

  std::string take_number_limit() {
    if (choices_.number_limit.empty()) return "";
    std::int64_t bytes = 0;
    if (read_integer(choices_.number_limit, bytes) != Reading::kValue || bytes < kLeastNumber ||
        bytes > kMostNumber) {
      return "--number-limit: " + in_quotes(choices_.number_limit) + " is no number of bytes from " +
             std::to_string(kLeastNumber) + " to " + std::to_string(kMostNumber);
    }
    run_options_.engine.largest_number = static_cast<std::size_t>(bytes);
    return "";
  }

  std::string take_format() {
    if (choices_.format.empty()) return "";
    if (choices_.format == "csv") run_options_.format = ResultFormat::kCsv;
    if (choices_.format == "json") run_options_.format = ResultFormat::kJson;
    if (choices_.format == "table") run_options_.format = ResultFormat::kTable;
    if (run_options_.format.has_value()) return "";
    return bad_choice("--format", choices_.format, {"csv", "json", "table"});
  }

  std::string take_lateness() {
    switch (read_duration(choices_.lateness, run_options_.unit, run_options_.lateness)) {
      case Reading::kValue:
        return "";
      case Reading::kFinerThanUnit:
        return "--allow-lateness: finer than the time unit; --time-unit sets a finer one";
      case Reading::kOutOfRange:
        return "--allow-lateness: " + in_quotes(choices_.lateness) + " is too large";
      case Reading::kNotOne:
      case Reading::kTooManyDecimals:
      case Reading::kReserved:
      case Reading::kBeyondWindows:
      case Reading::kNotAKey:
        break;
    }
    return "--allow-lateness: " + in_quotes(choices_.lateness) +
           " is no duration; write an integer in the time unit, or one with ns, us, ms, s, m, h or d";
  }

  static std::string bad_choice(const std::string& option, const std::string& value,
                                const std::vector<std::string>& choices) {
    return option + ": " + in_quotes(value) + " is not a choice" + hint(value, choices);
  }

  CLI::App app_;
  CLI::App* run_ = nullptr;
  CLI::App* explain_ = nullptr;
  CLI::App* replay_ = nullptr;
  Choices choices_;
  RunOptions run_options_;
  ExplainOptions explain_options_;
  ReplayOptions replay_options_;
};

}  // namespace

Command parse_command_line(int argc, const char* const* argv) { return CommandLine().parse(argc, argv); }

}  // namespace horatio::process
