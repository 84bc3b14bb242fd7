// SPDX-License-Identifier: Apache-2.0
#include "operator/process/state_intake.h"

#include <span>
#include <string_view>
#include <utility>

#include "engine/model/crc32c.h"

namespace horatio::process {
namespace {

Error protocol(std::string message) {
  return {ErrorCode::kProtocol, std::move(message), "see State in FRAMES.md", {}};
}

std::string describe(const RestoreDoneFrame& done) {
  return std::to_string(done.count) + " key groups of " + std::to_string(done.first_key_group) + " to " +
         std::to_string(done.last_key_group) + " with CRC " + std::to_string(done.crc);
}

}  // namespace

StateIntake::StateIntake(KeyGroup first, KeyGroup last)
    : first_(first), last_(last), taken_(std::size_t{last} - first + 1, false) {}

Status StateIntake::take(const RestoreFrame& chunk, Engine& engine) {
  const std::string name = "RESTORE of key group " + std::to_string(chunk.key_group);
  if (chunk.key_group < first_ || chunk.key_group > last_) {
    return protocol(name + "; the session owns " + std::to_string(first_) + " to " + std::to_string(last_));
  }
  if (key_group_ && *key_group_ != chunk.key_group) {
    return protocol(name + " within key group " + std::to_string(*key_group_));
  }
  if (taken_[chunk.key_group - first_]) return protocol(name + " twice");
  if (chunk.offset != content_.size()) {
    return protocol(name + " at offset " + std::to_string(chunk.offset) + ", expected " +
                    std::to_string(content_.size()));
  }
  const std::string_view bytes(reinterpret_cast<const char*>(chunk.chunk.data()), chunk.chunk.size());
  crc_ = crc32c(bytes, crc_);
  content_.append(bytes);
  key_group_ = chunk.key_group;
  return chunk.last ? hand_over(engine) : Status();
}

Status StateIntake::hand_over(Engine& engine) {
  const auto key_group = static_cast<KeyGroup>(*std::exchange(key_group_, std::nullopt));
  const std::string content = std::exchange(content_, {});
  taken_[key_group - first_] = true;
  ++count_;
  return engine.restore(key_group, std::as_bytes(std::span(content.data(), content.size())));
}

Result<RestoreDoneFrame> StateIntake::finish(const RestoreDoneFrame& done) const {
  if (key_group_) return protocol("RESTORE_DONE within key group " + std::to_string(*key_group_));
  const RestoreDoneFrame came{first_, last_, count_, crc_};
  const bool same = done.first_key_group == first_ && done.last_key_group == last_ && done.count == count_;
  if (same && done.crc == crc_) return came;
  return Error{same ? ErrorCode::kBadState : ErrorCode::kProtocol,
               "RESTORE_DONE says " + describe(done) + "; there came " + describe(came),
               "restore from an undamaged checkpoint",
               {}};
}

}  // namespace horatio::process
