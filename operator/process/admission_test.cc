// SPDX-License-Identifier: Apache-2.0
#include "operator/process/admission.h"

#include <boost/test/unit_test.hpp>

namespace horatio::process {
namespace {

HelloFrame hello(const std::string& attempt, std::uint32_t try_number, std::uint32_t subtask = 0,
                 const std::string& op = "op") {
  HelloFrame frame;
  frame.job = "job";
  frame.op = op;
  frame.subtask = subtask;
  frame.attempt = attempt;
  frame.try_number = try_number;
  return frame;
}

// Decides and, where it says so, opens.
bool opens(Admission& admission, const HelloFrame& frame, std::uint64_t session) {
  const auto decision = admission.decide(frame);
  const auto* open = std::get_if<Admission::Open>(&decision);
  if (open == nullptr) return false;
  if (open->ends) admission.closed(*open->ends);
  admission.opened(frame, session);
  return true;
}

BOOST_AUTO_TEST_CASE(the_highest_try_of_an_attempt_wins_in_whatever_order) {
  Admission admission;
  BOOST_TEST(opens(admission, hello("a", 2), 1));
  BOOST_CHECK(std::holds_alternative<Admission::Ignore>(admission.decide(hello("a", 1))));
  const auto third = admission.decide(hello("a", 3));
  BOOST_REQUIRE(std::holds_alternative<Admission::Open>(third));
  BOOST_CHECK(std::get<Admission::Open>(third).ends == std::optional<std::uint64_t>(1));
  BOOST_TEST(std::get<Admission::Open>(third).same_attempt);
}

BOOST_AUTO_TEST_CASE(a_try_that_opened_a_session_is_used_up_even_after_its_end) {
  Admission admission;
  BOOST_TEST(opens(admission, hello("a", 1), 1));
  BOOST_CHECK(std::holds_alternative<Error>(admission.decide(hello("a", 1))));
  admission.closed(1);
  BOOST_CHECK(std::holds_alternative<Error>(admission.decide(hello("a", 1))));
  BOOST_CHECK(std::holds_alternative<Admission::Ignore>(admission.decide(hello("a", 0))));
}

BOOST_AUTO_TEST_CASE(a_try_that_was_refused_may_come_again) {
  Admission admission;
  BOOST_CHECK(std::holds_alternative<Admission::Open>(admission.decide(hello("a", 1))));
  BOOST_TEST(opens(admission, hello("a", 1), 1));
}

BOOST_AUTO_TEST_CASE(a_session_ends_the_older_one_of_its_own_subtask_only) {
  Admission admission;
  BOOST_TEST(opens(admission, hello("a", 1, 0), 1));
  BOOST_TEST(opens(admission, hello("b", 1, 1), 2));
  BOOST_TEST(opens(admission, hello("a", 1, 0, "other"), 3));  // two operators of one task: one attempt id
  const auto decision = admission.decide(hello("c", 0, 1));
  BOOST_REQUIRE(std::holds_alternative<Admission::Open>(decision));
  BOOST_CHECK(std::get<Admission::Open>(decision).ends == std::optional<std::uint64_t>(2));
  BOOST_TEST(!std::get<Admission::Open>(decision).same_attempt);
}

BOOST_AUTO_TEST_CASE(an_attempt_that_another_one_has_followed_never_comes_back) {
  Admission admission;
  BOOST_TEST(opens(admission, hello("a", 1), 1));
  BOOST_TEST(opens(admission, hello("b", 1), 2));
  for (int i = 0; i < 2; ++i) {
    const auto decision = admission.decide(hello("a", 2));
    BOOST_REQUIRE(std::holds_alternative<Error>(decision));
    BOOST_CHECK(std::get<Error>(decision).code == ErrorCode::kStaleSession);
    admission.closed(2);  // nor after the session of the other one
  }
  BOOST_TEST(opens(admission, hello("b", 2), 3));
  BOOST_TEST(opens(admission, hello("a", 1, 1), 4));
}

BOOST_AUTO_TEST_CASE(what_is_remembered_of_attempts_is_bounded) {
  Admission admission;
  for (int i = 0; i < 20'000; ++i) {
    BOOST_REQUIRE(opens(admission, hello(std::to_string(i), 5), static_cast<std::uint64_t>(i + 1)));
  }
  BOOST_CHECK(std::holds_alternative<Admission::Ignore>(admission.decide(hello("19999", 4))));
  BOOST_CHECK(std::holds_alternative<Admission::Open>(admission.decide(hello("0", 4))));
}

}  // namespace
}  // namespace horatio::process
