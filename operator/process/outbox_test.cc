// SPDX-License-Identifier: Apache-2.0
// Frames on their way out: numbers, and how credit is gathered.
#include "operator/process/outbox.h"

#include <boost/test/unit_test.hpp>

#include "bridge/frames/frame_codec.h"

namespace horatio::process {
namespace {

struct Sender {
  int woken = 0;
  Outbox outbox{7, 1000, [this] { ++woken; }};

  std::vector<FrameBody> taken() {
    std::vector<FrameBody> bodies;
    for (const std::string& frame : outbox.take()) {
      bodies.push_back(decode_frame(std::as_bytes(std::span(frame)), FrameLimits{})->body);
    }
    return bodies;
  }
};

std::uint64_t credit(const FrameBody& body) { return std::get<CreditFrame>(body).bytes; }

BOOST_AUTO_TEST_CASE(credit_is_gathered_until_it_comes_to_a_batch) {
  Sender sender;
  sender.outbox.send(CreditFrame{400});
  sender.outbox.send(CreditFrame{599});
  BOOST_TEST(sender.taken().empty());
  BOOST_TEST(sender.woken == 0);
  BOOST_TEST(sender.outbox.credit_returned() == 0U);
  BOOST_TEST(sender.outbox.owes_credit());

  sender.outbox.send(CreditFrame{1});
  const auto bodies = sender.taken();
  BOOST_TEST_REQUIRE(bodies.size() == 1U);
  BOOST_TEST(credit(bodies[0]) == 1000U);
  BOOST_TEST(sender.woken == 1);
  BOOST_TEST(sender.outbox.credit_returned() == 1000U);
  BOOST_TEST(!sender.outbox.owes_credit());
}

BOOST_AUTO_TEST_CASE(gathered_credit_leaves_before_any_other_frame) {
  Sender sender;
  sender.outbox.send(CreditFrame{5});
  sender.outbox.send(DrainedWatermarkFrame{});
  const auto bodies = sender.taken();
  BOOST_TEST_REQUIRE(bodies.size() == 2U);
  BOOST_TEST(credit(bodies[0]) == 5U);
  BOOST_TEST(std::holds_alternative<DrainedWatermarkFrame>(bodies[1]));
}

BOOST_AUTO_TEST_CASE(gathered_credit_can_be_sent_at_once_and_none_leaves_after_the_last_frame) {
  Sender sender;
  sender.outbox.send_credit();
  BOOST_TEST(sender.taken().empty());
  sender.outbox.send(CreditFrame{5});
  sender.outbox.send_credit();
  BOOST_TEST(sender.taken().size() == 1U);
  sender.outbox.send_last(ByeFrame{});
  sender.outbox.send(CreditFrame{5});
  sender.outbox.send_credit();
  BOOST_TEST(sender.taken().size() == 1U);
}

}  // namespace
}  // namespace horatio::process
