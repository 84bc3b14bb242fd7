// SPDX-License-Identifier: Apache-2.0
// State of a real process over real sockets: frozen by one session, read, and given to another.
#include "engine/model/crc32c.h"
#include "integration-tests/process/process_fixture.h"

namespace horatio::testing {
namespace {

using Counts = std::vector<std::string>;

BOOST_AUTO_TEST_CASE(a_session_goes_on_with_the_state_of_another) {
  OperatorProcess process;
  LettersSession first(process, "first");
  PanesBuilder panes;
  add_letters(panes, "AACBBBBAAC", 1, "x");
  first.client.send_panes(panes);
  first.client.send(WatermarkFrame{5});
  first.client.until_drained(5);
  first.client.send(BarrierFrame{3});
  const auto state = first.client.read_state(3, 0, 127);
  BOOST_REQUIRE_EQUAL(state.size(), 128U);
  BOOST_TEST(first.client.ack().checkpoint == 3U);
  BOOST_TEST(first.client.ack().watermark == 5);
  first.client.send(ReleaseFrame{3});

  LettersSession second(process, "second");
  std::uint32_t crc = 0;
  for (std::uint32_t key_group = 0; key_group < state.size(); ++key_group) {
    const std::string& content = state[key_group];
    const auto bytes = std::as_bytes(std::span(content.data(), content.size()));
    const std::size_t half = bytes.size() / 2;
    second.client.send(RestoreFrame{key_group, 0, false, bytes.first(half)});
    second.client.send(RestoreFrame{key_group, half, true, bytes.subspan(half)});
    crc = crc32c(content, crc);
  }
  second.client.send(RestoreDoneFrame{0, 127, 128, crc});
  for (SessionClient* client : {&first.client, &second.client}) {
    PanesBuilder rest;
    add_letters(rest, "CCBB", 11, "x");
    client->send_panes(rest);
    client->send(EndOfInputFrame{});
    const Collected collected = client->until_drained(INT64_MAX);
    BOOST_CHECK_MESSAGE(!collected.error, (collected.error ? collected.error->message : ""));
    BOOST_TEST(counts(collected) == (Counts{"0:132", "1:72", "2:312"}), boost::test_tools::per_element());
  }
}

}  // namespace
}  // namespace horatio::testing
