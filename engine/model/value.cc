// SPDX-License-Identifier: Apache-2.0
#include "engine/model/value.h"

namespace horatio {
namespace {

template <class T>
int order(const T& left, const T& right) {
  return left < right ? -1 : (right < left ? 1 : 0);
}

}  // namespace

int compare(const Value& left, const Value& right) {
  if (left.index() != right.index()) return order(left.index(), right.index());
  switch (left.index()) {
    case 1: return order(std::get<1>(left), std::get<1>(right));
    case 2: return order(std::get<2>(left), std::get<2>(right));
    case 3: return order(std::get<3>(left), std::get<3>(right));
    case 4: {
      // std::string compares as unsigned bytes, which is the order of UTF-8.
      const int c = std::get<4>(left).compare(std::get<4>(right));
      return (c > 0) - (c < 0);
    }
    default: return 0;
  }
}

}  // namespace horatio
