// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>
#include <vector>

#include "engine/bench/hamlet/csv.h"
#include "engine/bench/hamlet/data_sets.h"
#include "engine/bench/stream.h"

namespace horatio::bench::figures {
namespace {

constexpr const char* kFile = "citibike_jc_2020.csv";

enum Type : TypeId { kRide, kHop, kLong, kRound, kGuest };
constexpr std::array<std::int64_t, 4> kDurations = {360, 720, 1440, 2880};  // seconds: bounds of the classes

TypeId type_of(std::int64_t duration, bool guest, bool round) {
  if (guest) {
    const auto klass = std::upper_bound(kDurations.begin(), kDurations.end(), duration) - kDurations.begin();
    return static_cast<TypeId>(kGuest + klass);
  }
  if (round) return kRound;
  return duration < 120 ? kHop : duration < 1800 ? kRide : kLong;
}

// ts_ms, end_ms, duration_s, start_station, end_station, four of latitude and longitude, bike, user_type
std::vector<Row> read_trips(const std::string& folder, std::size_t rows) {
  std::vector<Row> trips;
  for (const Fields& trip : read_csv(folder + "/" + kFile, 0, rows)) {
    const std::int64_t duration = to_integer(trip[2]);
    const TypeId type = type_of(duration, trip[10] != "Subscriber", trip[3] == trip[4]);
    trips.push_back({to_integer(trip[0]),
                     type,
                     {to_integer(trip[3]), to_integer(trip[9]), duration, to_integer(trip[4])}});
  }
  return trips;
}

std::vector<Row> make_trips(std::size_t rows) {
  std::vector<Row> trips;
  Dice dice(2015);
  for (std::size_t i = 0; i < rows; ++i) {
    const std::int64_t duration = 60 + dice.below(60) * dice.below(60);
    const std::int64_t from = dice.below(51), to = dice.below(51);
    const TypeId type = type_of(duration, dice.below(4) == 0, from == to);
    trips.push_back({static_cast<Timestamp>(i), type, {from, dice.below(1000), duration, to}});
  }
  return trips;
}

}  // namespace

Data taxi_trips(const std::string& folder, double per_minute, double minutes) {
  Data data{"trips",
            folder.empty() ? "generator" : kFile,
            {"Ride", "Hop", "Long", "Round", "GuestBrief", "GuestShort", "GuestMiddle", "GuestLong",
             "GuestLongest"},
            {"station", "bike", "duration", "destination"},
            {}};
  const auto rows = static_cast<std::size_t>(per_minute * minutes);
  data.rows = folder.empty() ? make_trips(rows) : read_trips(folder, rows);
  speed_up(data, per_minute);
  separate(data);
  return data;
}

}  // namespace horatio::bench::figures
