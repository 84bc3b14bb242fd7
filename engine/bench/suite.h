// SPDX-License-Identifier: Apache-2.0
// Runs the cases of a benchmark: checks every row of each case first, then times them in turn, round by
// round, so that a noisy machine disturbs all of them alike. Times are processor time of the thread from the
// first batch to the last row; workload, engine and batches are made before. Prints CSV.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/bench/answers.h"
#include "engine/bench/stream.h"
#include "engine/plan/engine.h"

namespace horatio::bench {

struct Case {
  std::string variant;
  std::string workload;  // hql text
  std::shared_ptr<const std::vector<Delivery>> input;
  std::size_t events = 0;
  EngineOptions options = {};
};

struct Timing {
  std::vector<double> seconds;  // by round
  double median() const;
};

double processor_seconds();  // of this thread

std::unique_ptr<Engine> make_engine(const std::string& workload, const EngineOptions& options);

// Delivers the batches in turn and takes the rows that are due after each.
void run(Engine& engine, std::span<const Delivery> input, ResultSink& sink);
// The end of the input.
void finish(Engine& engine, ResultSink& sink);

class Suite {
 public:
  // check_only: small sizes, no clock. Only cases whose variant contains `only` are timed.
  Suite(std::string benchmark, bool check_only, int rounds, std::string only)
      : benchmark_(std::move(benchmark)), check_only_(check_only), rounds_(rounds), only_(std::move(only)) {}

  bool check_only() const { return check_only_; }
  // The size of an input: `full`, or `small` where only answers are checked.
  std::size_t size(std::size_t full, std::size_t small) const { return check_only_ ? small : full; }

  int rounds() const { return check_only_ ? 1 : rounds_; }
  bool leaves_out(const std::string& variant) const { return variant.find(only_) == std::string::npos; }

  // Exits with 1 on a wrong row.
  void check(const Case& of, const Answers& answers) const;

  // Times cases that have been checked and prints a line for each, with the median over the rounds of its
  // time per event divided by that of the first case timed. Nothing (empty) where only answers are checked;
  // no seconds of a case that is left out.
  std::vector<Timing> time(const std::vector<Case>& cases) const;

  // A line for a quantity worked out from others.
  void print(const std::string& variant, std::size_t events, double seconds, double ratio) const;

 private:
  void print_times(const std::vector<Case>& cases, const std::vector<Timing>& timings) const;
  bool leaves_out(const Case& of) const { return leaves_out(of.variant); }

  std::string benchmark_;
  bool check_only_;
  int rounds_;
  std::string only_;
};

// Not a number where there are none.
double median(std::vector<double> values);

// The benchmarks, by the names in horatio_bench.cc.
void single_query(const Suite& suite);
void shared_queries(const Suite& suite);
void edge_predicates(const Suite& suite);
void overlapping_windows(const Suite& suite);
void number_kinds(const Suite& suite);
void hamlet_workload(const Suite& suite);
void ties_and_nulls(const Suite& suite);
void one_time_keys(const Suite& suite);
void sharing_decisions(const Suite& suite);
void shared_blocks(const Suite& suite);
void shared_edges(const Suite& suite);
void state(const Suite& suite);

}  // namespace horatio::bench
