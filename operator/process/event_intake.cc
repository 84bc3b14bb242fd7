// SPDX-License-Identifier: Apache-2.0
#include "operator/process/event_intake.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace horatio::process {
namespace {

// read_panes knows columns; which types may come at all, and once each, is the workload's business.
Status check_types(const PanesFrame& frame, const RegisteredWorkload& workload) {
  const Schema& schema = workload.workload->schema;
  std::vector<bool> seen(schema.types.size(), false);
  for (const PanesBlock& block : frame.blocks) {
    if (block.type >= schema.types.size()) continue;  // read_panes says so
    const char* what = nullptr;
    if (!workload.required[block.type].used) what = ", which no query reads";
    if (seen[block.type]) what = " twice";
    if (what != nullptr) {
      return Error{ErrorCode::kBadFrame,
                   "PANES carries type " + schema.types[block.type].name + what,
                   "send one block for each type that registerWorkload named",
                   {}};
    }
    seen[block.type] = true;
  }
  return {};
}

Status check_times(const EventBlock& block, const Schema& schema, Timestamp after, Intake& intake) {
  for (std::uint32_t row = 0; row < block.rows; ++row) {
    const Timestamp time = block.time(row);
    intake.oldest = std::min(intake.oldest, time);
    intake.newest = std::max(intake.newest, time);
  }
  if (block.rows == 0 || intake.oldest > after) return {};
  return Error{ErrorCode::kProtocol,
               "a row of type " + schema.types[block.type].name + " has time " +
                   std::to_string(intake.oldest) + ", at or below the watermark " + std::to_string(after) +
                   " that came before it",
               "late rows stay with the sender",
               {}};
}

Status check_key_groups(const EventBlock& block, const IntakeRules& rules) {
  KeyGroup least = UINT16_MAX;
  KeyGroup greatest = 0;
  for (std::uint32_t row = 0; row < block.rows; ++row) {
    const KeyGroup key_group = block.key_group(row);
    least = std::min(least, key_group);
    greatest = std::max(greatest, key_group);
  }
  if (block.rows == 0 || (least >= rules.first_key_group && greatest <= rules.last_key_group)) return {};
  return Error{ErrorCode::kProtocol,
               "a row has key group " + std::to_string(least < rules.first_key_group ? least : greatest) +
                   "; the session owns " + std::to_string(rules.first_key_group) + " to " +
                   std::to_string(rules.last_key_group),
               "send each row to the subtask that owns its key group",
               {}};
}

}  // namespace

Result<Intake> take_in(const PanesFrame& frame, const RegisteredWorkload& workload, const IntakeRules& rules,
                       std::shared_ptr<const void> owner, std::size_t bytes) {
  const Schema& schema = workload.workload->schema;
  if (auto status = check_types(frame, workload); !status) return status.error();
  auto events = read_panes(frame, schema, workload.sent, std::move(owner), bytes);
  if (!events) return events.error();
  Intake intake;
  intake.events = std::move(*events);
  for (const EventBlock& block : intake.events.batch.blocks) {
    if (auto status = check_times(block, schema, rules.after, intake); !status) return status.error();
    if (auto status = check_key_groups(block, rules); !status) return status.error();
  }
  return intake;
}

}  // namespace horatio::process
