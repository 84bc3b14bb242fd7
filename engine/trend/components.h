// SPDX-License-Identifier: Apache-2.0
// What the aggregates of a query need besides the number of trends (trend-engine design, section 1): per
// place and attribute *linear components*, second parts of a dual number that start with the weight of an
// event and add up along trends, and *extremes*, which take part in the min semiring. All linear components
// are sums of non-negative weights: a SUM is the difference of its positive and its negative part, and the
// sum of both is the SUM of |a| that overflow (U64) and error bounds (FLOAT) are judged by.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "engine/model/event_batch.h"
#include "engine/model/query.h"

namespace horatio::trend {

// Summed over the events that a trend binds to `place`, and over trends.
struct LinearComponent {
  enum class Weight : std::uint8_t {
    kOne,       // COUNT(E)
    kNotNull,   // COUNT(E.a)
    kPositive,  // a where a > 0
    kNegative,  // -a where a < 0
  };
  PlaceId place = 0;
  AttributeId attribute = 0;
  AttributeType type;
  Weight weight = Weight::kOne;

  // Sums of FLOAT are approximate whatever NUMBERS says.
  bool is_float() const {
    return type.kind == AttributeKind::kFloat && (weight == Weight::kPositive || weight == Weight::kNegative);
  }
  bool same(const LinearComponent& other) const {
    return place == other.place && attribute == other.attribute && weight == other.weight;
  }
};

struct ExtremeComponent {
  PlaceId place = 0;
  AttributeId attribute = 0;
  AttributeType type;
  bool is_maximum = false;
  bool same(const ExtremeComponent& other) const {
    return place == other.place && attribute == other.attribute && is_maximum == other.is_maximum;
  }
};

// The least or greatest value seen, if any. FLOATs are kept as integers of the same order.
struct Extreme {
  std::int64_t value = 0;
  std::int64_t any = 0;

  void add(const Extreme& other, bool is_maximum) {
    if (other.any == 0) return;
    if (any == 0 || (is_maximum ? other.value > value : other.value < value)) *this = other;
  }
};
std::int64_t ordered_bits(double value);  // REQUIRES: not NaN; -0.0 and 0.0 give one result
double from_ordered_bits(std::int64_t bits);

inline constexpr std::uint32_t kNoComponent = std::numeric_limits<std::uint32_t>::max();

// Where one aggregate finds its parts; kNoComponent: it has no such part.
struct AggregateParts {
  std::uint32_t count = kNoComponent;  // index into Components::linear: events, or events with a value
  std::uint32_t positive = kNoComponent;
  std::uint32_t negative = kNoComponent;
  std::uint32_t extreme = kNoComponent;  // index into Components::extremes
};

struct Components {
  std::vector<LinearComponent> linear;
  std::vector<ExtremeComponent> extremes;
  std::vector<AggregateParts> parts;  // by aggregate: those returned, then the hidden ones

  static Components of(const Query& query, const Schema& schema);

  bool empty() const { return linear.empty() && extremes.empty(); }
  bool has_float() const;
};

// What one event adds where it is bound to the place of a component.
struct EventWeights {
  struct Weight {
    std::uint64_t integer = 0;  // of all but FLOAT sums
    double real = 0;            // of FLOAT sums
  };
  std::vector<Weight> linear;     // by component; 0 where the event is not of the place's type
  std::vector<Extreme> extremes;  // by component; none where NULL

  void read(const Components& components, const Pattern& pattern, const EventBlock& block, std::uint32_t row);

  // Of one component. REQUIRES: the row is of the place's type.
  static Weight weight(const LinearComponent& component, const EventBlock& block, std::uint32_t row);
  static Extreme extreme(const ExtremeComponent& component, const EventBlock& block, std::uint32_t row);
};

}  // namespace horatio::trend
