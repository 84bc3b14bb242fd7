// SPDX-License-Identifier: Apache-2.0
#include "engine/plan/merged_template.h"

#include <algorithm>
#include <map>
#include <utility>

#include "engine/automaton/guarded_positions.h"
#include "engine/query/canonical.h"

namespace horatio {
namespace {

using automaton::GuardedPositions;
using automaton::Part;

void add_once(std::vector<QueryId>& queries, QueryId query) {
  if (queries.empty() || queries.back() != query) queries.push_back(query);
}

// The parts of a pattern whose trends are counted: under AND both operands.
std::vector<GuardedPositions> parts_of(const Pattern& pattern) {
  const bool is_pair = pattern.root.kind == PatternNode::Kind::kAnd;
  std::vector<GuardedPositions> parts;
  for (const Part part : is_pair ? std::vector{Part::kFirst, Part::kSecond} : std::vector{Part::kWhole}) {
    Result<GuardedPositions> positions = GuardedPositions::build(pattern, part);
    if (!positions.ok()) return {};
    parts.push_back(std::move(*positions));
  }
  return parts;
}

// P+ of a P that is repeated without end, whatever the least number.
std::string kleene_text(const PatternNode& repeat, const Pattern& pattern, const Schema& schema) {
  PatternNode once_or_more = repeat;
  once_or_more.min = 1;
  return types_text(once_or_more, pattern, schema);
}

void collect_types(const PatternNode& node, const Pattern& pattern, std::vector<TypeId>& types) {
  if (node.kind == PatternNode::Kind::kNot) return;
  if (node.kind == PatternNode::Kind::kType) {
    const TypeId type = pattern.places[node.place].type;
    if (std::find(types.begin(), types.end(), type) == types.end()) types.push_back(type);
  }
  for (const PatternNode& child : node.children) collect_types(child, pattern, types);
}

class Merger {
 public:
  explicit Merger(const Workload& workload) : workload_(workload) {
    merged_.starts.resize(workload.schema.types.size());
    merged_.ends.resize(workload.schema.types.size());
  }

  void add(QueryId id) {
    const Pattern& pattern = workload_.queries[id].pattern;
    const std::vector<GuardedPositions> parts = parts_of(pattern);
    for (const GuardedPositions& positions : parts) add(id, pattern, positions);
    if (!parts.empty()) add_kleene(id, pattern, pattern.root);
  }

  MergedTemplate take() {
    for (auto& [types, queries] : transitions_)
      merged_.transitions.push_back({types.first, types.second, std::move(queries)});
    std::erase_if(merged_.sharable,
                  [](const MergedTemplate::Kleene& kleene) { return kleene.queries.size() < 2; });
    return std::move(merged_);
  }

 private:
  void add(QueryId id, const Pattern& pattern, const GuardedPositions& positions) {
    const auto type_of = [&](automaton::Position position) {
      return pattern.places[positions.places[position]].type;
    };
    for (const automaton::Edge& edge : positions.first) add_once(merged_.starts[type_of(edge.to)], id);
    for (std::size_t from = 0; from < positions.places.size(); ++from) {
      const TypeId type = type_of(static_cast<automaton::Position>(from));
      if (positions.last[from]) add_once(merged_.ends[type], id);
      for (const automaton::Edge& edge : positions.follow[from])
        add_once(transitions_[{type, type_of(edge.to)}], id);
    }
  }

  void add_kleene(QueryId id, const Pattern& pattern, const PatternNode& node) {
    if (node.kind == PatternNode::Kind::kRepeat && node.max == PatternNode::kUnbounded) {
      const std::string text = kleene_text(node, pattern, workload_.schema);
      auto found = std::find_if(merged_.sharable.begin(), merged_.sharable.end(),
                                [&](const MergedTemplate::Kleene& known) { return known.text == text; });
      if (found == merged_.sharable.end()) {
        found = merged_.sharable.insert(found, {text, {}, {}});
        collect_types(node, pattern, found->types);
      }
      add_once(found->queries, id);
    }
    for (const PatternNode& child : node.children) add_kleene(id, pattern, child);
  }

  const Workload& workload_;
  MergedTemplate merged_;
  std::map<std::pair<TypeId, TypeId>, std::vector<QueryId>> transitions_;
};

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

std::string node(std::size_t type) { return "t" + std::to_string(type); }

// All but the closing bracket. Few names are written out: a drawing of hundreds is none.
std::string label(const std::vector<QueryId>& queries, const Workload& workload) {
  constexpr std::size_t kMostNames = 8;
  const std::size_t shown = queries.size() <= kMostNames ? queries.size() : kMostNames - 1;
  std::string text = names({queries.begin(), queries.begin() + static_cast<std::ptrdiff_t>(shown)}, workload);
  if (shown < queries.size()) text += " and " + std::to_string(queries.size() - shown) + " more";
  return " [label=" + quoted(text);
}

bool is_used(const MergedTemplate& merged, TypeId type) {
  return !merged.starts[type].empty() ||
         std::any_of(merged.transitions.begin(), merged.transitions.end(),
                     [type](const auto& transition) { return transition.to == type; });
}

// Several queries take it within a sub-pattern that they have in common.
bool is_sharable(const MergedTemplate& merged, const MergedTemplate::Transition& transition) {
  return std::any_of(merged.sharable.begin(), merged.sharable.end(), [&](const auto& kleene) {
    const auto has = [&](TypeId type) {
      return std::find(kleene.types.begin(), kleene.types.end(), type) != kleene.types.end();
    };
    return transition.queries.size() > 1 && has(transition.from) && has(transition.to);
  });
}

}  // namespace

std::string names(const std::vector<QueryId>& queries, const Workload& workload) {
  std::string text;
  for (const QueryId id : queries) text += (text.empty() ? "" : ", ") + workload.queries[id].name;
  return text;
}

MergedTemplate merged_template(const Workload& workload) {
  Merger merger(workload);
  for (std::size_t id = 0; id < workload.queries.size(); ++id) merger.add(static_cast<QueryId>(id));
  return merger.take();
}

std::string describe(const MergedTemplate& merged, const Workload& workload) {
  const auto& types = workload.schema.types;
  std::string text;
  const auto line = [&](const std::string& from, const std::string& to, const std::vector<QueryId>& queries) {
    if (!queries.empty()) text += "  " + from + " -> " + to + ": " + names(queries, workload) + "\n";
  };
  for (std::size_t type = 0; type < types.size(); ++type)
    line("start", types[type].name, merged.starts[type]);
  for (const auto& transition : merged.transitions)
    line(types[transition.from].name, types[transition.to].name, transition.queries);
  for (std::size_t type = 0; type < types.size(); ++type) line(types[type].name, "end", merged.ends[type]);
  return text;
}

std::string to_dot(const MergedTemplate& merged, const Workload& workload) {
  const auto& types = workload.schema.types;
  std::string text = "digraph template {\n  rankdir=LR;\n  node [shape=box];\n  start [shape=point];\n";
  for (std::size_t type = 0; type < types.size(); ++type) {
    if (!is_used(merged, static_cast<TypeId>(type))) continue;
    text += "  " + node(type) + " [label=" + quoted(types[type].name) +
            (merged.ends[type].empty() ? "" : ", peripheries=2") + "];\n";
    if (!merged.starts[type].empty())
      text += "  start -> " + node(type) + label(merged.starts[type], workload) + "];\n";
  }
  for (const MergedTemplate::Transition& transition : merged.transitions) {
    text += "  " + node(transition.from) + " -> " + node(transition.to) +
            label(transition.queries, workload) + (is_sharable(merged, transition) ? ", style=bold" : "") +
            "];\n";
  }
  return text + "}\n";
}

}  // namespace horatio
