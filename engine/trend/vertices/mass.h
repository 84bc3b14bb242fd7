// SPDX-License-Identifier: Apache-2.0
// What the trends that end at one vertex amount to: how many, and the components by position of the vertex's
// state (a slot), laid out component by component.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/model/state_io.h"
#include "engine/trend/components.h"
#include "engine/trend/totals.h"

namespace horatio::trend {

template <class Num>
struct Mass {
  // Nothing where there are no components, so that counts alone are small and cheap to move.
  struct Parts {
    std::vector<Num> linear;           // component * slots + slot; unused for FLOAT sums
    std::vector<ScaledDouble> floats;  // likewise, of FLOAT sums
    std::vector<Extreme> extremes;
  };

  Num trends{};
  std::unique_ptr<Parts> parts;

  Mass() = default;
  Mass(const Mass& other)
      : trends(other.trends), parts(other.parts ? std::make_unique<Parts>(*other.parts) : nullptr) {}
  Mass(Mass&&) noexcept = default;
  Mass& operator=(Mass other) noexcept {
    swap(other);
    return *this;
  }
  ~Mass() = default;

  void swap(Mass& other) noexcept {
    std::swap(trends, other.trends);
    parts.swap(other.parts);
  }

  std::span<Num> linear() { return parts ? std::span(parts->linear) : std::span<Num>(); }
  std::span<const Num> linear() const {
    return parts ? std::span<const Num>(parts->linear) : std::span<const Num>();
  }
  std::span<ScaledDouble> floats() { return parts ? std::span(parts->floats) : std::span<ScaledDouble>(); }
  std::span<const ScaledDouble> floats() const {
    return parts ? std::span<const ScaledDouble>(parts->floats) : std::span<const ScaledDouble>();
  }
  std::span<Extreme> extremes() { return parts ? std::span(parts->extremes) : std::span<Extreme>(); }
  std::span<const Extreme> extremes() const {
    return parts ? std::span<const Extreme>(parts->extremes) : std::span<const Extreme>();
  }

  void shape(const Components& components, std::size_t slots) {
    if (components.empty()) return;
    if (!parts) parts = std::make_unique<Parts>();
    parts->linear.resize(components.linear.size() * slots);
    if (components.has_float()) parts->floats.resize(parts->linear.size());
    parts->extremes.resize(components.extremes.size() * slots);
  }

  // As shape(), and nothing in it.
  void clear(const Components& components, std::size_t slots) {
    trends = Num();
    if (components.empty()) return;
    if (parts) {
      parts->linear.clear();
      parts->floats.clear();
      parts->extremes.clear();
    }
    shape(components, slots);
  }

  // Another mass of the same shape.
  void add(const Components& components, std::size_t slots, const Mass& other) {
    trends += other.trends;
    if (!parts) return;
    for (std::size_t i = 0; i < linear().size(); ++i) linear()[i] += other.linear()[i];
    for (std::size_t i = 0; i < floats().size(); ++i) floats()[i] += other.floats()[i];
    for (std::size_t i = 0; i < extremes().size(); ++i) {
      extremes()[i].add(other.extremes()[i], components.extremes[i / slots].is_maximum);
    }
  }

  // Takes over one slot of another mass: adds what its trends hold for it.
  void add_slot(const Components& components, std::size_t slot, std::size_t slots, const Mass& from,
                std::size_t from_slot, std::size_t from_slots) {
    for (std::size_t c = 0; c < components.linear.size(); ++c) {
      if (components.linear[c].is_float()) {
        floats()[c * slots + slot] += from.floats()[c * from_slots + from_slot];
      } else {
        linear()[c * slots + slot] += from.linear()[c * from_slots + from_slot];
      }
    }
    for (std::size_t c = 0; c < components.extremes.size(); ++c) {
      extremes()[c * slots + slot].add(from.extremes()[c * from_slots + from_slot],
                                       components.extremes[c].is_maximum);
    }
  }

  // What the event itself adds to a slot whose position is of `place`. REQUIRES: trends is complete.
  void add_event(const Components& components, std::size_t slot, std::size_t slots, PlaceId place,
                 const EventWeights& weights) {
    for (std::size_t c = 0; c < components.linear.size(); ++c) {
      if (components.linear[c].place != place) continue;
      if (!components.linear[c].is_float()) {
        linear()[c * slots + slot].add_scaled(trends, weights.linear[c].integer);
      } else if (weights.linear[c].real != 0) {
        // An overflowed count makes the cell OVERFLOW, so what is summed then does not matter.
        if constexpr (std::is_constructible_v<ScaledDouble, const Num&>) {
          if (!trends.overflowed())
            floats()[c * slots + slot].add_scaled(ScaledDouble(trends), weights.linear[c].real);
        }
      }
    }
    for (std::size_t c = 0; c < components.extremes.size(); ++c) {
      if (components.extremes[c].place != place) continue;
      extremes()[c * slots + slot].add(weights.extremes[c], components.extremes[c].is_maximum);
    }
  }

  void add_to(const Components& components, std::size_t slot, std::size_t slots, Totals& totals) const {
    std::get<Num>(totals.trends) += trends;
    for (std::size_t c = 0; c < components.linear.size(); ++c) {
      if (components.linear[c].is_float()) {
        std::get<ScaledDouble>(totals.linear[c]) += floats()[c * slots + slot];
      } else {
        std::get<Num>(totals.linear[c]) += linear()[c * slots + slot];
      }
    }
    for (std::size_t c = 0; c < components.extremes.size(); ++c) {
      totals.extremes[c].add(extremes()[c * slots + slot], components.extremes[c].is_maximum);
    }
  }

  bool is_same(const Mass& other) const {
    const auto same = [](const Extreme& left, const Extreme& right) {
      return left.any == right.any && (left.any == 0 || left.value == right.value);
    };
    return trends == other.trends && std::ranges::equal(linear(), other.linear()) &&
           std::ranges::equal(extremes(), other.extremes(), same);
  }

  void limit(std::size_t bytes) {
    trends.limit(bytes);
    for (Num& number : linear()) number.limit(bytes);
  }
  std::size_t heap_bytes() const {
    if (!parts) return trends.heap_bytes();
    std::size_t bytes = trends.heap_bytes() + sizeof(Parts) + parts->linear.capacity() * sizeof(Num) +
                        parts->floats.capacity() * sizeof(ScaledDouble) +
                        parts->extremes.capacity() * sizeof(Extreme);
    for (const Num& number : parts->linear) bytes += number.heap_bytes();
    return bytes;
  }

  void write(StateWriter& out) const {
    write_number(trends, out);
    for (const Num& number : linear()) write_number(number, out);
    for (const ScaledDouble& number : floats()) write_number(number, out);
    for (const Extreme& extreme : extremes()) trend::write(extreme, out);
  }
  // REQUIRES: shape() has been called. False if the bytes are no mass.
  bool read(StateReader& in) {
    read_number(in, trends);
    for (Num& number : linear()) read_number(in, number);
    for (ScaledDouble& number : floats()) read_number(in, number);
    for (Extreme& extreme : extremes()) extreme = read_extreme(in);
    return !in.failed();
  }
};

}  // namespace horatio::trend
