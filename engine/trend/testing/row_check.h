// SPDX-License-Identifier: Apache-2.0
// What must hold of each row that an engine hands over, whatever its cells say: its shape, its key group,
// that it is due, and its place in the order of rows.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "engine/model/query.h"
#include "engine/model/result.h"
#include "engine/trend/oracle/oracle.h"
#include "engine/trend/testing/key_splitter.h"

namespace horatio::oracle {

class RowCheck {
 public:
  // `splitter` outlives the object.
  explicit RowCheck(const KeySplitter& splitter) : splitter_(splitter) {}

  // What is wrong with the row, in words; empty: nothing. It left between two watermarks.
  std::string fault(const ResultRow& row, const Query& query, Timestamp previous, Timestamp watermark);

  // The next row is of another engine, or of another watermark: the order starts anew.
  void restart() { last_.reset(); }

 private:
  struct Named {
    RowName row;  // of no query
    std::string query;
  };

  std::string fault_of_shape(const ResultRow& row, const Query& query) const;
  static bool is_due(const ResultRow& row, const Query& query, Timestamp previous, Timestamp watermark);
  static bool ascends(const Named& before, const Named& after);

  const KeySplitter& splitter_;
  std::optional<Named> last_;
};

}  // namespace horatio::oracle
