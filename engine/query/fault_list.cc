// SPDX-License-Identifier: Apache-2.0
#include "engine/query/fault_list.h"

#include <algorithm>
#include <utility>

namespace horatio {
namespace {

void sort_by_place(std::vector<WorkloadFault>& faults) {
  std::stable_sort(faults.begin(), faults.end(), [](const WorkloadFault& left, const WorkloadFault& right) {
    const SourcePlace& a = left.error.place;
    const SourcePlace& b = right.error.place;
    return a.line != b.line ? a.line < b.line : a.column < b.column;
  });
}

}  // namespace

void FaultList::add(ErrorCode code, std::size_t offset, std::string message, std::string remedy) {
  if (faults_.size() == kMostFaults) {
    ++left_out_;
    return;
  }
  faults_.push_back({query_, Error{code, std::move(message), std::move(remedy), map_.place_of(offset)}});
}

void FaultList::refuse(std::size_t offset, Feature feature) {
  add(ErrorCode::kNotAvailable, offset, std::string(subject_of(feature)) + " not available yet");
}

void FaultList::warn(std::size_t offset, std::string message, std::string remedy) {
  if (warnings_.size() == kMostFaults) return;
  warnings_.push_back({query_, Error{ErrorCode::kInvalidClause, std::move(message), std::move(remedy),
                                     map_.place_of(offset)}});
}

std::vector<WorkloadFault> FaultList::take_faults() {
  sort_by_place(faults_);
  if (left_out_ > 0) {
    faults_.push_back(
        {"", Error{ErrorCode::kTooLarge, std::to_string(left_out_) + " more faults are not listed", "",
                   faults_.back().error.place}});
  }
  return std::move(faults_);
}

std::vector<WorkloadFault> FaultList::take_warnings() {
  sort_by_place(warnings_);
  return std::move(warnings_);
}

}  // namespace horatio
