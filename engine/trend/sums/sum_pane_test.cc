// SPDX-License-Identifier: Apache-2.0
// The matrix of a pane against sums that take one event after the other, in whole numbers of any size.
#include "engine/trend/sums/sum_pane.h"

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace horatio::trend {
namespace {

using Integer = boost::multiprecision::cpp_int;
using Vector = std::vector<Integer>;

const Integer kMost = Integer(1) << 62U;

// The sums of one window, and what the newest time adds to them.
struct Sums {
  Vector now, newest;

  explicit Sums(Vector start) : now(std::move(start)), newest(now.size()) {}

  void commit() {
    for (std::size_t i = 0; i < now.size(); ++i) now[i] += std::exchange(newest[i], 0);
  }
  void add(const SumEffect& effect) {
    for (const SumMove& move : effect.moves) {
      newest[move.to] += move.starts ? 1 : 0;
      for (const SumState from : move.from) newest[move.to] += now[from];
    }
  }
  // `ties`: of each time of a run.
  void run(const std::vector<SumPane::Move>& moves, const std::vector<std::uint64_t>& ties) {
    for (const std::uint64_t events : ties) {
      for (const SumPane::Move& move : moves) {
        Integer gain = move.starts ? 1 : 0;
        for (const SumState from : move.others) gain += now[from];
        if (move.loops) gain += now[move.to];
        newest[move.to] += events * gain;
      }
      commit();
    }
  }
};

// Moves of a run and the sources they refer to.
struct RunMoves {
  std::vector<std::vector<SumState>> sources;
  std::vector<SumPane::Move> moves;
};

class RandomPane {
 public:
  explicit RandomPane(std::uint64_t seed)
      : random_(seed), states_(1 + random_() % SumPane::kMostStates), pane_(states_), sums_(start()) {}

  bool strict() const { return strict_; }
  std::uint64_t refused() const { return refused_; }

  void step() {
    time_ += static_cast<Timestamp>(random_() % 2);
    if (random_() % 3 == 0) {
      run();
    } else {
      event();
    }
    check();
  }

 private:
  Vector start() {
    first_.resize(states_);
    for (Integer& sum : first_) sum = Integer(random_()) * (random_() % 3);
    return first_;
  }

  std::vector<SumState> some_states(std::uint64_t one_in) {
    std::vector<SumState> states;
    for (std::size_t state = 0; state < states_; ++state) {
      if (random_() % one_in == 0) states.push_back(static_cast<SumState>(state));
    }
    return states;
  }

  void event() {
    SumEffect effect;
    effect.operations = 3;
    for (const SumState to : some_states(3)) {
      SumMove move;
      move.to = to;
      move.starts = random_() % 3 == 0;
      move.from = some_states(4);
      effect.moves.push_back(move);
    }
    if (time_ != pane_time_) sums_.commit();
    if (!pane_.add(effect, time_, strict_)) return refuse();
    pane_time_ = time_;
    sums_.add(effect);
    if (!strict_) sums_.commit();
  }

  RunMoves random_moves() {
    RunMoves run;
    const std::vector<SumState> targets = some_states(4);
    run.sources.reserve(targets.size());
    for (const SumState to : targets) {
      std::vector<SumState> others = some_states(3);
      std::erase_if(others, [&](SumState from) {
        return std::find(targets.begin(), targets.end(), from) != targets.end();
      });
      run.sources.push_back(std::move(others));
      run.moves.push_back({to, random_() % 2 == 0, random_() % 3 != 0, run.sources.back()});
    }
    return run;
  }

  void run() {
    const RunMoves run = random_moves();
    const std::uint64_t length = 1 + random_() % (random_() % 2 == 0 ? 4 : 64);
    const std::uint64_t most_ties = random_() % 3 == 0 ? 3 : 1;
    RunTally tally;
    tally.start({});
    std::vector<std::uint64_t> ties;
    for (std::uint64_t i = 0; i < length; ++i) {
      ties.push_back(0);
      ++time_;
      for (std::uint64_t tie = 1 + random_() % most_ties; tie > 0 && tally.extend(time_, true); --tie)
        ++ties.back();
    }
    if (!strict_) ties.assign(tally.events(), 1);
    const RunTally::Part part = strict_ ? tally.all() : tally.singly();
    pane_.commit();
    sums_.commit();
    for (const SumPane::Move& move : run.moves) {
      if (!pane_.has_room(move, part)) return refuse();
    }
    for (const SumPane::Move& move : run.moves) pane_.multiply(move, part);
    sums_.run(run.moves, ties);
  }

  // The window takes the pane, and another begins.
  void refuse() {
    ++refused_;
    check();
    if (random_() % 4 != 0) return;
    pane_.commit();
    sums_.commit();
    pane_.clear();
    BOOST_TEST(pane_.empty());
    first_ = sums_.now;
    for (Integer& sum : first_) sum = sum % 1000003;
    sums_ = Sums(first_);
  }

  Integer product(const std::vector<SumPane::Term>& terms) const {
    Integer sum = 0;
    for (const SumPane::Term& term : terms) {
      sum += Integer(term.factor) * (term.state == states_ ? Integer(1) : first_[term.state]);
    }
    return sum;
  }

  // Nothing is larger than leaves room to commit in 64 bits.
  static bool bounded(const std::vector<SumPane::Term>& terms) {
    Integer sum = 0;
    for (const SumPane::Term& term : terms) sum += term.factor;
    return sum <= kMost;
  }

  void check() const {
    std::vector<SumPane::Term> terms, newest;
    for (std::size_t state = 0; state < states_; ++state) {
      pane_.terms_of(state, terms);
      pane_.newest_terms_of(state, newest);
      BOOST_TEST_REQUIRE(product(terms) == sums_.now[state]);
      BOOST_TEST_REQUIRE(product(newest) == sums_.newest[state]);
      BOOST_TEST_REQUIRE(bounded(terms));
      terms.insert(terms.end(), newest.begin(), newest.end());
      BOOST_TEST_REQUIRE(bounded(terms));
      BOOST_TEST_REQUIRE((sums_.newest[state] == 0 || (pane_.touched() >> state & 1U) == 1));
      BOOST_TEST_REQUIRE((sums_.now[state] == first_[state] || (pane_.changed() >> state & 1U) == 1));
    }
  }

  std::mt19937_64 random_;
  std::size_t states_;
  SumPane pane_;
  Vector first_;
  Sums sums_;
  bool strict_ = random_() % 2 == 0;
  Timestamp time_ = 1, pane_time_ = 0;
  std::uint64_t refused_ = 0;
};

BOOST_AUTO_TEST_CASE(a_pane_times_a_windows_sums_is_its_events_one_by_one) {
  std::uint64_t refused = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    BOOST_TEST_CONTEXT("seed " << seed) {
      RandomPane pane(seed);
      for (int step = 0; step < 60; ++step) pane.step();
      refused += pane.refused();
    }
  }
  BOOST_TEST(refused > 1000U);
}

RunTally::Part single_events(std::uint64_t count) { return {count, count, 1}; }

// The factor of the state's own sum, and that of the other.
std::vector<std::uint64_t> factors(const SumPane& pane, std::size_t state) {
  std::vector<SumPane::Term> terms;
  pane.terms_of(state, terms);
  std::vector<std::uint64_t> found(pane.states() + 1);
  for (const SumPane::Term& term : terms) found[term.state] = term.factor;
  return found;
}

BOOST_AUTO_TEST_CASE(runs_of_any_length_up_to_the_most_multiply_exactly) {
  const std::vector<SumState> others{1};
  for (std::uint64_t events = 1; events <= 60; ++events) {
    SumPane pane(2);
    const SumPane::Move move{0, false, true, others};
    BOOST_REQUIRE(pane.has_room(move, single_events(events)));
    pane.multiply(move, single_events(events));
    const std::uint64_t power = std::uint64_t{1} << events;
    BOOST_TEST((factors(pane, 0) == std::vector<std::uint64_t>{power, power - 1, 0}));
    BOOST_TEST((factors(pane, 1) == std::vector<std::uint64_t>{0, 1, 0}));
  }
}

BOOST_AUTO_TEST_CASE(a_run_is_refused_where_both_products_have_room_but_their_sum_has_none) {
  const std::vector<SumState> two_others{1, 2};
  SumPane pane(3);
  const SumPane::Move move{0, true, true, two_others};
  BOOST_TEST(pane.has_room(move, single_events(59)));
  BOOST_TEST(!pane.has_room(move, single_events(61)));
}

BOOST_AUTO_TEST_CASE(runs_whose_product_needs_more_than_64_bits_are_refused) {
  SumPane pane(1);
  const SumPane::Move move{0, false, true, {}};
  for (const std::uint64_t events : {62, 63, 64, 65, 128, 1000000})
    BOOST_TEST(!pane.has_room(move, single_events(events)));
  BOOST_TEST(!pane.has_room(move, {50, 30, std::uint64_t{1} << 33U}));
  BOOST_TEST(pane.has_room(move, {50, 30, std::uint64_t{1} << 31U}));
}

BOOST_AUTO_TEST_CASE(runs_that_do_not_loop_multiply_by_their_number) {
  const std::vector<SumState> others{0};
  SumPane pane(2);
  const SumPane::Move move{1, true, false, others};
  BOOST_REQUIRE(pane.has_room(move, single_events(1000000)));
  pane.multiply(move, single_events(1000000));
  BOOST_TEST((factors(pane, 1) == std::vector<std::uint64_t>{1000000, 1, 1000000}));
}

SumEffect doubling() {
  SumEffect effect;
  effect.moves.push_back({0, true, {0}, {}});
  effect.operations = 2;
  return effect;
}

BOOST_AUTO_TEST_CASE(events_are_taken_up_to_the_last_that_has_room_and_no_further) {
  SumPane pane(1);
  std::uint64_t taken = 0;
  while (pane.add(doubling(), static_cast<Timestamp>(taken + 1), true)) ++taken;
  BOOST_TEST(taken == 61U);
  BOOST_TEST(pane.operations() == 2 * taken);
  const std::vector<std::uint64_t> before = factors(pane, 0);
  BOOST_TEST(!pane.add(doubling(), 1000, true));
  BOOST_TEST((factors(pane, 0) == before));
}

BOOST_AUTO_TEST_CASE(events_of_one_time_do_not_extend_each_other_where_ties_are_strict) {
  SumPane pane(1);
  for (int tie = 0; tie < 3; ++tie) BOOST_REQUIRE(pane.add(doubling(), 5, true));
  BOOST_TEST(pane.touched() == 1U);
  BOOST_TEST(pane.time() == 5);
  pane.commit();
  BOOST_TEST((factors(pane, 0) == std::vector<std::uint64_t>{4, 3}));
}

BOOST_AUTO_TEST_CASE(a_pane_goes_on_from_its_bytes) {
  SumPane pane(1), again(1);
  pane.first_window = -3;
  pane.steps_last = 7;
  pane.direct_time = 4;
  for (const Timestamp time : {1, 2, 2}) BOOST_REQUIRE(pane.add(doubling(), time, true));
  const std::string bytes = written_by([&](StateWriter& out) { pane.write(out); });
  StateReader in{std::string_view(bytes)};
  BOOST_TEST(again.read(in));
  BOOST_TEST(in.left() == 0U);
  BOOST_TEST((written_by([&](StateWriter& out) { again.write(out); }) == bytes));
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    StateReader part(std::string_view(bytes).substr(0, size));
    BOOST_TEST_REQUIRE(!SumPane(1).read(part));
  }
}

BOOST_AUTO_TEST_CASE(bytes_of_a_pane_with_impossible_numbers_are_refused) {
  SumPane pane(2);
  const std::string bytes = written_by([&](StateWriter& out) { pane.write(out); });
  const std::size_t cells = bytes.size() - 2 * 2 * 4 * sizeof(std::uint64_t);
  const auto reads_with = [&](std::size_t at, std::uint64_t number) {
    std::string damaged = bytes;
    StateWriter(damaged).fill(at, number);
    StateReader in{std::string_view(damaged)};
    return SumPane(2).read(in);
  };
  BOOST_TEST(reads_with(cells, std::uint64_t{1} << 62U));
  BOOST_TEST(!reads_with(cells, (std::uint64_t{1} << 62U) + 1));
  BOOST_TEST(reads_with(cells - 8, 3));
  BOOST_TEST(!reads_with(cells - 8, 4));
  BOOST_TEST(!reads_with(cells - 16, 4));
}

}  // namespace
}  // namespace horatio::trend
