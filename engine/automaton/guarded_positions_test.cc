// SPDX-License-Identifier: Apache-2.0
#include "engine/automaton/guarded_positions.h"

#include <boost/test/unit_test.hpp>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "engine/automaton/test_pattern.h"

namespace horatio::automaton {
namespace {

using namespace test;

// Edges by position numbers with their sets of negations ("0>1:2"), the start as "^", the end as "$".
// The first 64, by bit, and the others by number.
std::ostream& operator<<(std::ostream& out, const NegationSet& negations) {
  std::uint64_t first = 0;
  negations.for_each([&first](std::size_t n) { first |= n < 64 ? std::uint64_t{1} << n : 0; });
  out << first;
  negations.for_each([&out](std::size_t n) {
    if (n >= 64) out << "," << n;
  });
  return out;
}

std::string edges_of(const GuardedPositions& positions) {
  std::ostringstream out;
  for (const Edge& e : positions.first) out << "^>" << e.to << ":" << e.negations << " ";
  for (std::size_t p = 0; p < positions.follow.size(); ++p) {
    for (const Edge& e : positions.follow[p]) out << p << ">" << e.to << ":" << e.negations << " ";
    if (positions.last[p]) out << p << ">$:" << *positions.last[p] << " ";
  }
  std::string result = out.str();
  if (!result.empty()) result.pop_back();
  return result;
}

GuardedPositions built(const Pattern& pattern, Part part = Part::kWhole) {
  Result<GuardedPositions> result = GuardedPositions::build(pattern, part);
  BOOST_REQUIRE_MESSAGE(result.ok(), (result.ok() ? "" : result.error().message));
  return std::move(*result);
}

ErrorCode fault(const Pattern& pattern, Part part = Part::kWhole) {
  const Result<GuardedPositions> result = GuardedPositions::build(pattern, part);
  BOOST_REQUIRE(!result.ok());
  BOOST_TEST(!result.error().message.empty());
  BOOST_TEST(!result.error().remedy.empty());
  return result.error().code;
}

BOOST_AUTO_TEST_CASE(a_not_in_the_middle_constrains_the_edge_over_it) {
  Sketch s;
  const GuardedPositions p = built(s.of(seq({s.type('A'), s.no({'N'}), plus(s.type('B'))})));
  BOOST_TEST(edges_of(p) == "^>0:0 0>1:1 1>1:0 1>$:0");
  BOOST_TEST(p.places == (std::vector<PlaceId>{0, 2}), boost::test_tools::per_element());
  BOOST_REQUIRE(p.negations.size() == 1U);
  BOOST_TEST(p.negations[0].steps == (std::vector<PlaceId>{1}), boost::test_tools::per_element());
  BOOST_TEST(!p.negations[0].lasting.has_value());
  BOOST_TEST(!p.nullable);
}

BOOST_AUTO_TEST_CASE(a_leading_not_constrains_the_start_and_a_trailing_one_the_end) {
  Sketch s;
  BOOST_TEST(edges_of(built(s.of(seq({s.no({'N'}), s.type('A'), s.no({'M'})})))) == "^>0:1 0>$:2");
}

BOOST_AUTO_TEST_CASE(a_leading_not_in_a_group_constrains_every_iteration) {
  Sketch s;
  const GuardedPositions p = built(s.of(seq({s.type('C'), plus(seq({s.no({'N'}), s.type('A')}))})));
  BOOST_TEST(edges_of(p) == "^>0:0 0>1:1 1>1:1 1>$:0");
}

BOOST_AUTO_TEST_CASE(a_trailing_not_in_a_group_constrains_every_iteration_and_what_follows) {
  Sketch s;
  const GuardedPositions p = built(s.of(seq({plus(seq({s.type('A'), s.no({'N'})})), s.type('B')})));
  BOOST_TEST(edges_of(p) == "^>0:0 0>0:1 0>1:1 1>$:0");
}

BOOST_AUTO_TEST_CASE(nots_that_meet_on_one_edge_must_all_hold) {
  Sketch s;
  const GuardedPositions p = built(s.of(
      seq({seq({s.type('A'), s.no({'N'})}), s.no({'M'}), s.no({'O'}), seq({s.no({'P'}), s.type('B')})})));
  BOOST_TEST(edges_of(p) == "^>0:0 0>1:15 1>$:0");
}

BOOST_AUTO_TEST_CASE(an_edge_that_some_way_takes_without_a_not_is_unconditional) {
  // (SEQ(NOT N, A+))+ : A follows A within an iteration too.
  Sketch s;
  const GuardedPositions p = built(s.of(plus(seq({s.no({'N'}), plus(s.type('A'))}))));
  BOOST_TEST(edges_of(p) == "^>0:1 0>0:0 0>$:0");
}

BOOST_AUTO_TEST_CASE(an_edge_by_an_inner_and_an_outer_loop_asks_what_the_inner_asks) {
  Sketch s;
  const PatternNode n = s.no({'N'});
  const GuardedPositions p = built(s.of(plus(seq({n, plus(seq({s.no({'M'}), s.type('A')}))}))));
  BOOST_TEST(edges_of(p) == "^>0:3 0>0:2 0>$:0");
}

BOOST_AUTO_TEST_CASE(parts_of_a_loop_that_can_be_skipped_keep_their_nots_apart) {
  Sketch s;
  const PatternNode left = optional(seq({s.no({'N'}), s.type('A'), s.no({'M'})}));
  const PatternNode right = plus(seq({s.no({'O'}), s.type('B'), s.no({'P'})}));
  const GuardedPositions p = built(s.of(plus(seq({left, right}))));
  BOOST_TEST(edges_of(p) == "^>0:1 ^>1:4 0>1:6 1>0:9 1>1:12 1>$:8");
}

BOOST_AUTO_TEST_CASE(copies_of_a_bounded_repetition_share_their_not) {
  Sketch s;
  const GuardedPositions p = built(s.of(repeat(seq({s.type('A'), s.no({'N'})}), 2, 3)));
  BOOST_TEST(edges_of(p) == "^>0:0 0>1:1 1>2:1 1>$:1 2>$:1");
  BOOST_TEST(p.negations.size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_part_that_can_be_empty_takes_its_nots_with_it) {
  Sketch s;
  const PatternNode a = s.type('A');
  const PatternNode b = optional(seq({s.no({'N'}), s.type('B'), s.no({'M'})}));
  const GuardedPositions p = built(s.of(seq({a, b, s.type('C')})));
  BOOST_TEST(edges_of(p) == "^>0:0 0>1:1 0>2:0 1>2:2 2>$:0");
}

BOOST_AUTO_TEST_CASE(or_is_the_union_of_its_branches) {
  Sketch s;
  const PatternNode left = seq({s.no({'N'}), s.type('A')});
  const GuardedPositions p = built(s.of(plus(any_of({left, s.type('B'), star(s.type('C'))}))));
  BOOST_TEST(edges_of(p) ==
             "^>0:1 ^>1:0 ^>2:0 0>0:1 0>1:0 0>2:0 0>$:0 1>0:1 1>1:0 1>2:0 1>$:0 2>0:1 2>1:0 2>2:0 2>$:0");
  BOOST_TEST(p.nullable);
}

BOOST_AUTO_TEST_CASE(a_not_of_a_sequence_is_one_negation) {
  Sketch s;
  const GuardedPositions p = built(s.of(seq({s.type('A'), s.no({'N', 'M'}), s.type('B')})));
  BOOST_REQUIRE(p.negations.size() == 1U);
  BOOST_TEST(p.negations[0].steps == (std::vector<PlaceId>{1, 2}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_not_for_stands_at_the_end_only) {
  Sketch s;
  const PatternNode a = s.type('A');
  const GuardedPositions p = built(s.of(any_of({seq({a, s.no_for('N', 7)}), s.type('B')})));
  BOOST_TEST(edges_of(p) == "^>0:0 ^>1:0 0>$:1 1>$:0");
  BOOST_TEST(p.negations[0].lasting.value_or(0) == 7);
  Sketch inside;
  BOOST_TEST((fault(inside.of(seq({inside.type('A'), inside.no_for('N', 7), inside.type('B')}))) ==
              ErrorCode::kInvalidClause));
  Sketch leading;
  BOOST_TEST(
      (fault(leading.of(seq({leading.no_for('N', 7), leading.type('B')}))) == ErrorCode::kInvalidClause));
  Sketch looped;
  BOOST_TEST(
      (fault(looped.of(plus(seq({looped.type('A'), looped.no_for('N', 7)})))) == ErrorCode::kInvalidClause));
}

BOOST_AUTO_TEST_CASE(the_operands_of_and_stand_alone_or_side_by_side) {
  Sketch s;
  const PatternNode first = seq({s.type('A'), s.no({'N'}), s.type('B')});
  const PatternNode second = seq({s.type('A'), s.no({'M'}), plus(s.type('B'))});
  s.of(pair_of(first, second));
  BOOST_TEST(edges_of(built(s.pattern, Part::kFirst)) == "^>0:0 0>1:1 1>$:0");
  const GuardedPositions alone = built(s.pattern, Part::kSecond);
  BOOST_TEST(edges_of(alone) == "^>0:0 0>1:2 1>1:0 1>$:0");
  BOOST_TEST(alone.places == (std::vector<PlaceId>{3, 5}), boost::test_tools::per_element());
  BOOST_TEST(alone.negations.size() == 2U);
  BOOST_TEST(alone.branches == 1);
  const GuardedPositions both = built(s.pattern, Part::kBoth);
  BOOST_TEST(edges_of(both) == "^>0:0 ^>2:0 0>1:1 1>$:0 2>3:2 3>3:0 3>$:0");
  BOOST_TEST(both.branch == (std::vector<std::uint8_t>{0, 0, 1, 1}), boost::test_tools::per_element());
  BOOST_TEST(both.branches == 2);
}

BOOST_AUTO_TEST_CASE(parts_that_do_not_fit_the_root_are_refused) {
  Sketch s;
  s.of(pair_of(s.type('A'), s.type('B')));
  BOOST_TEST((fault(s.pattern, Part::kWhole) == ErrorCode::kInvalidClause));
  Sketch t;
  BOOST_TEST((fault(t.of(t.type('A')), Part::kBoth) == ErrorCode::kInvalidClause));
  Sketch nested;
  BOOST_TEST(
      (fault(nested.of(plus(pair_of(nested.type('A'), nested.type('B'))))) == ErrorCode::kInvalidClause));
}

BOOST_AUTO_TEST_CASE(a_not_alone_or_next_to_a_part_that_can_be_empty_is_refused) {
  Sketch alone;
  BOOST_TEST((fault(alone.of(seq({alone.no({'N'})}))) == ErrorCode::kInvalidClause));
  Sketch bare;
  BOOST_TEST((fault(bare.of(bare.no({'N'}))) == ErrorCode::kInvalidClause));
  Sketch before;
  BOOST_TEST((fault(before.of(seq({before.no({'N'}), star(before.type('A')), before.type('B')}))) ==
              ErrorCode::kInvalidClause));
  Sketch after;
  BOOST_TEST((fault(after.of(seq({after.type('B'), star(after.type('A')), after.no({'N'})}))) ==
              ErrorCode::kInvalidClause));
  Sketch over;
  BOOST_TEST((fault(over.of(seq({optional(over.type('A')), over.no({'N'}), over.no({'M'}),
                                 over.type('B')}))) == ErrorCode::kInvalidClause));
  Sketch of_a_group;
  BOOST_TEST(
      (fault(of_a_group.of(seq({of_a_group.type('A'), node(Kind::kNot, {plus(of_a_group.type('N'))})}))) ==
       ErrorCode::kInvalidClause));
}

BOOST_AUTO_TEST_CASE(a_repetition_is_written_out_at_most_65_times) {
  Sketch s;
  BOOST_TEST(built(s.of(repeat(s.type('A'), 1, 4'000'000'000U))).places.size() == 65U);
  Sketch t;
  BOOST_TEST(built(t.of(repeat(t.type('A'), 64, 64))).places.size() == 64U);
  Sketch u;
  BOOST_TEST(built(u.of(repeat(u.type('A'), 200, kUnbounded))).follow[64].size() == 1U);
  Sketch v;
  v.of(repeat(v.type('A'), 0, 200));
  BOOST_TEST(built(v.pattern).follow[64].empty());
  const auto looped = GuardedPositions::build(v.pattern, Part::kWhole, Copies::kLimitedOrMore);
  BOOST_TEST(looped->follow[64].size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_star_is_not_written_out_again_however_often_it_is_repeated) {
  Sketch s;
  PatternNode nested = star(s.type('A'));
  for (int depth = 0; depth < 10; ++depth) nested = repeat(std::move(nested), 1, 1'000);
  BOOST_TEST(edges_of(built(s.of(std::move(nested)))) == "^>0:0 0>0:0 0>$:0");
}

BOOST_AUTO_TEST_CASE(positions_and_pairs_of_them_that_no_memory_holds_are_refused_at_once) {
  // 65^3 places; 65 copies of 64 optional ones: 4,160 places, each of which any later one can follow.
  Sketch s;
  BOOST_TEST(
      (fault(s.of(repeat(repeat(repeat(s.type('A'), 1, 100), 1, 100), 1, 100))) == ErrorCode::kTooLarge));
  Sketch t;
  std::vector<PatternNode> parts;
  for (int i = 0; i < 64; ++i) parts.push_back(optional(t.type('A')));
  BOOST_TEST((fault(t.of(repeat(seq(parts), 1, 100))) == ErrorCode::kTooLarge));
}

BOOST_AUTO_TEST_CASE(a_long_row_of_optional_parts_is_built) {
  Sketch s;
  std::vector<PatternNode> parts;
  for (int i = 0; i < 1024; ++i) parts.push_back(optional(s.type('A')));
  const GuardedPositions p = built(s.of(plus(seq(parts))));
  BOOST_TEST(p.first.size() == 1024U);
  for (std::size_t position = 0; position < 1024; ++position) {
    BOOST_REQUIRE(p.follow[position].size() == 1024U);
    BOOST_TEST(p.follow[position][position].to == position);
  }
}

BOOST_AUTO_TEST_CASE(nots_past_the_sixty_fourth_are_kept_as_well) {
  Sketch s;
  std::vector<PatternNode> parts{s.type('A')};
  for (int i = 0; i < 64; ++i) parts.push_back(s.no({'N'}));
  BOOST_TEST(edges_of(built(s.of(seq(parts)))) == "^>0:0 0>$:18446744073709551615");
  parts.push_back(s.no({'N'}));
  parts.push_back(s.type('B'));
  parts.push_back(s.no({'N'}));
  parts.push_back(plus(s.type('B')));
  BOOST_TEST(edges_of(built(s.of(seq(parts)))) == "^>0:0 0>1:18446744073709551615,64 1>2:0,65 2>2:0 2>$:0");
}

BOOST_AUTO_TEST_CASE(a_set_of_nots_knows_its_subsets_however_many_there_are) {
  NegationSet small(5), large;
  for (const std::size_t n : {0, 2, 63, 64, 200}) large.add(n);
  BOOST_TEST(small.is_subset_of(large));
  BOOST_TEST(!large.is_subset_of(small));
  BOOST_TEST(large.has(200));
  BOOST_TEST(!large.has(199));
  BOOST_TEST(!large.has(1000));
  NegationSet other;
  other.add(130);
  BOOST_TEST(!other.intersects(large));
  other.add(200);
  BOOST_TEST(other.intersects(large));
  BOOST_TEST((small | other).has(130));
  BOOST_TEST((small | other).has(2));
  BOOST_TEST(!other.empty());
  BOOST_TEST(((other | small) == (small | other)));
}

}  // namespace
}  // namespace horatio::automaton
