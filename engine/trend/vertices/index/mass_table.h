// SPDX-License-Identifier: Apache-2.0
// Masses of one automaton state in rows of a table: numbers of like kind side by side, no allocation per row
// while they fit 64 bits.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/model/state_io.h"
#include "engine/trend/vertices/mass.h"

namespace horatio::trend {

template <class Num>
class MassTable {
 public:
  // `components` outlives the table.
  MassTable(const Components& components, std::size_t slots)
      : components_(&components),
        slots_(slots),
        numbers_per_row_(1 + components.linear.size() * slots),
        floats_per_row_(components.has_float() ? components.linear.size() * slots : 0),
        extremes_per_row_(components.extremes.size() * slots),
        narrow_(components.empty()) {}

  std::size_t rows() const { return numbers_.size() / numbers_per_row_; }
  // New rows are zero. REQUIRES: not fewer than there are.
  void resize(std::size_t rows) {
    numbers_.resize(rows * numbers_per_row_);
    floats_.resize(rows * floats_per_row_);
    extremes_.resize(rows * extremes_per_row_);
    table_bytes_ = numbers_.capacity() * sizeof(Num) + floats_.capacity() * sizeof(ScaledDouble) +
                   extremes_.capacity() * sizeof(Extreme);
  }

  // No rows; memory stays for those to come.
  void drop_rows() {
    numbers_.clear();
    floats_.clear();
    extremes_.clear();
    heap_bytes_ = 0;
  }

  void add(std::size_t row, const Mass<Num>& mass) {
    is_narrow() ? add_number(numbers_[row], mass.trends) : add_wide(row, mass);
  }

  // Adds a row of a table of the same shape.
  void add_row(std::size_t row, const MassTable& other, std::size_t from) {
    is_narrow() ? add_number(numbers_[row], other.numbers_[from]) : add_wide_row(row, other, from);
  }

  // Adds the rows begin <= r < end to a mass of the same shape.
  void add_to(std::size_t begin, std::size_t end, Mass<Num>& sum) const {
    if (!is_narrow()) return add_wide_to(begin, end, sum);
    Num trends = std::move(sum.trends);
    for (const Num* number = numbers_.data() + begin; number != numbers_.data() + end; ++number)
      trends += *number;
    sum.trends = std::move(trends);
  }

  // One row by itself.
  Mass<Num> row(std::size_t number) const {
    Mass<Num> mass;
    mass.shape(*components_, slots_);
    add_to(number, number + 1, mass);
    return mass;
  }

  // Of the `count` rows from `begin` on, at most kMost, those for which chooses(i).
  template <std::size_t kMost, class Choice>
  void add_chosen(std::size_t begin, std::size_t count, const Choice& chooses, Mass<Num>& sum) const {
    std::array<std::uint32_t, kMost> chosen{};
    std::size_t size = 0;
    for (std::size_t i = 0; i < kMost; ++i) {
      chosen[size] = static_cast<std::uint32_t>(i);
      size += (chooses(i) ? 1U : 0U) & (i < count ? 1U : 0U);  // no branch that nobody can predict
    }
    if (is_narrow()) {
      Num trends = std::move(sum.trends);
      for (std::size_t i = 0; i < size; ++i) trends += numbers_[begin + chosen[i]];
      sum.trends = std::move(trends);
    } else {
      for (std::size_t i = 0; i < size; ++i) add_wide_to(begin + chosen[i], begin + chosen[i] + 1, sum);
    }
  }

  // Moves those of the `count` rows from `begin` on for which moves(i) to `to` on, where rows are zero, and
  // the others together; the order stays. No branch depends on moves(i) where masses are counts of 64 bits.
  template <class Moves>
  void divide(std::size_t begin, std::size_t count, std::size_t to, const Moves& moves) {
    std::size_t low = begin, high = to;
    for (std::size_t i = 0; i < count; ++i) {
      const bool is_high = moves(i);
      move_to_either(begin + i, low, high, is_high);
      high += is_high ? 1U : 0U;
      low += is_high ? 0U : 1U;
    }
    clear(low, begin + count);
    clear(high, to + count);
  }

  // Makes room at `row`, which becomes zero, by moving the rows row <= r < end up by one. REQUIRES: row `end`
  // is zero.
  void open_gap(std::size_t row, std::size_t end) {
    move(row, end, row + 1);
    clear(row, row + 1);
  }
  // Moves rows to where zero ones are, or up; the places they leave hold anything.
  void move(std::size_t begin, std::size_t end, std::size_t to) {
    move_cells(numbers_, numbers_per_row_, begin, end, to);
    if (is_narrow()) return;
    move_cells(floats_, floats_per_row_, begin, end, to);
    move_cells(extremes_, extremes_per_row_, begin, end, to);
  }
  void clear(std::size_t begin, std::size_t end) {
    for (std::size_t i = begin * numbers_per_row_; i < end * numbers_per_row_; ++i) {
      heap_bytes_ -= heap_of(numbers_[i]);
      numbers_[i] = Num();
    }
    if (is_narrow()) return;
    std::fill(floats_.begin() + at(begin * floats_per_row_), floats_.begin() + at(end * floats_per_row_),
              ScaledDouble());
    std::fill(extremes_.begin() + at(begin * extremes_per_row_),
              extremes_.begin() + at(end * extremes_per_row_), Extreme());
  }

  void write(std::size_t row, StateWriter& out) const {
    for (std::size_t i = row * numbers_per_row_; i < (row + 1) * numbers_per_row_; ++i)
      write_number(numbers_[i], out);
    for (std::size_t i = row * floats_per_row_; i < (row + 1) * floats_per_row_; ++i)
      write_number(floats_[i], out);
    for (std::size_t i = row * extremes_per_row_; i < (row + 1) * extremes_per_row_; ++i)
      trend::write(extremes_[i], out);
  }
  // REQUIRES: the row is zero. The reader has failed if the bytes are no mass.
  void read(std::size_t row, StateReader& in) {
    for (std::size_t i = row * numbers_per_row_; i < (row + 1) * numbers_per_row_; ++i) {
      read_number(in, numbers_[i]);
      heap_bytes_ += heap_of(numbers_[i]);
    }
    for (std::size_t i = row * floats_per_row_; i < (row + 1) * floats_per_row_; ++i)
      read_number(in, floats_[i]);
    for (std::size_t i = row * extremes_per_row_; i < (row + 1) * extremes_per_row_; ++i)
      extremes_[i] = read_extreme(in);
  }

  std::size_t bytes() const { return table_bytes_ + heap_bytes_; }

 private:
  // Trends are counted, and nothing else.
  bool is_narrow() const { return narrow_; }

  static std::ptrdiff_t at(std::size_t index) { return static_cast<std::ptrdiff_t>(index); }
  bool is_maximum(std::size_t extreme) const { return components_->extremes[extreme / slots_].is_maximum; }

  static std::size_t heap_of(const Num& number) {
    if constexpr (std::is_same_v<Num, ExactCount>) {
      return number.fits_64_bits() ? 0 : number.heap_bytes();
    } else {
      return 0;
    }
  }
  void add_number(Num& to, const Num& from) {
    heap_bytes_ -= heap_of(to);
    to += from;
    heap_bytes_ += heap_of(to);
  }

  void add_wide(std::size_t row, const Mass<Num>& mass) {
    Num* to = &numbers_[row * numbers_per_row_];
    add_number(*to++, mass.trends);
    for (const Num& number : mass.linear()) add_number(*to++, number);
    for (std::size_t i = 0; i < floats_per_row_; ++i) floats_[row * floats_per_row_ + i] += mass.floats()[i];
    for (std::size_t i = 0; i < extremes_per_row_; ++i) {
      extremes_[row * extremes_per_row_ + i].add(mass.extremes()[i], is_maximum(i));
    }
  }

  void add_wide_row(std::size_t row, const MassTable& other, std::size_t from) {
    for (std::size_t i = 0; i < numbers_per_row_; ++i) {
      add_number(numbers_[row * numbers_per_row_ + i], other.numbers_[from * numbers_per_row_ + i]);
    }
    for (std::size_t i = 0; i < floats_per_row_; ++i) {
      floats_[row * floats_per_row_ + i] += other.floats_[from * floats_per_row_ + i];
    }
    for (std::size_t i = 0; i < extremes_per_row_; ++i) {
      extremes_[row * extremes_per_row_ + i].add(other.extremes_[from * extremes_per_row_ + i],
                                                 is_maximum(i));
    }
  }

  void add_wide_to(std::size_t begin, std::size_t end, Mass<Num>& sum) const {
    for (std::size_t row = begin; row < end; ++row) {
      const Num* from = &numbers_[row * numbers_per_row_];
      sum.trends += *from++;
      for (Num& number : sum.linear()) number += *from++;
      for (std::size_t i = 0; i < floats_per_row_; ++i) sum.floats()[i] += floats_[row * floats_per_row_ + i];
      for (std::size_t i = 0; i < extremes_per_row_; ++i) {
        sum.extremes()[i].add(extremes_[row * extremes_per_row_ + i], is_maximum(i));
      }
    }
  }

  // Where it does not go may hold anything.
  void move_to_either(std::size_t row, std::size_t low, std::size_t high, bool is_high) {
    if constexpr (std::is_trivially_copyable_v<Num>) {
      if (is_narrow()) return void(numbers_[low] = numbers_[high] = numbers_[row]);
    }
    const std::size_t to = is_high ? high : low;
    if (to != row) move(row, row + 1, to);
  }

  template <class Cell>
  static void move_cells(std::vector<Cell>& cells, std::size_t per_row, std::size_t begin, std::size_t end,
                         std::size_t to) {
    const auto first = cells.begin() + at(begin * per_row);
    const auto last = cells.begin() + at(end * per_row);
    if (to > begin) {
      std::move_backward(first, last, cells.begin() + at((to + end - begin) * per_row));
    } else {
      std::move(first, last, cells.begin() + at(to * per_row));
    }
  }

  const Components* components_;
  std::size_t slots_, numbers_per_row_, floats_per_row_, extremes_per_row_;
  bool narrow_;
  std::vector<Num> numbers_;  // trends, then the linear components
  std::vector<ScaledDouble> floats_;
  std::vector<Extreme> extremes_;
  std::size_t table_bytes_ = 0, heap_bytes_ = 0;  // of the rows, of numbers beside them
};

}  // namespace horatio::trend
