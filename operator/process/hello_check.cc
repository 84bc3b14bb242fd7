// SPDX-License-Identifier: Apache-2.0
#include "operator/process/hello_check.h"

#include <algorithm>
#include <string>
#include <utility>

#include "operator/process/credit.h"

namespace horatio::process {
namespace {

constexpr std::size_t kIdBytes = 256;
constexpr std::uint32_t kMostKeyGroups = 32'768;  // Flink's upper bound
constexpr std::uint64_t kLeastWindow = 64U << 10;

Error protocol(std::string message, std::string remedy) {
  return {ErrorCode::kProtocol, std::move(message), std::move(remedy), {}};
}

std::string shortened(const std::string& text) {
  return text.size() <= 300 ? text : text.substr(0, 300) + "...";
}

Status check_numbers(const HelloFrame& hello) {
  if (hello.first_key_group > hello.last_key_group || hello.last_key_group >= hello.max_parallelism ||
      hello.max_parallelism > kMostKeyGroups) {
    return protocol("key groups " + std::to_string(hello.first_key_group) + " to " +
                        std::to_string(hello.last_key_group) + " of " +
                        std::to_string(hello.max_parallelism) + " are no range",
                    "0 <= first <= last < max_parallelism <= 32768");
  }
  if (hello.result_credit < kLeastWindow || hello.max_frame < kLeastWindow) {
    return protocol("result credit " + std::to_string(hello.result_credit) + " or largest frame " +
                        std::to_string(hello.max_frame) + " is below 65536 bytes",
                    "raise the adapter's limits");
  }
  return {};
}

}  // namespace

Result<SessionTerms> check_hello(const HelloFrame& hello, const WorkloadHandle& workload,
                                 const ProcessOptions& options) {
  for (const std::string* id : {&hello.job, &hello.op, &hello.attempt}) {
    if (id->size() > kIdBytes) {
      return Error{ErrorCode::kLimitExceeded,
                   "an id of " + std::to_string(id->size()) + " bytes in HELLO",
                   "ids have at most 256 bytes",
                   {}};
    }
  }
  if (!workload) {
    return Error{ErrorCode::kUnknownWorkload,
                 "no workload " + shortened(hello.workload_hash) + " is registered here",
                 "call registerWorkload on the control plane of this process, then HELLO",
                 {}};
  }
  if (hello.columns != workload->info.columns) {
    return protocol("the sender's columns are " + shortened(hello.columns) + ", the workload's " +
                        shortened(workload->info.columns),
                    "send the columns that registerWorkload named");
  }
  if (auto status = check_numbers(hello); !status) return status.error();
  SessionTerms terms;
  terms.first_key_group = static_cast<KeyGroup>(hello.first_key_group);
  terms.last_key_group = static_cast<KeyGroup>(hello.last_key_group);
  terms.result_credit = std::min(hello.result_credit, kMostResultCredit);
  terms.max_result_frame = hello.max_frame;
  terms.held_limit = options.held_limit;
  terms.memory_limit = options.memory;
  terms.snapshot_memory = options.snapshot_memory;
  terms.frames = frame_limits(options);
  terms.engine = options.engine;
  return terms;
}

FrameLimits frame_limits(const ProcessOptions& options) {
  FrameLimits limits;
  limits.frame = options.max_frame;
  return limits;
}

}  // namespace horatio::process
