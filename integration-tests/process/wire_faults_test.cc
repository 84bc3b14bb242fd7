// SPDX-License-Identifier: Apache-2.0
// What the process answers to frames that are wrong: an ERROR with the reason, the session ends, the process
// lives.
#include <fstream>
#include <functional>

#include "bridge/frames/frame_codec.h"
#include "bridge/frames/golden_frames.h"
#include "integration-tests/process/process_fixture.h"

namespace horatio::testing {
namespace {

using namespace std::chrono_literals;

// Sends bytes on a session and expects its end with `code`; another session is untouched.
void check_refused(const std::vector<std::string>& flags, ErrorCode code,
                   const std::function<std::string(SessionClient&)>& make) {
  OperatorProcess process(flags);
  LettersSession bystander(process, "bystander");
  LettersSession session(process);
  session.client.send_raw(make(session.client));
  check_error(session.client.until_over().error, code);
  while (bystander.client.ping().state != SessionState::kIdle) {  // it may still be making its engine
  }
  check_alive(process);
}

std::string letters_frame(SessionClient& client) {
  PanesBuilder panes;
  add_letters(panes, "AB", 1, "g");
  return panes.encode(client.session(), client.next_seq(), 0);
}

BOOST_AUTO_TEST_CASE(a_newer_major_version_is_refused) {
  check_refused({}, ErrorCode::kUnsupportedVersion, [](SessionClient& client) {
    std::string bytes = client.encode(ByeFrame{}, client.session(), client.next_seq());
    // The version is a uint16 behind the magic, most significant byte first: its major number.
    constexpr std::size_t kMajor = 7;
    BOOST_REQUIRE_EQUAL(static_cast<unsigned>(bytes[kMajor]), kMajorVersion);
    bytes[kMajor] = '\x02';
    return bytes;
  });
}

BOOST_AUTO_TEST_CASE(an_unknown_kind_is_refused) {
  check_refused({}, ErrorCode::kUnknownKind, [](SessionClient& client) {
    // [magic, 1.0, 99, session, seq] by hand.
    std::string bytes("\x95\xce\x48\x52\x41\x54\xcd\x01\x00\x63", 10);
    bytes.push_back(static_cast<char>(client.session()));
    bytes.push_back(static_cast<char>(client.next_seq()));
    return bytes;
  });
}

BOOST_AUTO_TEST_CASE(a_truncated_column_is_refused) {
  check_refused({}, ErrorCode::kBadFrame, [](SessionClient& client) {
    std::string bytes = letters_frame(client);
    return bytes.substr(0, bytes.size() - 2);
  });
}

BOOST_AUTO_TEST_CASE(a_declared_length_beyond_the_frame_is_refused) {
  check_refused({}, ErrorCode::kBadFrame, [](SessionClient& client) {
    std::string bytes = client.encode(PingFrame{}, client.session(), client.next_seq());
    bytes.pop_back();
    return bytes + std::string("\xc6\x7f\xff\xff\xff", 5);  // a bin of two gigabytes
  });
}

BOOST_AUTO_TEST_CASE(a_frame_over_the_limit_is_refused) {
  check_refused({"--max-frame", "64KiB"}, ErrorCode::kLimitExceeded, [](SessionClient& client) {
    PanesBuilder panes;
    add_letters(panes, std::string(4000, 'A'), 1, "g");
    std::string bytes = panes.encode(client.session(), client.next_seq(), 0);
    BOOST_REQUIRE_GT(bytes.size(), 64U << 10);
    return bytes;
  });
}

BOOST_AUTO_TEST_CASE(garbage_is_refused) {
  check_refused({}, ErrorCode::kBadFrame, [](SessionClient&) { return std::string("\xff\x00garbage", 9); });
}

BOOST_AUTO_TEST_CASE(a_gap_in_the_numbers_is_refused) {
  check_refused({}, ErrorCode::kSequenceGap, [](SessionClient& client) {
    return client.encode(WatermarkFrame{1}, client.session(), client.next_seq() + 1);
  });
}

BOOST_AUTO_TEST_CASE(a_frame_twice_is_refused) {
  check_refused({}, ErrorCode::kSequenceGap, [](SessionClient& client) {
    client.send(WatermarkFrame{1});
    return client.encode(WatermarkFrame{1}, client.session(), client.next_seq() - 1);
  });
}

BOOST_AUTO_TEST_CASE(a_frame_of_another_session_is_refused) {
  check_refused({}, ErrorCode::kStaleSession, [](SessionClient& client) {
    return client.encode(WatermarkFrame{1}, client.session() + 77, client.next_seq());
  });
}

BOOST_AUTO_TEST_CASE(state_after_the_input_has_begun_is_refused) {
  check_refused({}, ErrorCode::kProtocol, [](SessionClient& client) {
    client.send(WatermarkFrame{1});
    return client.encode(RestoreDoneFrame{0, 127, 0, 0}, client.session(), client.next_seq());
  });
}

BOOST_AUTO_TEST_CASE(damaged_state_is_refused) {
  check_refused({}, ErrorCode::kBadState, [](SessionClient& client) {
    RestoreFrame restore;
    restore.last = true;
    return client.encode(restore, client.session(), client.next_seq());
  });
}

BOOST_AUTO_TEST_CASE(a_piece_of_a_state_that_nobody_has_frozen_is_refused) {
  check_refused({}, ErrorCode::kProtocol, [](SessionClient& client) {
    return client.encode(SnapshotFrame{9, 0, 0, 100, {}}, client.session(), client.next_seq());
  });
}

BOOST_AUTO_TEST_CASE(more_than_the_credit_is_refused) {
  check_refused({"--event-credit", "256KiB", "--max-frame", "1MiB"}, ErrorCode::kProtocol,
                [](SessionClient& client) {
                  PanesBuilder panes;
                  add_letters(panes, std::string(20'000, 'A'), 1, "g");
                  return panes.encode(client.session(), client.next_seq(), 0);
                });
}

BOOST_AUTO_TEST_CASE(a_late_row_is_refused) {
  check_refused({}, ErrorCode::kProtocol, [](SessionClient& client) {
    client.send(WatermarkFrame{50});
    return letters_frame(client);
  });
}

BOOST_AUTO_TEST_CASE(nothing_but_hello_begins_a_connection) {
  OperatorProcess process;
  for (const FrameBody& body :
       std::vector<FrameBody>{PingFrame{}, WatermarkFrame{}, ByeFrame{}, EndOfInputFrame{}}) {
    SessionClient client(process.data());
    client.send(body);
    check_error(client.until_over().error, ErrorCode::kProtocol);
  }
  SessionClient garbage(process.data());
  garbage.send_raw("garbage");
  check_error(garbage.until_over().error, ErrorCode::kBadFrame);
  check_alive(process);
}

// Lengths beyond the frame, arrays of 2^28, nesting, over any limit: as the first thing that a client says.
BOOST_AUTO_TEST_CASE(every_damaged_frame_of_a_stranger_is_refused_with_a_reason) {
  OperatorProcess process;
  for (const GoldenFrame& frame : golden_frames("bad")) {
    const auto header = decode_header(frame.view());
    if (header && header->kind == FrameKind::kError) continue;  // never answered
    SessionClient client(process.data());
    client.send_raw(frame.bytes);
    const auto error = client.until_over().error;
    BOOST_TEST_CONTEXT(frame.entry.dump()) {
      BOOST_CHECK(error && error->code >= 300 && error->code < 400 && !error->message.empty());
    }
  }
  check_alive(process);
}

BOOST_AUTO_TEST_CASE(a_message_of_twice_the_largest_frame_only_loses_its_connection) {
  OperatorProcess process({"--max-frame", "64KiB"});
  LettersSession session(process);
  session.client.send_raw(std::string(1U << 20, 'x'));
  BOOST_CHECK(!session.client.receive(500ms));
  check_alive(process);
}

BOOST_AUTO_TEST_CASE(held_events_over_the_limit_name_the_watermark) {
  OperatorProcess process({"--held-limit", "64KiB"});
  LettersSession session(process);
  session.client.send(WatermarkFrame{0});
  for (int i = 0; i < 4; ++i) {
    PanesBuilder panes;
    add_letters(panes, std::string(1500, 'A'), 1, "g");
    session.client.send_panes(panes);
  }
  const auto collected = session.client.until_over();
  check_error(collected.error, ErrorCode::kHeldLimit);
  BOOST_TEST(collected.error->message.find("watermark stands at 0") != std::string::npos,
             collected.error->message);
  check_alive(process);
}

BOOST_AUTO_TEST_CASE(state_over_the_memory_limit_ends_the_session) {
  OperatorProcess process({"--memory", "1MiB"});
  LettersSession session(process);
  for (int i = 0; i < 10; ++i) {
    PanesBuilder panes;
    for (int group = 0; group < 2000; ++group)
      add_letters(panes, "AB", 1, std::to_string(i * 10'000 + group));
    session.client.send_panes(panes);
    session.client.send(WatermarkFrame{0});
  }
  check_error(session.client.until_over().error, ErrorCode::kMemory);
  check_alive(process);
}

// A sanitizer's own memory is several times that of the process.
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
constexpr bool kResidentIsOurs = false;
#else
constexpr bool kResidentIsOurs = true;
#endif

// The most that a process has had resident, in bytes.
std::uint64_t most_resident(pid_t pid) {
  std::ifstream status("/proc/" + std::to_string(pid) + "/status");
  std::string word;
  std::uint64_t kilobytes = 0;
  while (status >> word && word != "VmHWM:") {
  }
  status >> kilobytes;
  return kilobytes * 1024;
}

// The adapter hands on seven eighths of what Flink has set aside. Sends groups until the process has enough
// of them; `settle` waits for each frame.
void check_budget(const std::function<std::optional<ErrorFrame>(SessionClient&, int)>& settle) {
  constexpr std::uint64_t kBudget = 256U << 20;
  OperatorProcess process({"--memory", std::to_string(kBudget / 8 * 7)});
  LettersSession session(process);
  std::optional<ErrorFrame> error;
  for (int i = 0; !error; ++i) {
    BOOST_REQUIRE_LT(i, 200);
    PanesBuilder panes;
    for (int group = 0; group < 20'000; ++group)
      add_letters(panes, "AB", 1 + 2 * i, std::to_string(i) + "-" + std::to_string(group));
    session.client.send_panes(panes);
    error = settle(session.client, i);
  }
  check_error(error, ErrorCode::kMemory);
  const std::uint64_t resident = most_resident(process.pid());
  BOOST_TEST_MESSAGE(resident / 1024 / 1024 << " MiB of 256 were resident");
  BOOST_TEST((resident < kBudget || !kResidentIsOurs));
  check_alive(process);
}

BOOST_AUTO_TEST_CASE(held_events_over_the_memory_limit_end_a_session_before_the_process_outgrows_its_budget) {
  std::uint64_t credit = 0;
  check_budget([&](SessionClient& client, int) -> std::optional<ErrorFrame> {
    while (client.credit_returned() == credit && !client.error()) BOOST_REQUIRE(client.receive(30s));
    credit = client.credit_returned();
    return client.error();
  });
}

BOOST_AUTO_TEST_CASE(state_over_the_memory_limit_ends_a_session_before_the_process_outgrows_its_budget) {
  check_budget([](SessionClient& client, int frame) {
    BOOST_REQUIRE_LT(frame, 49);  // all within one window
    client.send(WatermarkFrame{2 + 2 * frame});
    return client.until_drained(2 + 2 * frame).error;
  });
}

}  // namespace
}  // namespace horatio::testing
