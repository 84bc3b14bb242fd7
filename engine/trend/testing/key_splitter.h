// SPDX-License-Identifier: Apache-2.0
// Which key group an event and a row belong to, where a stream is split by some of the attributes that every
// query groups by (rule 5).
#pragma once

#include <random>
#include <string>
#include <vector>

#include "engine/model/query.h"
#include "engine/trend/oracle/oracle.h"

namespace horatio::oracle {

class KeySplitter {
 public:
  // Chooses the attributes, none where the stream is not split, and the number of groups.
  KeySplitter(const Workload& workload, std::mt19937_64& random);

  KeyGroup groups() const { return groups_; }
  KeyGroup of_event(const Schema& schema, const PlainEvent& event) const;
  KeyGroup of_group(const Query& query, const std::vector<Value>& group) const;

 private:
  std::vector<std::string> key_;
  KeyGroup groups_ = 1;
};

}  // namespace horatio::oracle
