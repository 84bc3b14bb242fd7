// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/vertices/record_maker.h"

#include <algorithm>
#include <bit>
#include <memory>
#include <optional>
#include <string_view>

namespace horatio::trend {
namespace {

using Kind = StoredValue::Kind;

// Texts move to memory of the record's own; the strings themselves never move again.
void own_texts(EventRecord& record) {
  const auto is_text = [](const StoredValue& value) { return value.kind() == Kind::kText; };
  record.texts.reserve(
      static_cast<std::size_t>(std::count_if(record.values.begin(), record.values.end(), is_text)));
  for (StoredValue& value : record.values) {
    if (is_text(value)) value = StoredValue::of(std::string_view(record.texts.emplace_back(value.text())));
  }
}

void write_value(const StoredValue& value, StateWriter& out) {
  out.number(static_cast<std::uint8_t>(value.kind()));
  switch (value.kind()) {
    case Kind::kNull:
      break;
    case Kind::kInteger:
      out.number(value.integer());
      break;
    case Kind::kFloat:
      out.number(std::bit_cast<std::int64_t>(value.floating()));
      break;
    case Kind::kBool:
      out.number(static_cast<std::uint8_t>(value.boolean()));
      break;
    case Kind::kText:
      out.text(value.text());
      break;
  }
}

// Text is a view into what is read.
StoredValue read_value(StateReader& in) {
  switch (static_cast<Kind>(in.number<std::uint8_t>())) {
    case Kind::kNull:
      return {};
    case Kind::kInteger:
      return StoredValue::of(in.number<std::int64_t>());
    case Kind::kFloat:
      return StoredValue::of(std::bit_cast<double>(in.number<std::int64_t>()));
    case Kind::kBool:
      return StoredValue::of(in.number<std::uint8_t>() != 0);
    case Kind::kText:
      return StoredValue::of(in.text());
  }
  in.fail();
  return {};
}

// What a value of the attribute is stored as.
Kind kind_of(AttributeKind kind) {
  switch (kind) {
    case AttributeKind::kFloat:
      return Kind::kFloat;
    case AttributeKind::kString:
      return Kind::kText;
    case AttributeKind::kBool:
      return Kind::kBool;
    default:
      return Kind::kInteger;
  }
}

}  // namespace

RecordMaker::RecordMaker(const TrendQuery& query) : query_(query) {
  by_type_.resize(query.schema().types.size());
  values_.resize(by_type_.size());
  for (std::size_t c = 0; c < query.conditions().size(); ++c) {
    const TypeId type = query.query().pattern.places[query.query().edges[c].from].type;
    const std::size_t size = query.conditions()[c].stored_attributes().size();
    slots_.push_back({values_[type], size});
    values_[type] += size;
    by_type_[type].push_back(static_cast<std::uint16_t>(c));
  }
}

RecordPointer RecordMaker::make(const EventRef& event, std::uint64_t sequence) const {
  auto record = std::make_unique<EventRecord>();
  record->time = event.time;
  record->sequence = sequence;
  record->type = event.type();
  record->values.resize(values_[event.type()]);
  for (const std::uint16_t c : by_type_[event.type()]) {
    const auto out = std::span(record->values).subspan(slots_[c].begin, slots_[c].size);
    query_.conditions()[c].store(*event.block, event.row, out);
  }
  own_texts(*record);
  return RecordPointer(record.release());
}

bool RecordMaker::holds(automaton::EdgeConditionId edge, const EventRecord& earlier,
                        const EventRef& later) const {
  if (edge == automaton::kNoEdgeCondition) return true;
  const auto& conjuncts = query_.edge_conjuncts()[edge];
  return std::all_of(conjuncts.begin(), conjuncts.end(), [&](std::uint16_t c) {
    return query_.conditions()[c].passes(earlier.values_at(slots_[c].begin, slots_[c].size), earlier.time,
                                         *later.block, later.row);
  });
}

void RecordMaker::write(const EventRecord& record, StateWriter& out) const {
  out.text(query_.schema().types[record.type].name);
  out.number(record.time);
  out.number(record.sequence);
  for (const StoredValue& value : record.values) write_value(value, out);
}

RecordPointer RecordMaker::read(StateReader& in) const {
  auto record = std::make_unique<EventRecord>();
  const std::optional<TypeId> type = query_.schema().find(in.text());
  record->time = in.number<Timestamp>();
  record->sequence = in.number<std::uint64_t>();
  if (!type) in.fail();
  if (in.failed()) return {};
  record->type = *type;
  record->values.resize(values_[record->type]);
  for (StoredValue& value : record->values) value = read_value(in);
  if (!is_well_typed(*record)) in.fail();
  own_texts(*record);
  return RecordPointer(record.release());
}

// Whether each value is NULL or of its attribute's kind: conditions rely on it.
bool RecordMaker::is_well_typed(const EventRecord& record) const {
  const auto& attributes = query_.schema().types[record.type].attributes;
  for (const std::uint16_t c : by_type_[record.type]) {
    const auto values = record.values_at(slots_[c].begin, slots_[c].size);
    for (std::size_t i = 0; i < values.size(); ++i) {
      const AttributeKind kind = attributes[query_.conditions()[c].stored_attributes()[i]].type.kind;
      if (!values[i].is_null() && values[i].kind() != kind_of(kind)) return false;
    }
  }
  return true;
}

}  // namespace horatio::trend
