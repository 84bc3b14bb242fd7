// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/open_windows.h"

#include "engine/trend/partition_table.h"

namespace horatio::trend {
namespace {

// Whole keys compare first by group, since every attribute delimits itself.
bool before(const Lane* left, const Lane* right) { return left->partition->key < right->partition->key; }

}  // namespace

bool OpenWindow::order(std::size_t& steps) {
  for (; unordered_ > 0 && steps > 0; --steps) sift_down(--unordered_);
  return unordered_ == 0;
}

void OpenWindow::pop() {
  lanes_.front() = lanes_.back();
  lanes_.pop_back();
  if (!lanes_.empty()) sift_down(0);
}

void OpenWindow::sift_down(std::size_t index) {
  Lane* lane = lanes_[index];
  while (true) {
    std::size_t child = 2 * index + 1;
    if (child >= lanes_.size()) break;
    if (child + 1 < lanes_.size() && before(lanes_[child + 1], lanes_[child])) ++child;
    if (!before(lanes_[child], lane)) break;
    lanes_[index] = lanes_[child];
    index = child;
  }
  lanes_[index] = lane;
}

}  // namespace horatio::trend
