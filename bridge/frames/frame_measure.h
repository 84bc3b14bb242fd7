// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <string>
#include <vector>

#include "bridge/frames/frame_fields.h"

namespace horatio {

// Counts the elements of a body and the bytes it takes at most, so that the frame is written into one
// allocation.
class FrameMeasure {
 public:
  std::size_t elements = 0;
  std::size_t bytes = 0;

  template <class T>
  void operator()(const char*, const T& value) {
    ++elements;
    bytes += size_of(value);
  }

 private:
  static constexpr std::size_t kHeader =
      9;  // the widest of an integer, which is wider than those of bins and arrays

  template <class T>
  static std::size_t size_of(const T&) {
    return kHeader;
  }
  static std::size_t size_of(const std::string& value) { return kHeader + value.size(); }
  static std::size_t size_of(const Bytes& value) { return kHeader + value.size(); }
  static std::size_t size_of(const std::vector<PaneSlice>& panes) { return kHeader + 16 * panes.size(); }
  template <class Record>
    requires requires(FrameMeasure& measure, const Record& record) { visit_fields(measure, record); }
  static std::size_t size_of(const std::vector<Record>& records) {
    FrameMeasure inner;
    for (const Record& record : records) {
      visit_fields(inner, record);
      if constexpr (std::same_as<Record, PanesBlock>) inner.bytes += 2 * kHeader + size_of(record.columns);
    }
    return kHeader + inner.bytes;
  }
};

}  // namespace horatio
