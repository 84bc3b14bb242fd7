// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/testing/plain_batch.h"

#include <algorithm>
#include <cstring>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace horatio::oracle {
namespace {

using Encoding = ColumnView::Encoding;

// Memory of a batch: buffers that never move, each beginning at an odd address.
class Buffers {
 public:
  template <class T>
  const std::byte* add(const std::vector<T>& values) {
    return add(values.data(), values.size() * sizeof(T));
  }
  const std::byte* add(const void* data, std::size_t size) {
    auto& buffer = buffers_.emplace_back(size + 1);
    if (size != 0) std::memcpy(buffer.data() + 1, data, size);
    bytes_ += size + 1;
    return buffer.data() + 1;
  }
  std::size_t bytes() const { return bytes_; }

 private:
  std::deque<std::vector<std::byte>> buffers_;
  std::size_t bytes_ = 0;
};

class BlockWriter {
 public:
  BlockWriter(const EventType& type, const std::vector<Arrival>& rows, Buffers& buffers,
              std::mt19937_64& random)
      : type_(type), rows_(rows), buffers_(buffers), random_(random) {}

  EventBlock write(TypeId id, const std::vector<bool>& sent) {
    EventBlock block;
    block.type = id;
    block.rows = static_cast<std::uint32_t>(rows_.size());
    block.times = buffers_.add(each<Timestamp>([](const Arrival& a) { return a.event->time; }));
    block.arrivals = buffers_.add(each<std::uint32_t>([](const Arrival& a) { return a.place; }));
    const bool all_zero = std::ranges::all_of(rows_, [](const Arrival& a) { return a.key_group == 0; });
    if (!all_zero || random_() % 2 == 0) {
      block.key_groups = buffers_.add(each<KeyGroup>([](const Arrival& a) { return a.key_group; }));
    }
    for (AttributeId attribute = 0; attribute < type_.attributes.size(); ++attribute) {
      block.columns.push_back(sent[attribute] ? column(attribute) : ColumnView());
    }
    return block;
  }

 private:
  template <class T, class F>
  std::vector<T> each(F f) const {
    std::vector<T> result;
    for (const Arrival& row : rows_) result.push_back(f(row));
    return result;
  }

  const Value& value(const Arrival& row, AttributeId attribute) const {
    return row.event->attributes[attribute];
  }

  ColumnView column(AttributeId attribute) {
    const auto is_null = [&](const Arrival& a) {
      return std::holds_alternative<std::monostate>(value(a, attribute));
    };
    if (std::ranges::all_of(rows_, is_null) && random_() % 2 == 0) return {};
    ColumnView view;
    if (std::ranges::any_of(rows_, is_null) || random_() % 2 == 0) {
      std::vector<std::uint8_t> bits((rows_.size() + 7) / 8);
      for (std::size_t i = 0; i < rows_.size(); ++i) {
        if (!is_null(rows_[i])) bits[i / 8] = static_cast<std::uint8_t>(bits[i / 8] | (1U << (i % 8)));
      }
      view.validity = buffers_.add(bits);
    }
    write_values(attribute, view);
    return view;
  }

  void write_values(AttributeId attribute, ColumnView& view) {
    switch (type_.attributes[attribute].type.kind) {
      case AttributeKind::kInt:
      case AttributeKind::kDecimal:
      case AttributeKind::kTimestamp:
        view.encoding = Encoding::kInt64;
        view.values = buffers_.add(scalars<std::int64_t>(attribute, 0x5A5A5A5A5A5A5A5A));
        break;
      case AttributeKind::kFloat:
        view.encoding = Encoding::kFloat64;
        view.values = buffers_.add(scalars<double>(attribute, -77.25));
        break;
      case AttributeKind::kBool: {
        view.encoding = Encoding::kBool;
        view.values = buffers_.add(each<std::uint8_t>([&](const Arrival& a) {
          const auto* b = std::get_if<bool>(&value(a, attribute));
          return static_cast<std::uint8_t>(b == nullptr || *b ? 1 : 0);
        }));
        break;
      }
      case AttributeKind::kString:
        random_() % 2 == 0 ? plain_text(attribute, view) : dictionary(attribute, view);
        break;
    }
  }

  template <class T>
  std::vector<T> scalars(AttributeId attribute, T behind_null) const {
    return each<T>([&](const Arrival& a) {
      const T* v = std::get_if<T>(&value(a, attribute));
      return v == nullptr ? behind_null : *v;
    });
  }

  std::string_view text(const Arrival& row, AttributeId attribute) const {
    const auto* s = std::get_if<std::string>(&value(row, attribute));
    return s == nullptr ? std::string_view() : std::string_view(*s);
  }

  void write_texts(const std::vector<std::string_view>& texts, ColumnView& view) {
    std::string bytes;
    std::vector<std::uint32_t> offsets{0};
    for (const std::string_view one : texts) {
      bytes.append(one);
      offsets.push_back(static_cast<std::uint32_t>(bytes.size()));
    }
    view.offsets = buffers_.add(offsets);
    view.bytes = buffers_.add(bytes.data(), bytes.size());
  }

  void plain_text(AttributeId attribute, ColumnView& view) {
    view.encoding = Encoding::kText;
    write_texts(each<std::string_view>([&](const Arrival& a) { return text(a, attribute); }), view);
  }

  void dictionary(AttributeId attribute, ColumnView& view) {
    view.encoding = Encoding::kTextDictionary;
    auto words = each<std::string_view>([&](const Arrival& a) { return text(a, attribute); });
    std::ranges::shuffle(words, random_);  // codes say nothing of the order; a word may stand there twice
    view.values = buffers_.add(each<std::uint32_t>([&](const Arrival& a) {
      return static_cast<std::uint32_t>(std::ranges::find(words, text(a, attribute)) - words.begin());
    }));
    write_texts(words, view);
  }

  const EventType& type_;
  const std::vector<Arrival>& rows_;
  Buffers& buffers_;
  std::mt19937_64& random_;
};

}  // namespace

EventBatch make_batch(const Schema& schema, std::vector<Arrival> arrivals,
                      const std::vector<std::vector<bool>>& sent, std::mt19937_64& random) {
  auto buffers = std::make_shared<Buffers>();
  std::ranges::shuffle(arrivals, random);
  EventBatch batch;
  for (TypeId type = 0; type < schema.types.size(); ++type) {
    std::vector<Arrival> rows;
    std::ranges::copy_if(arrivals, std::back_inserter(rows),
                         [&](const Arrival& a) { return a.event->type == type; });
    if (rows.empty() && random() % 4 != 0) continue;
    batch.blocks.push_back(BlockWriter(schema.types[type], rows, *buffers, random).write(type, sent[type]));
  }
  std::ranges::shuffle(batch.blocks, random);
  batch.bytes = buffers->bytes();
  batch.owner = std::move(buffers);
  return batch;
}

}  // namespace horatio::oracle
