// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/testing/stream_generator.h"

#include <cstdint>
#include <initializer_list>
#include <limits>
#include <string>

namespace horatio::oracle {
namespace {

class Stream {
 public:
  Stream(const Schema& schema, std::mt19937_64& random) : schema_(schema), random_(random) {}

  std::vector<PlainEvent> make(std::size_t events) {
    Timestamp time = pick<Timestamp>(
        {-20, -3, 0, 17, 1'000'000'007, -86'400'000'000'001, kBeforeTime + 50, kEndOfTime - 100});
    const bool is_long = events > kShort;
    // Percent of events with the time of the one before.
    const std::size_t ties = is_long && below(2) == 0 ? below(3) : below(80);
    const std::size_t widest_gap = 1 + below(4);
    runs_ = is_long ? pick<std::size_t>({0, 50, 80, 97, 99}) : pick<std::size_t>({0, 0, 50, 80});
    nulls_ = below(20);
    keys_ = pick<std::size_t>({1, 1, 2, 2, 3});
    std::vector<PlainEvent> result;
    for (std::size_t i = 0; i < events; ++i) {
      std::size_t gap = below(100) < ties ? 0 : 1 + below(widest_gap);
      if (below(40) == 0) gap += below(30);
      time = saturating_later(time, static_cast<Timestamp>(gap));
      result.push_back(event(time));
    }
    return result;
  }

 private:
  static constexpr std::size_t kShort =
      600;  // events; longer streams have longer runs, and times without ties

  std::size_t below(std::size_t n) { return random_() % n; }
  template <class T>
  T pick(std::initializer_list<T> values) {
    return *(values.begin() + below(values.size()));
  }

  PlainEvent event(Timestamp time) {
    PlainEvent event;
    if (below(100) >= runs_) type_ = static_cast<TypeId>(below(schema_.types.size()));
    event.type = type_;
    event.time = time;
    for (const Attribute& attribute : schema_.types[event.type].attributes) {
      if (below(100) < nulls_) {
        event.attributes.emplace_back();
      } else {
        event.attributes.push_back(attribute.name.starts_with('k') ? key(attribute.type.kind)
                                                                   : value(attribute.type.kind));
      }
    }
    return event;
  }

  Value key(AttributeKind kind) {
    const std::size_t which = below(keys_);
    switch (kind) {
      case AttributeKind::kFloat:
        if (below(30) == 0) return std::numeric_limits<double>::quiet_NaN();
        return which == 0 ? (below(2) == 0 ? 0.0 : -0.0) : 0.5 - static_cast<double>(which);
      case AttributeKind::kString:
        return std::string(which == 0 ? "" : (which == 1 ? "\xC3\xA9t\xC3\xA9" : "a,\"b\""));
      case AttributeKind::kBool:
        return which != 0;
      default:
        return which == 0 ? std::int64_t{-1} : (which == 1 ? std::int64_t{255} : INT64_MIN);
    }
  }

  Value value(AttributeKind kind) {
    const auto small = static_cast<std::int64_t>(below(6)) - 1;
    switch (kind) {
      case AttributeKind::kFloat:
        if (below(12) == 0) {
          return pick({std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN(),
                       -0.0, 0.1, 9007199254740992.0, 1e308});
        }
        return static_cast<double>(small) / 2;
      case AttributeKind::kDecimal:
        return below(25) == 0 ? pick<std::int64_t>({INT64_MAX, INT64_MIN}) : small * 50;
      case AttributeKind::kString:
        return std::string(pick({"", "a", "b", "ab", "\xC3\xA9", "it's"}));
      case AttributeKind::kBool:
        return below(3) != 0;
      default:
        if (below(12) == 0) return pick<std::int64_t>({INT64_MAX, INT64_MIN, 9007199254740993});
        return small;
    }
  }

  const Schema& schema_;
  std::mt19937_64& random_;
  TypeId type_ = 0;
  std::size_t runs_ = 0;  // percent of events with the type of the one before
  std::size_t nulls_ = 0;
  std::size_t keys_ = 1;
};

}  // namespace

std::vector<PlainEvent> random_stream(const Schema& schema, std::size_t events, std::mt19937_64& random) {
  return Stream(schema, random).make(events);
}

}  // namespace horatio::oracle
