// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <string>
#include <unordered_set>

namespace horatio::process {

// Peers that were sent an ERROR or whose session ended: what is still under way from them is ignored.
class EndedPeers {
 public:
  void add(const std::string& peer);
  bool contains(const std::string& peer) const { return peers_.contains(peer); }

 private:
  static constexpr std::size_t kPeers = 4096;
  std::unordered_set<std::string> peers_;
  std::deque<std::string> ages_;
};

}  // namespace horatio::process
