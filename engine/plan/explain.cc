// SPDX-License-Identifier: Apache-2.0
// The plan in words.
#include <algorithm>
#include <iterator>
#include <numeric>
#include <string>
#include <utility>

#include "engine/plan/engine.h"
#include "engine/plan/merged_template.h"
#include "engine/plan/trend_options.h"
#include "engine/trend/evaluators.h"
#include "engine/trend/trend_query.h"

namespace horatio {
namespace {

std::string attributes(const std::vector<KeyAttribute>& keys) {
  std::string text;
  for (const KeyAttribute& key : keys) text += (text.empty() ? "" : ", ") + key.name;
  return text.empty() ? "(none)" : text;
}

std::string window(const std::optional<WindowSpec>& spec) {
  if (!spec) return "none: one over the whole input, reported at its end (never on an endless stream)";
  std::string text = "size " + std::to_string(spec->size) + ", slide " + std::to_string(spec->slide);
  if (!spec->of_events) text += ", offset " + std::to_string(spec->offset);
  const std::int64_t overlap = spec->size / spec->slide + (spec->size % spec->slide != 0 ? 1 : 0);
  return text + (spec->of_events ? " (events of a group" : " (time units") + "; an event is in up to " +
         std::to_string(overlap) + ")";
}

std::string automaton(const trend::Branch& branch) {
  const std::size_t states = branch.automaton.states();
  return std::to_string(states) + (states == 1 ? " state, " : " states, ") +
         (branch.automaton.deterministic_as_written()
              ? "deterministic as written"
              : "determinised: several bindings of the same events are possible");
}

std::string automata(const trend::TrendQuery& query) {
  static constexpr const char* kPairNames[] = {"first operand: ", "; second operand: ", "; both at once: "};
  if (!query.is_pair()) return automaton(query.branches().front());
  std::string text;
  for (std::size_t i = 0; i < query.branches().size(); ++i)
    text += kPairNames[i] + automaton(query.branches()[i]);
  return text;
}

std::string explain_query(const Query& query, const Schema& schema, const EngineOptions& options) {
  std::string text = query.canonical + "\n";
  const Result<trend::TrendQuery> compiled = trend::TrendQuery::compile(query, schema);
  if (!compiled.ok()) return text + "  refused:   " + compiled.error().message + "\n";
  const auto evaluator = trend::make_evaluator(*compiled, trend_options(options).evaluation());
  text += "  room:      trend\n";
  text += "  strategy:  " + std::string(name_of(options.strategy)) + ": " + evaluator->describe() + "\n";
  text += "  group by:  " + attributes(query.group_by) + "\n";
  text += "  equal:     " + attributes(query.equivalence) + "\n";
  text += "  window:    " + window(query.window) + "\n";
  text += "  automaton: " + automata(*compiled) + "\n";
  return text;
}

bool has_lasting_not(const PatternNode& node) {
  return node.lasting.has_value() || std::any_of(node.children.begin(), node.children.end(), has_lasting_not);
}

// Why the events of a Kleene sub-pattern are applied to the query one by one.
std::string why_alone(const Query& query, bool several_types) {
  if (query.window && query.window->of_events) return "windows of EVENTS";
  if (query.selection == Selection::kNext) return "MATCH NEXT";
  if (query.selection == Selection::kContiguous) return "MATCH CONTIGUOUS";
  if (!query.edges.empty() && query.numbers == Numbers::kApprox)
    return "conditions on adjacent events, and numbers that round";
  if (!query.edges.empty())
    return "conditions on adjacent events that no other query has, that no index finds, or with sums of "
           "FLOAT";
  if (has_lasting_not(query.pattern.root)) return "NOT ... FOR";
  if (several_types)
    return "others have it otherwise, or its types stand elsewhere or have several conditions";
  return "several conditions, a NOT or several sums of it depend on each other";
}

class SharingText {
 public:
  SharingText(const Workload& workload, const TrendProcessor& trends)
      : workload_(workload), trends_(trends) {}

  // "q1, q2 share; q3, q4 share (other keys, edge predicates or order of ties); q5 alone (MATCH NEXT)"
  std::string of(const MergedTemplate::Kleene& kleene) const {
    std::vector<QueryId> left = kleene.queries;
    std::vector<TypeId> types = kleene.types;
    std::sort(types.begin(), types.end());
    std::string text;
    for (const std::vector<QueryId>& group : trends_.sharing_groups(types)) {
      const std::vector<QueryId> members = taken_from(left, group);
      if (members.empty()) continue;
      text +=
          (text.empty() ? "" : "; ") + names(members, workload_) + (members.size() > 1 ? " share" : " alone");
      if (text.find(';') != std::string::npos) text += " (other keys, edge predicates or order of ties)";
    }
    const bool several_types = types.size() > 1;
    if (text.empty() && several_types) return "not shared: its events are of several types";
    for (const QueryId id : left) text += (text.empty() ? "" : "; ") + alone(id, several_types);
    return text;
  }

 private:
  // Those of the group among `left`, which loses them.
  static std::vector<QueryId> taken_from(std::vector<QueryId>& left, const std::vector<QueryId>& group) {
    std::vector<QueryId> taken;
    std::copy_if(group.begin(), group.end(), std::back_inserter(taken),
                 [&left](QueryId id) { return std::erase(left, id) != 0; });
    return taken;
  }
  std::string alone(QueryId id, bool several_types) const {
    const Query& query = workload_.queries[id];
    return query.name + " alone (" + why_alone(query, several_types) + ")";
  }

  const Workload& workload_;
  const TrendProcessor& trends_;
};

std::string explain_template(const Workload& workload, const MergedTemplate& merged) {
  const std::string text = describe(merged, workload);
  return text.empty() ? ""
                      : "\nmerged template (every type once, with the queries that take each step)\n" + text;
}

// Which queries have which Kleene sub-patterns in common, and which take the runs of which types together.
std::string explain_sharing(const Workload& workload, const MergedTemplate& merged,
                            const EngineOptions& options) {
  std::vector<QueryId> queries(workload.queries.size());
  std::iota(queries.begin(), queries.end(), QueryId{0});
  // The processor refers to the workload, which outlives it here.
  const std::shared_ptr<const Workload> view(std::shared_ptr<const void>(), &workload);
  const auto trends = TrendProcessor::make(view, queries, trend_options(options));
  if (!trends.ok()) return "";
  std::string text;
  if (trend_options(options).runs != trend::RunSharing::kNone && !merged.sharable.empty()) {
    text += "\nsharable Kleene sub-patterns\n";
    for (const MergedTemplate::Kleene& kleene : merged.sharable)
      text += "  " + kleene.text + ": " + SharingText(workload, **trends).of(kleene) + "\n";
  }
  const std::string groups = (*trends)->describe_sharing();
  if (groups.empty()) return text;
  return text +
         "\nsharing groups (runs of a type, or of several together, are applied at once to these queries)\n" +
         groups;
}

}  // namespace

std::string explain(const Workload& workload, EngineOptions options) {
  std::string text;
  for (const Query& query : workload.queries) {
    if (!text.empty()) text += "\n";
    text += explain_query(query, workload.schema, options);
  }
  const MergedTemplate merged = merged_template(workload);
  return text + explain_template(workload, merged) + explain_sharing(workload, merged, options);
}

}  // namespace horatio
