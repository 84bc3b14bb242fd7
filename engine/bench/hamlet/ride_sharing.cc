// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "engine/bench/hamlet/data_sets.h"
#include "engine/bench/stream.h"

namespace horatio::bench::figures {
namespace {

constexpr TypeId kTravel = 4;
constexpr std::int64_t kDistricts = 20;
constexpr std::size_t kDrivers = 100;  // on the road at a time

struct Trip {
  std::int64_t district = 0, rider = 0;
  std::vector<TypeId> left;  // the newest last
};

class Trips {
 public:
  explicit Trips(std::size_t types) : types_(static_cast<std::int64_t>(types)) {}

  Row next(Timestamp time) {
    const auto driver = static_cast<std::size_t>(dice_.below(static_cast<std::int64_t>(trips_.size())));
    Trip& trip = trips_[driver];
    if (trip.left.empty()) start(trip);
    const TypeId type = trip.left.back();
    trip.left.pop_back();
    return {time, type, {trip.district, static_cast<std::int64_t>(driver), trip.rider, dice_.below(14)}};
  }

 private:
  TypeId other() {
    const std::int64_t type = dice_.below(types_ - 1);
    return static_cast<TypeId>(type < kTravel ? type : type + 1);
  }

  // Two events, a run of Travel, one event, another run, one event.
  void start(Trip& trip) {
    trip.district = dice_.below(kDistricts);
    trip.rider = riders_++;
    trip.left = {other()};
    trip.left.insert(trip.left.end(), static_cast<std::size_t>(2 + dice_.below(8)), kTravel);
    trip.left.push_back(other());
    trip.left.insert(trip.left.end(), static_cast<std::size_t>(2 + dice_.below(8)), kTravel);
    trip.left.insert(trip.left.end(), {other(), other()});
  }

  std::int64_t types_;
  Dice dice_{2021};
  std::vector<Trip> trips_{kDrivers};
  std::int64_t riders_ = 0;
};

}  // namespace

Data ride_sharing(double per_minute, double minutes) {
  Data data{
      "ridesharing",
      "generator",
      {"Request", "Accept", "Arrive", "Pickup",  "Travel", "Dropoff", "Cancel", "Pay",    "Tip",      "Rate",
       "Stop",    "Detour", "Wait",   "Message", "Call",   "Charge",  "Refund", "Report", "Transfer", "Park"},
      {"district", "driver", "rider", "speed"},
      {}};
  Trips trips(data.types.size());
  const auto rows = static_cast<std::size_t>(per_minute * minutes);
  for (std::size_t i = 0; i < rows; ++i) data.rows.push_back(trips.next(static_cast<Timestamp>(i)));
  speed_up(data, per_minute);
  separate(data);
  return data;
}

}  // namespace horatio::bench::figures
