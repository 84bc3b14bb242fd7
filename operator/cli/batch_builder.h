// SPDX-License-Identifier: Apache-2.0
// Rows of a file, gathered into an EventBatch: a block per event type, columns for the attributes that are
// read. Rows are written straight into the memory that the batch then owns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/model/event_batch.h"
#include "engine/model/schema.h"
#include "operator/cli/column.h"
#include "operator/cli/text_dictionary.h"

namespace horatio::process {

// The rows of one type while they are read.
class BlockBuilder {
 public:
  // `attributes`: those read, ascending. `dictionaries`: one for each of them.
  BlockBuilder(const EventType& type, const std::vector<AttributeId>& attributes,
               std::vector<TextDictionary>& dictionaries);

  std::uint32_t rows() const { return rows_; }
  Column& column(std::size_t index) { return columns_[index]; }  // by place in `attributes`

  // Begins the row after the last one committed; what was written of it before is forgotten.
  void begin_row() {
    if (rows_ == capacity_) grow(2 * rows_);
    for (Column& column : columns_) column.begin_row(rows_);
  }
  void commit_row(Timestamp time, std::uint32_t arrival) {
    times_[rows_] = time;
    arrivals_[rows_] = arrival;
    ++rows_;
  }

  EventBlock view(TypeId type, std::size_t attribute_count, const std::vector<AttributeId>& attributes);
  std::size_t bytes() const;

 private:
  void grow(std::uint32_t rows);

  std::uint32_t rows_ = 0;
  std::uint32_t capacity_ = 0;
  std::vector<std::int64_t> times_;
  std::vector<std::uint32_t> arrivals_;
  std::vector<Column> columns_;
};

class BatchBuilder {
 public:
  // `attributes[type]`: the attributes read of each type, ascending. REQUIRES: `schema` outlives the builder.
  BatchBuilder(const Schema& schema, std::vector<std::vector<AttributeId>> attributes);

  BlockBuilder& block(TypeId type) { return (*blocks_)[type]; }
  void commit_row(TypeId type, Timestamp time) { block(type).commit_row(time, rows_++); }

  std::uint32_t rows() const { return rows_; }

  // The rows since the last take. The builder begins anew.
  EventBatch take();

 private:
  void begin();

  const Schema& schema_;
  std::vector<std::vector<AttributeId>> attributes_;
  std::vector<std::vector<TextDictionary>> dictionaries_;
  std::shared_ptr<std::vector<BlockBuilder>> blocks_;
  std::uint32_t rows_ = 0;
};

}  // namespace horatio::process
