// SPDX-License-Identifier: Apache-2.0
// Collects the faults and warnings of a workload while it is read and bound, so that all come out at once.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "engine/query/features.h"
#include "engine/query/parser.h"
#include "engine/query/source_map.h"

namespace horatio {

class FaultList {
 public:
  static constexpr std::size_t kMostFaults = 1000;  // the rest is counted only

  explicit FaultList(const SourceMap& map) : map_(map) {}

  // The query that the following faults belong to; empty: none.
  void enter(std::string_view query) { query_ = query; }

  void add(ErrorCode code, std::size_t offset, std::string message, std::string remedy = {});
  // Adds the fault of a feature that is not available yet.
  void refuse(std::size_t offset, Feature feature);
  SourcePlace place_of(std::size_t offset) const { return map_.place_of(offset); }
  void warn(std::size_t offset, std::string message, std::string remedy = {});
  std::size_t size() const { return faults_.size() + left_out_; }

  std::vector<WorkloadFault> take_faults();  // in order of place
  std::vector<WorkloadFault> take_warnings();

 private:
  const SourceMap& map_;
  std::string query_;
  std::vector<WorkloadFault> faults_;
  std::vector<WorkloadFault> warnings_;
  std::size_t left_out_ = 0;
};

}  // namespace horatio
