// SPDX-License-Identifier: Apache-2.0
#include "operator/process/ended_peers.h"

namespace horatio::process {

void EndedPeers::add(const std::string& peer) {
  if (!peers_.insert(peer).second) return;
  ages_.push_back(peer);
  if (ages_.size() <= kPeers) return;
  peers_.erase(ages_.front());
  ages_.pop_front();
}

}  // namespace horatio::process
