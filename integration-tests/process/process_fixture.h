// SPDX-License-Identifier: Apache-2.0
// What the tests of the process share: a workload, its registration, letters as events.
#pragma once

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bridge/control/control_client.h"
#include "engine/model/status.h"
#include "integration-tests/process/operator_process.h"
#include "integration-tests/process/session_client.h"

namespace horatio::testing {

inline constexpr const char* kLetters =
    "STREAM letters (TYPE A (g STRING), TYPE B (g STRING), TYPE C (g STRING));\n"
    "QUERY q1 RETURN COUNT(*) PATTERN SEQ(A, B+) GROUP BY g WITHIN 100 MILLISECONDS;\n"
    "QUERY q2 RETURN COUNT(*) PATTERN SEQ(C, B+) GROUP BY g WITHIN 100 MILLISECONDS;\n"
    "QUERY q3 RETURN COUNT(*) PATTERN (SEQ(A, B+))+ GROUP BY g WITHIN 100 MILLISECONDS;\n";

inline std::unique_ptr<control_plane::ControlClient> control_of(const OperatorProcess& process) {
  return std::move(control_plane::ControlClient::connect(process.control(), OperatorProcess::kToken).value());
}

inline control_plane::WorkloadInfo register_text(const OperatorProcess& process, const std::string& text) {
  const auto answer = control_of(process)->register_workload({text, TimeUnit::kMillisecond, false, {"g"}});
  const auto* failure = std::get_if<control_plane::Failure>(&answer);
  BOOST_REQUIRE_MESSAGE(failure == nullptr, (failure == nullptr ? "" : failure->message));
  return std::get<control_plane::WorkloadInfo>(answer);
}

// One event per letter, at times first, first + 1, ..., all of group `group`.
inline void add_letters(PanesBuilder& panes, std::string_view letters, std::int64_t first,
                        const std::string& group) {
  for (const char letter : letters) {
    const Value values[] = {group};
    panes.add(static_cast<TypeId>(letter - 'A'), first++, 0, 5, values);
  }
}

// The workload of the letters on a fresh process, and a session on it.
struct LettersSession {
  explicit LettersSession(const OperatorProcess& process, const std::string& op = "operator")
      : info(register_text(process, kLetters)), client(process.data()) {
    HelloFrame hello = hello_for(info, OperatorProcess::kToken);
    hello.op = op;
    BOOST_REQUIRE_MESSAGE(client.hello(hello), (client.error() ? client.error()->message : "no answer"));
  }
  control_plane::WorkloadInfo info;
  SessionClient client;
};

// "query:count" of each row, in the order of queries.
inline std::vector<std::string> counts(const Collected& collected) {
  std::vector<std::string> out;
  for (const ClientRow& row : collected.rows)
    out.push_back(std::to_string(row.query) + ":" + row.cells.at(0));
  std::sort(out.begin(), out.end());
  return out;
}

// The session still answers right: nothing that another one did has touched it.
inline void check_alive(const OperatorProcess& process) {
  LettersSession other(process, "check");
  PanesBuilder panes;
  add_letters(panes, "ABBAB", 1, "g");
  other.client.send_panes(panes);
  other.client.send(EndOfInputFrame{});
  const auto collected = other.client.until_drained(INT64_MAX);
  BOOST_CHECK(counts(collected) == (std::vector<std::string>{"0:8", "2:11"}));
  other.client.send(ByeFrame{});
  BOOST_CHECK(other.client.until_over().bye);
}

inline void check_error(const std::optional<ErrorFrame>& error, ErrorCode code) {
  BOOST_REQUIRE_MESSAGE(error.has_value(), "an ERROR was expected");
  BOOST_CHECK_MESSAGE(error->code == static_cast<std::uint32_t>(code), error->code << " " << error->message);
  BOOST_CHECK(!error->message.empty());
}

}  // namespace horatio::testing
