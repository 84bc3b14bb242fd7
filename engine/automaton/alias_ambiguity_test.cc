// SPDX-License-Identifier: Apache-2.0
#include "engine/automaton/alias_ambiguity.h"

#include <boost/test/unit_test.hpp>
#include <utility>

#include "engine/automaton/test_pattern.h"

namespace horatio::automaton {
namespace {

using namespace test;

AliasAmbiguity analysed(const Pattern& pattern) {
  Result<AliasAmbiguity> result = AliasAmbiguity::analyse(pattern);
  BOOST_REQUIRE(result.ok());
  return std::move(*result);
}

BOOST_AUTO_TEST_CASE(places_of_different_types_do_not_clash) {
  Sketch s;
  const AliasAmbiguity a = analysed(s.of(plus(seq({s.type('A'), plus(s.type('B'))}))));
  BOOST_TEST(!a.is_ambiguous());
  BOOST_TEST(!a.clash(0).has_value());
  BOOST_TEST(!a.operands_overlap());
}

BOOST_AUTO_TEST_CASE(two_kleene_places_of_one_type_side_by_side_clash) {
  Sketch s;
  const AliasAmbiguity a = analysed(s.of(seq({plus(s.type('A')), plus(s.type('A'))})));
  BOOST_TEST(a.is_ambiguous());
  BOOST_TEST(a.clash(0).value() == 1);
  BOOST_TEST(a.clash(1).value() == 0);
}

BOOST_AUTO_TEST_CASE(places_of_one_type_that_the_pattern_tells_apart_do_not_clash) {
  Sketch s;
  BOOST_TEST(!analysed(s.of(seq({s.type('A'), plus(s.type('A'))}))).is_ambiguous());
  Sketch t;
  BOOST_TEST(!analysed(t.of(seq({plus(t.type('A')), t.type('B'), plus(t.type('A'))}))).is_ambiguous());
  // The future tells them apart: SEQ(A x, B) OR SEQ(A y, C).
  Sketch u;
  const PatternNode left = seq({u.type('A'), u.type('B')});
  BOOST_TEST(!analysed(u.of(any_of({left, seq({u.type('A'), u.type('C')})}))).is_ambiguous());
}

BOOST_AUTO_TEST_CASE(only_the_aliases_that_differ_are_ambiguous) {
  Sketch s;
  const PatternNode b = s.type('B');
  const AliasAmbiguity a = analysed(s.of(seq({b, plus(s.type('A')), plus(s.type('A')), s.type('C')})));
  BOOST_TEST(!a.clash(0).has_value());
  BOOST_TEST(a.clash(1).value() == 2);
  BOOST_TEST(a.clash(2).value() == 1);
  BOOST_TEST(!a.clash(3).has_value());
}

BOOST_AUTO_TEST_CASE(iterations_are_not_told_apart) {
  Sketch s;
  BOOST_TEST(!analysed(s.of(plus(repeat(s.type('A'), 1, 2)))).is_ambiguous());
}

BOOST_AUTO_TEST_CASE(nots_do_not_tell_places_apart) {
  // SEQ(A x, NOT N, B) OR SEQ(A y, B): by types alone AB binds both ways.
  Sketch s;
  const PatternNode left = seq({s.type('A'), s.no({'N'}), s.type('B')});
  const AliasAmbiguity a = analysed(s.of(any_of({left, seq({s.type('A'), s.type('B')})})));
  BOOST_TEST(a.clash(0).value() == 3);
  BOOST_TEST(!a.clash(1).has_value());
  BOOST_TEST(a.clash(2).value() == 4);
}

BOOST_AUTO_TEST_CASE(the_operands_of_and_are_judged_each_by_itself) {
  Sketch s;
  const PatternNode first = seq({s.type('A'), s.type('B')});
  const AliasAmbiguity overlapping = analysed(s.of(pair_of(first, seq({s.type('A'), plus(s.type('B'))}))));
  BOOST_TEST(overlapping.operands_overlap());
  BOOST_TEST(!overlapping.is_ambiguous());
  Sketch t;
  const PatternNode other = seq({t.type('A'), t.type('B')});
  BOOST_TEST(!analysed(t.of(pair_of(other, seq({t.type('A'), t.type('C')})))).operands_overlap());
  Sketch empty;
  const PatternNode star_a = star(empty.type('A'));
  BOOST_TEST(!analysed(empty.of(pair_of(star_a, star(empty.type('B'))))).operands_overlap());
}

BOOST_AUTO_TEST_CASE(a_place_can_follow_another_across_iterations_and_skipped_parts) {
  Sketch s;
  const PatternNode a = s.type('A');
  const PatternNode n = s.no({'N'});
  const AliasAmbiguity can = analysed(s.of(plus(seq({a, n, s.type('B')}))));
  BOOST_TEST(can.can_follow(0, 2));
  BOOST_TEST(can.can_follow(2, 0));
  BOOST_TEST(!can.can_follow(2, 2));
  BOOST_TEST(!can.can_follow(0, 0));
  BOOST_TEST(!can.can_follow(0, 1));
  Sketch t;
  BOOST_TEST(analysed(t.of(seq({t.type('A'), optional(t.type('B')), t.type('C')}))).can_follow(0, 2));
}

BOOST_AUTO_TEST_CASE(a_pattern_of_many_positions_is_analysed) {
  Sketch s;
  BOOST_TEST(!analysed(s.of(repeat(optional(s.type('A')), 1, 1024))).is_ambiguous());
}

}  // namespace
}  // namespace horatio::automaton
