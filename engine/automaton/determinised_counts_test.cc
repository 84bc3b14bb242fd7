// SPDX-License-Identifier: Apache-2.0
// How many trends and bindings the determinised automaton counts.
#include "engine/automaton/test_automaton.h"

namespace horatio::automaton {
namespace {

using namespace test;

BOOST_AUTO_TEST_CASE(golden_counts_of_sequences_and_repetitions) {
  Sketch ab, cb, groups;
  BOOST_TEST(count(ab.of(seq({ab.type('A'), plus(ab.type('B'))})), "AACBBBBAACCCBB") == 132U);
  BOOST_TEST(count(cb.of(seq({cb.type('C'), plus(cb.type('B'))})), "AACBBBBAACCCBB") == 72U);
  BOOST_TEST(count(ab.of(plus(ab.pattern.root)), "AACBBBBAACCCBB") == 312U);
  BOOST_TEST(count(cb.of(plus(cb.pattern.root)), "AACBBBBAACCCBB") == 207U);
  BOOST_TEST(count(groups.of(plus(seq({plus(groups.type('A')), groups.type('B')}))), "AABAB") == 13U);
}

BOOST_AUTO_TEST_CASE(golden_counts_of_types_at_several_places) {
  Sketch s, t, u;
  BOOST_TEST(count(s.of(seq({plus(s.type('A')), s.type('B'), plus(s.type('A'))})), "AABAA") == 9U);
  t.of(seq({plus(t.type('A')), plus(t.type('A'))}));
  BOOST_TEST(count(t.pattern, "AAA") == 4U);
  BOOST_TEST(count(t.pattern, "AAA", kBindings) == 5U);
  u.of(plus(repeat(u.type('A'), 1, 2)));
  BOOST_TEST(count(u.pattern, "AA") == 3U);
  BOOST_TEST(count(u.pattern, "AA", kBindings) == 3U);
}

BOOST_AUTO_TEST_CASE(repetitions_take_as_many_as_they_say) {
  Sketch exact, at_least, optional_part;
  exact.of(repeat(exact.type('A'), 2, 2));
  BOOST_TEST(count(exact.pattern, "A") == 0U);
  BOOST_TEST(count(exact.pattern, "AAAA") == 6U);
  BOOST_TEST(count(at_least.of(repeat(at_least.type('A'), 2, kUnbounded)), "AAAA") == 11U);
  optional_part.of(
      seq({optional_part.type('A'), optional(optional_part.type('B')), optional_part.type('C')}));
  BOOST_TEST(count(optional_part.pattern, "ABBC") == 3U);
}

BOOST_AUTO_TEST_CASE(the_empty_trend_does_not_count) {
  Sketch s;
  s.of(star(s.type('A')));
  BOOST_TEST(count(s.pattern, "") == 0U);
  BOOST_TEST(count(s.pattern, "B") == 0U);
  BOOST_TEST(count(s.pattern, "AA") == 3U);
}

BOOST_AUTO_TEST_CASE(a_trend_counts_if_one_of_its_bindings_passes) {
  // SEQ(A+ x, A+ y) with a predicate on x that only the first A satisfies: AA at (1,2), (1,3), AAA.
  Sketch s;
  s.of(seq({plus(s.type('A')), plus(s.type('A'))}));
  Options options;
  options.local_class = {0, kAlways};
  const Built built = build(s.pattern, options);
  BOOST_REQUIRE(built.automaton.ok());
  PlainStream stream;
  stream.types = {0, 0, 0};
  stream.of_class = {{true, false, false}};
  stream.class_of_place = options.local_class;
  BOOST_TEST(PlainCount(s.pattern, built.positions, *built.automaton, stream).run(false).count == 3U);
}

BOOST_AUTO_TEST_CASE(golden_counts_of_nots_in_groups) {
  Sketch leading, trailing;
  const PatternNode c = leading.type('C');
  leading.of(seq({c, plus(seq({leading.no({'N'}), leading.type('A')}))}));
  BOOST_TEST(count(leading.pattern, "NCA") == 1U);
  BOOST_TEST(count(leading.pattern, "CNA") == 0U);
  BOOST_TEST(count(leading.pattern, "CANA") == 1U);
  const PatternNode group = plus(seq({trailing.type('A'), trailing.no({'N'})}));
  trailing.of(seq({group, trailing.type('B')}));
  BOOST_TEST(count(trailing.pattern, "ABN") == 1U);
  BOOST_TEST(count(trailing.pattern, "ANB") == 0U);
  BOOST_TEST(count(trailing.pattern, "AANB") == 0U);
}

BOOST_AUTO_TEST_CASE(leading_and_trailing_nots_reach_to_the_ends_of_the_window) {
  Sketch leading, trailing;
  leading.of(seq({leading.no({'N'}), leading.type('A')}));
  BOOST_TEST(count(leading.pattern, "ANA") == 1U);
  trailing.of(seq({trailing.type('A'), trailing.no({'N'})}));
  BOOST_TEST(count(trailing.pattern, "ANA") == 1U);
}

BOOST_AUTO_TEST_CASE(a_not_of_a_sequence_asks_for_the_whole_of_it) {
  Sketch s;
  s.of(seq({s.type('A'), s.no({'N', 'M'}), s.type('B')}));
  BOOST_TEST(count(s.pattern, "ANB") == 1U);
  BOOST_TEST(count(s.pattern, "AMNB") == 1U);
  BOOST_TEST(count(s.pattern, "ANMB") == 0U);
}

BOOST_AUTO_TEST_CASE(match_next_takes_what_no_branch_passes_over) {
  // SEQ(A, C) OR SEQ(A a2, B, C c2) on ABC: A C passes over the B that extends A under the other branch.
  Sketch s;
  const PatternNode left = seq({s.type('A'), s.type('C')});
  s.of(any_of({left, seq({s.type('A'), s.type('B'), s.type('C')})}));
  BOOST_TEST(count(s.pattern, "ABC") == 2U);
  BOOST_TEST(count(s.pattern, "ABC", {}, true) == 1U);
  BOOST_TEST(count(s.pattern, "ABC", kBindingsOfNext, true) == 1U);
}

}  // namespace
}  // namespace horatio::automaton
