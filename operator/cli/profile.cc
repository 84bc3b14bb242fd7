// SPDX-License-Identifier: Apache-2.0
#include "operator/cli/profile.h"

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "engine/plan/merged_template.h"
#include "operator/cli/graphviz.h"

namespace horatio::process {
namespace {

constexpr const char* kColumns =
    "type,first,last,events,sharing,alone,graphlets,event_snapshots,benefit,decision_ns,shared_ns,alone_ns,"
    "alone_queries\n";

double percent(double part, double whole) { return whole == 0 ? 0 : 100 * part / whole; }

std::string counted(std::uint64_t number, const std::string& what) {
  return std::to_string(number) + " " + what + (number == 1 ? "" : "s");
}

std::string one_decimal(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", number);
  return text;
}

template <class Sums>
void add(Sums& sums, const trend::BurstDecision& burst) {
  ++sums.bursts;
  sums.events += burst.events;
  sums.shared += burst.sharing.empty() ? 0 : 1;
  sums.split += burst.sharing.empty() || burst.alone.empty() ? 0 : 1;
  sums.graphlets += burst.graphlets;
  sums.event_snapshots += burst.event_snapshots;
  sums.decision_ns += burst.decision_ns;
  sums.shared_ns += burst.shared_ns;
  sums.alone_ns += burst.alone_ns;
}

template <class Sums>
nlohmann::ordered_json json_of(const Sums& sums) {
  const auto seconds = [](std::uint64_t nanoseconds) { return static_cast<double>(nanoseconds) * 1e-9; };
  return {{"bursts", sums.bursts},
          {"events", sums.events},
          {"shared_bursts", sums.shared},
          {"split_bursts", sums.split},
          {"graphlets", sums.graphlets},
          {"snapshots", sums.graphlets + sums.event_snapshots},
          {"event_snapshots", sums.event_snapshots},
          {"decision_seconds", seconds(sums.decision_ns)},
          {"shared_seconds", seconds(sums.shared_ns)},
          {"alone_seconds", seconds(sums.alone_ns)}};
}

}  // namespace

Result<std::unique_ptr<Profile>> Profile::open(const std::string& folder) {
  std::error_code fault;
  std::filesystem::create_directories(folder, fault);
  if (fault) {
    return Error{ErrorCode::kFile, "cannot make the folder " + folder + ": " + fault.message(), "", {}};
  }
  Result<std::unique_ptr<OutputFile>> bursts = OutputFile::open(folder + "/bursts.csv");
  if (!bursts.ok()) return bursts.error();
  (*bursts)->buffer() += kColumns;
  return std::unique_ptr<Profile>(new Profile(folder, std::move(*bursts)));
}

std::uint64_t Profile::nanoseconds() {
  return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch() /
                                    std::chrono::nanoseconds(1));
}

void Profile::decided(const trend::BurstDecision& burst) {
  add(all_, burst);
  add(of_types_[burst.types], burst);
  of_query_.resize(workload_->queries.size());
  for (const QueryId id : burst.sharing) ++of_query_[id].shared;
  for (const QueryId id : burst.alone) ++of_query_[id].alone;
  if (drawn_.size() < kDrawnBursts) drawn_.push_back(burst);
  std::string& text = bursts_->buffer();
  text += names_of_types(burst.types);
  for (const Timestamp time : {burst.first, burst.last}) (text += ',') += std::to_string(time);
  for (const std::uint64_t count :
       {burst.events, std::uint64_t{burst.sharing.size()}, std::uint64_t{burst.alone.size()}, burst.graphlets,
        burst.event_snapshots}) {
    (text += ',') += std::to_string(count);
  }
  (text += ',') += one_decimal(burst.benefit);
  for (const std::uint64_t time : {burst.decision_ns, burst.shared_ns, burst.alone_ns})
    (text += ',') += std::to_string(time);
  (text += ',') += names_of(burst.alone) + "\n";
  bursts_->written();
}

Status Profile::commit(const EngineStats& stats, Strategy strategy, double engine_seconds,
                       Diagnostics& diagnostics) {
  if (Status status = bursts_->commit(); !status.ok()) return status;
  const std::pair<const char*, std::string> files[] = {
      {"profile.json", to_json(stats, strategy, engine_seconds)},
      {"template.dot", to_dot(merged_template(*workload_), *workload_)},
      {"graphlets.dot", graphlets_dot()}};
  for (const auto& [name, text] : files) {
    if (Status status = write(name, text); !status.ok()) return status;
  }
  summary(stats, strategy, engine_seconds, diagnostics);
  for (const char* name : {"/template", "/graphlets"}) {
    const Status drawn = draw_graph(folder_ + name + ".dot", folder_ + name + ".svg");
    if (drawn.ok()) continue;
    diagnostics.message(drawn.error().message + "; " + drawn.error().remedy);
    break;
  }
  return {};
}

void Profile::summary(const EngineStats& stats, Strategy strategy, double engine_seconds,
                      Diagnostics& diagnostics) const {
  if (strategy != Strategy::kHamlet && strategy != Strategy::kAlways && all_.bursts == 0) {
    return diagnostics.message(std::string("profile: strategy ") + name_of(strategy) +
                               " has decided nothing per burst; --strategy hamlet or always does");
  }
  const auto bursts = static_cast<double>(all_.bursts);
  diagnostics.message("profile: " + std::to_string(all_.bursts) + " bursts of " +
                      one_decimal(bursts == 0 ? 0 : static_cast<double>(all_.events) / bursts) + " events; " +
                      one_decimal(percent(static_cast<double>(all_.shared), bursts)) + " % shared, " +
                      one_decimal(percent(static_cast<double>(all_.split), bursts)) +
                      " % by some of their queries only; " +
                      std::to_string(stats.sharing.snapshots + stats.sharing.event_snapshots) +
                      " snapshots; decisions took " +
                      one_decimal(percent(static_cast<double>(all_.decision_ns) * 1e-9, engine_seconds)) +
                      " % of the engine's time; " + folder_ + " has the rest");
}

std::string Profile::to_json(const EngineStats& stats, Strategy strategy, double engine_seconds) const {
  nlohmann::ordered_json json{{"strategy", name_of(strategy)},
                              {"events_applied", stats.events_applied},
                              {"engine_seconds", engine_seconds}};
  json.update(json_of(all_));
  json["applied_together"] = stats.sharing.shared_events;
  json["applied_one_by_one"] = stats.sharing.single_events;
  json["types"] = nlohmann::ordered_json::array();
  for (const auto& [types, sums] : of_types_) {
    nlohmann::ordered_json of{{"type", names_of_types(types)}};
    of.update(json_of(sums));
    json["types"].push_back(std::move(of));
  }
  json["queries"] = nlohmann::ordered_json::array();
  for (std::size_t id = 0; id < of_query_.size(); ++id) {
    json["queries"].push_back({{"query", workload_->queries[id].name},
                               {"shared_bursts", of_query_[id].shared},
                               {"bursts_alone", of_query_[id].alone}});
  }
  return json.dump(2) + "\n";
}

std::string Profile::names_of_types(const std::vector<TypeId>& types) const {
  std::string text;
  for (const TypeId id : types) (text += text.empty() ? "" : " ") += workload_->schema.types[id].name;
  return text;
}

std::string Profile::names_of(const std::vector<QueryId>& queries) const {
  std::string text;
  for (const QueryId id : queries) (text += text.empty() ? "" : " ") += workload_->queries[id].name;
  return text;
}

// Time goes down, a row per burst: what came, the shared graphlet, then a box for each query that is alone.
std::string Profile::graphlets_dot() const {
  std::string text = "digraph graphlets {\n  node [shape=record];\n";
  std::string before;
  for (std::size_t i = 0; i < drawn_.size(); ++i) {
    const trend::BurstDecision& burst = drawn_[i];
    const std::string node = "b" + std::to_string(i);
    std::string label = names_of_types(burst.types) + " " + std::to_string(burst.first) + " to " +
                        std::to_string(burst.last) + "\\n" + counted(burst.events, "event");
    if (!burst.sharing.empty()) {
      label += "|shared by " + names_of(burst.sharing) + "\\n" + counted(burst.graphlets, "graphlet") + ", " +
               counted(burst.event_snapshots, "event snapshot");
    }
    for (const QueryId id : burst.alone) label += "|" + workload_->queries[id].name + " alone";
    ((((text += "  ") += node) += " [label=\"") += label) += "\"";
    text += burst.sharing.empty() ? "];\n" : ", style=bold];\n";
    if (!before.empty()) ((((text += "  ") += before) += " -> ") += node) += ";\n";
    before = node;
  }
  return text + "}\n";
}

Status Profile::write(const std::string& name, std::string text) const {
  Result<std::unique_ptr<OutputFile>> file = OutputFile::open(folder_ + "/" + name);
  if (!file.ok()) return file.error();
  (*file)->buffer() = std::move(text);
  return (*file)->commit();
}

}  // namespace horatio::process
