// SPDX-License-Identifier: Apache-2.0
#include "engine/bench/state_cases.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <utility>
#include <vector>

#include "engine/bench/suite.h"

namespace horatio::bench {
namespace {

struct Columns {
  std::vector<Timestamp> times;
  std::vector<std::uint16_t> key_groups;
  std::vector<std::uint32_t> arrivals;
  std::vector<std::int64_t> v, g;
};

EventBatch make_batch(Dice& dice, const StateCase& of, std::size_t begin, std::size_t end) {
  auto columns = std::make_shared<Columns>();
  for (std::size_t i = begin; i < end; ++i) {
    columns->times.push_back(static_cast<Timestamp>(i));
    columns->arrivals.push_back(static_cast<std::uint32_t>(i - begin));
    columns->v.push_back(dice.below(std::int64_t{1} << 40U));
    columns->g.push_back(static_cast<std::int64_t>(i % of.groups));
    columns->key_groups.push_back(static_cast<std::uint16_t>(i % of.groups % kStateKeyGroups));
  }
  EventBatch batch;
  batch.blocks.push_back(block_of(0, columns->times, columns->arrivals));
  batch.blocks[0].key_groups = reinterpret_cast<const std::byte*>(columns->key_groups.data());
  batch.blocks[0].columns = {int_column(columns->v), int_column(columns->g)};
  batch.bytes = (end - begin) * 30;
  batch.owner = std::move(columns);
  return batch;
}

[[noreturn]] void fail(const StateCase& of, const std::string& what) {
  std::fprintf(stderr, "state, %s: %s\n", of.name.c_str(), what.c_str());
  std::exit(1);
}

}  // namespace

std::unique_ptr<Engine> filled_engine(const StateCase& of) {
  std::unique_ptr<Engine> engine = make_engine(of.workload, {});
  Dice dice(11);
  SummingSink none;
  for (std::size_t begin = 0; begin < of.events; begin += kBatchRows) {
    const std::size_t end = std::min(begin + kBatchRows, of.events);
    const Delivery delivery{make_batch(dice, of, begin, end), static_cast<Timestamp>(end) - 1};
    if (!of.held) {
      run(*engine, std::span(&delivery, 1), none);
    } else if (const Status taken = engine->apply(delivery.batch); !taken.ok()) {
      fail(of, taken.error().message);
    }
  }
  if (none.rows != 0) fail(of, "rows before the end");
  return engine;
}

RowDigest rows_of(Engine& engine) {
  RowDigest rows;
  finish(engine, rows);
  return rows;
}

std::string state_queries(std::size_t count, const std::string& returned, const std::string& pattern,
                          const std::string& where, const std::string& numbers) {
  std::string text = schema_text(1);
  for (std::size_t i = 0; i < count; ++i) {
    text += "QUERY q" + std::to_string(i) + " RETURN " + returned + " PATTERN " + pattern + " WHERE " +
            (where.empty() ? "" : where + " AND ") + "T0.v > " + std::to_string(-1 - static_cast<int>(i)) +
            " GROUP BY g WITHIN 1000000 SECONDS NUMBERS " + numbers + ";\n";
  }
  return text;
}

}  // namespace horatio::bench
