// SPDX-License-Identifier: Apache-2.0
#include "engine/plan/batch_check.h"

#include <string>

namespace horatio {
namespace {

using Encoding = ColumnView::Encoding;

bool fits(Encoding encoding, AttributeKind kind) {
  if (encoding == Encoding::kAbsent) return true;
  switch (kind) {
    case AttributeKind::kString:
      return encoding == Encoding::kText || encoding == Encoding::kTextDictionary;
    case AttributeKind::kBool:
      return encoding == Encoding::kBool;
    case AttributeKind::kFloat:
      return encoding == Encoding::kFloat64;
    default:
      return encoding == Encoding::kInt64;
  }
}

Error bad_block(const std::string& what) {
  return {ErrorCode::kBadEvent, what, "send events as the schema of the workload declares them", {}};
}

Status check_block(const EventBlock& block, const EventType& type) {
  if (block.times == nullptr || block.arrivals == nullptr) {
    return bad_block("a block of type " + type.name + " lacks times or arrival numbers");
  }
  if (block.columns.size() != type.attributes.size()) {
    return bad_block("a block of type " + type.name + " has " + std::to_string(block.columns.size()) +
                     " columns, its type has " + std::to_string(type.attributes.size()) + " attributes");
  }
  for (std::size_t a = 0; a < block.columns.size(); ++a) {
    const Attribute& attribute = type.attributes[a];
    if (!fits(block.columns[a].encoding, attribute.type.kind)) {
      return bad_block("column " + attribute.name + " of type " + type.name + " does not hold " +
                       to_string(attribute.type));
    }
  }
  return {};
}

}  // namespace

Status check_batch(const EventBatch& batch, const Schema& schema) {
  for (const EventBlock& block : batch.blocks) {
    if (block.rows == 0) continue;
    if (block.type >= schema.types.size()) {
      return bad_block("a block has type number " + std::to_string(block.type) + ", the schema has " +
                       std::to_string(schema.types.size()) + " types");
    }
    if (Status checked = check_block(block, schema.types[block.type]); !checked.ok()) return checked;
  }
  return {};
}

}  // namespace horatio
