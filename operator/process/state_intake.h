// SPDX-License-Identifier: Apache-2.0
// The state that a session begins with: chunks of key groups into the engine, checked against what the sender
// says it has sent. One thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bridge/frames/frame.h"
#include "engine/plan/engine.h"

namespace horatio::process {

class StateIntake {
 public:
  StateIntake(KeyGroup first, KeyGroup last);

  // The next chunk; with the last one of its key group the engine takes it. kProtocol where it does not
  // follow the one before, else what Engine::restore says.
  Status take(const RestoreFrame& chunk, Engine& engine);

  // The end; the answer. kProtocol or kBadState if it is not what has come.
  Result<RestoreDoneFrame> finish(const RestoreDoneFrame& done) const;

  std::size_t bytes() const { return content_.capacity(); }

 private:
  Status hand_over(Engine& engine);

  const KeyGroup first_, last_;
  std::vector<bool> taken_;                 // by key group, from the first on
  std::optional<std::uint32_t> key_group_;  // that of `content_`
  std::string content_;
  std::uint32_t count_ = 0;
  std::uint32_t crc_ = 0;
};

}  // namespace horatio::process
