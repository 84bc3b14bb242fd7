// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "engine/bench/hamlet/data_sets.h"
#include "engine/bench/stream.h"

namespace horatio::bench::figures {
namespace {

constexpr TypeId kLoad = 0;
constexpr std::int64_t kHouses = 40, kPlugs = 53;

struct House {
  TypeId type = kLoad;
  std::int64_t left = 0;  // of the run of its type
};

}  // namespace

Data smart_home(double per_minute, double minutes) {
  Data data{"smart home",
            "generator",
            {"Load", "Work", "Heating", "Cooling", "Light", "Kitchen", "Washing", "Drying", "Screen",
             "Router", "Charger", "Standby", "Door", "Boiler"},
            {"house", "plug", "reading", "voltage"},
            {}};
  Dice dice(2014);
  std::vector<House> houses(kHouses);
  const auto others = static_cast<std::int64_t>(data.types.size()) - 1;
  const auto rows = static_cast<std::size_t>(per_minute * minutes);
  for (std::size_t i = 0; i < rows; ++i) {
    const std::int64_t number = dice.below(kHouses);
    House& house = houses[static_cast<std::size_t>(number)];
    if (house.left == 0) {
      const bool load = dice.below(5) == 0;
      house.type = load ? kLoad : static_cast<TypeId>(1 + dice.below(others));
      house.left = load ? 6 + dice.below(9) : 3 + dice.below(5);
    }
    --house.left;
    data.rows.push_back({static_cast<Timestamp>(i),
                         house.type,
                         {number, dice.below(kPlugs), dice.below(100), 220 + dice.below(21)}});
  }
  speed_up(data, per_minute);
  separate(data);
  return data;
}

}  // namespace horatio::bench::figures
