// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>
#include <vector>

#include "engine/bench/hamlet/csv.h"
#include "engine/bench/hamlet/data_sets.h"
#include "engine/bench/stream.h"

namespace horatio::bench::figures {
namespace {

constexpr const char* kFile = "stock_ticks_20131008.csv";

enum Type : TypeId { kFlat, kUp, kDown, kBlock, kLargeBlock, kSurge, kPlunge };
enum Value : std::size_t { kSymbol, kExchange, kPrice, kSize };

// Of the trades of a symbol so many in 100,000 are as large, or move the price as far.
constexpr std::size_t kBlocks = 420, kLargeBlocks = 140, kMoves = 420;
constexpr std::size_t kFirst = 2500;  // trades of the day before 9:30

std::vector<Row> read_ticks(const std::string& folder, std::size_t rows) {
  std::vector<Row> ticks;
  std::map<std::string, std::int64_t> symbols, exchanges;
  const auto number = [](std::map<std::string, std::int64_t>& of, const std::string& name) {
    return of.try_emplace(name, static_cast<std::int64_t>(of.size())).first->second;
  };
  for (const Fields& tick : read_csv(folder + "/" + kFile, kFirst, rows)) {
    ticks.push_back(
        {to_integer(tick[0]),
         kFlat,
         {number(symbols, tick[1]), number(exchanges, tick[4]), to_integer(tick[2]), to_integer(tick[3])}});
  }
  return ticks;
}

std::vector<Row> make_ticks(std::size_t rows) {
  std::vector<Row> ticks;
  Dice dice(2013);
  std::array<std::int64_t, 4> prices = {1'000'000, 2'000'000, 3'000'000, 4'000'000};
  for (std::size_t i = 0; i < rows; ++i) {
    const std::int64_t symbol = dice.below(10) < 7 ? 3 : dice.below(3);
    std::int64_t& price = prices[static_cast<std::size_t>(symbol)];
    const std::int64_t far = dice.below(300) == 0 ? 300 : 100;
    if (dice.below(6) == 0) price += dice.below(2) == 0 ? far : -far;
    const std::int64_t size = 100 * (1 + dice.below(5)) * (dice.below(200) == 0 ? 1 + dice.below(100) : 1);
    ticks.push_back({static_cast<Timestamp>(i), kFlat, {symbol, dice.below(13), price, size}});
  }
  return ticks;
}

// The value that at most `share` in 100,000 exceed.
std::int64_t exceeded_by(std::vector<std::int64_t> values, std::size_t share) {
  const std::size_t above = values.size() * share / 100'000 + 1;
  const auto place = values.end() - static_cast<std::ptrdiff_t>(std::min(above, values.size()));
  std::nth_element(values.begin(), place, values.end());
  return *place;
}

struct Symbol {
  std::vector<std::int64_t> sizes, moves;  // of all its trades
  std::int64_t price = 0;
  std::int64_t block = 0, large_block = 0, far = 0;

  TypeId type_of(std::int64_t size, std::int64_t move) const {
    if (size > large_block) return kLargeBlock;
    if (size > block) return kBlock;
    if (std::abs(move) > far) return move > 0 ? kSurge : kPlunge;
    return move == 0 ? kFlat : move > 0 ? kUp : kDown;
  }
};

void name_types(std::vector<Row>& ticks) {
  std::map<std::int64_t, Symbol> symbols;
  std::vector<std::int64_t> moves;
  for (const Row& tick : ticks) {
    Symbol& symbol = symbols[tick.values[kSymbol]];
    const std::int64_t price = tick.values[kPrice];
    moves.push_back(symbol.price == 0 ? 0 : price - symbol.price);
    symbol.price = price;
    symbol.sizes.push_back(tick.values[kSize]);
    symbol.moves.push_back(std::abs(moves.back()));
  }
  for (auto& [name, symbol] : symbols) {
    symbol.block = exceeded_by(symbol.sizes, kBlocks + kLargeBlocks);
    symbol.large_block = exceeded_by(symbol.sizes, kLargeBlocks);
    symbol.far = exceeded_by(symbol.moves, kMoves);
  }
  for (std::size_t i = 0; i < ticks.size(); ++i) {
    ticks[i].type = symbols[ticks[i].values[kSymbol]].type_of(ticks[i].values[kSize], moves[i]);
  }
}

}  // namespace

Data stock(const std::string& folder, double per_minute, double minutes) {
  Data data{"stock",
            folder.empty() ? "generator" : kFile,
            {"Flat", "Up", "Down", "Block", "LargeBlock", "Surge", "Plunge"},
            {"symbol", "exchange", "price", "size"},
            {}};
  const auto rows = static_cast<std::size_t>(per_minute * minutes);
  data.rows = folder.empty() ? make_ticks(rows) : read_ticks(folder, rows);
  name_types(data.rows);
  speed_up(data, per_minute);
  return data;
}

}  // namespace horatio::bench::figures
