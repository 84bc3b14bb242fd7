// SPDX-License-Identifier: Apache-2.0
#include "engine/query/bind_schema.h"

#include <string>
#include <unordered_set>

namespace horatio {
namespace {

EventType bind_type(const syntax::Type& written, TypeId id, FaultList& faults, UntypedAttributes& untyped) {
  EventType type{written.name.text, {}};
  std::unordered_set<std::string_view> seen;
  for (const syntax::Attribute& attribute : written.attributes) {
    if (!seen.insert(attribute.name.text).second) {
      faults.add(ErrorCode::kDuplicate, attribute.name.at,
                 "attribute '" + attribute.name.text + "' of type '" + type.name + "' is declared twice",
                 "leave one of them out");
    } else if (type.attributes.size() == kMostAttributes) {
      faults.add(ErrorCode::kTooLarge, attribute.name.at,
                 "type '" + type.name + "' has more than " + std::to_string(kMostAttributes) + " attributes");
      break;
    } else {
      if (!attribute.type) untyped.emplace(id, static_cast<AttributeId>(type.attributes.size()));
      type.attributes.push_back({attribute.name.text, attribute.type.value_or(AttributeType{})});
    }
  }
  return type;
}

}  // namespace

Schema bind_schema(const syntax::Stream& stream, FaultList& faults, UntypedAttributes& untyped) {
  Schema schema{stream.name.text, {}};
  std::unordered_set<std::string_view> seen;
  for (const syntax::Type& written : stream.types) {
    if (!seen.insert(written.name.text).second) {
      faults.add(ErrorCode::kDuplicate, written.name.at, "type '" + written.name.text + "' is declared twice",
                 "leave one of them out, or join them into one");
      continue;
    }
    if (schema.types.size() == kMostTypes) {
      faults.add(ErrorCode::kTooLarge, written.name.at,
                 "the stream has more than " + std::to_string(kMostTypes) + " types");
      break;
    }
    const auto id = static_cast<TypeId>(schema.types.size());
    schema.types.push_back(bind_type(written, id, faults, untyped));
  }
  return schema;
}

}  // namespace horatio
