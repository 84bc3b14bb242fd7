// SPDX-License-Identifier: Apache-2.0
#include "operator/cli/batch_builder.h"

#include <algorithm>
#include <utility>

namespace horatio::process {

BlockBuilder::BlockBuilder(const EventType& type, const std::vector<AttributeId>& attributes,
                           std::vector<TextDictionary>& dictionaries) {
  columns_.reserve(attributes.size());
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    columns_.emplace_back(type.attributes[attributes[i]].type.kind, &dictionaries[i]);
  }
}

void BlockBuilder::grow(std::uint32_t rows) {
  capacity_ = std::max<std::uint32_t>(256, rows);
  times_.resize(capacity_);
  arrivals_.resize(capacity_);
  for (Column& column : columns_) column.reserve(capacity_);
}

EventBlock BlockBuilder::view(TypeId type, std::size_t attribute_count,
                              const std::vector<AttributeId>& attributes) {
  EventBlock block;
  block.type = type;
  block.rows = rows_;
  block.times = reinterpret_cast<const std::byte*>(times_.data());
  block.arrivals = reinterpret_cast<const std::byte*>(arrivals_.data());
  block.columns.resize(attribute_count);
  for (std::size_t i = 0; i < attributes.size(); ++i) block.columns[attributes[i]] = columns_[i].view();
  return block;
}

std::size_t BlockBuilder::bytes() const {
  std::size_t bytes = times_.capacity() * sizeof(std::int64_t) + arrivals_.capacity() * sizeof(std::uint32_t);
  for (const Column& column : columns_) bytes += column.bytes();
  return bytes;
}

BatchBuilder::BatchBuilder(const Schema& schema, std::vector<std::vector<AttributeId>> attributes)
    : schema_(schema), attributes_(std::move(attributes)) {
  for (const auto& of_type : attributes_) dictionaries_.emplace_back(of_type.size());
  begin();
}

void BatchBuilder::begin() {
  rows_ = 0;
  blocks_ = std::make_shared<std::vector<BlockBuilder>>();
  blocks_->reserve(schema_.types.size());
  for (std::size_t type = 0; type < schema_.types.size(); ++type) {
    blocks_->emplace_back(schema_.types[type], attributes_[type], dictionaries_[type]);
  }
}

EventBatch BatchBuilder::take() {
  EventBatch batch;
  for (std::size_t type = 0; type < schema_.types.size(); ++type) {
    BlockBuilder& block = (*blocks_)[type];
    if (block.rows() == 0) continue;
    batch.blocks.push_back(
        block.view(static_cast<TypeId>(type), schema_.types[type].attributes.size(), attributes_[type]));
    batch.bytes += block.bytes();
  }
  batch.owner = std::move(blocks_);
  begin();
  return batch;
}

}  // namespace horatio::process
