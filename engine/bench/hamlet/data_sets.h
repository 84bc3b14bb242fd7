// SPDX-License-Identifier: Apache-2.0
// The data sets of HAMLET's evaluation (section 6.1), or what stands in for them (FIGURES.md says why). Real
// data is read from CSV files in a folder; without it ("") a seeded generator makes rows of the same shape.
// Every stream has `per_minute` rows a minute on average for `minutes`.
#pragma once

#include <string>

#include "engine/bench/hamlet/rows.h"

namespace horatio::bench::figures {

// Ride sharing, as the paper's own generator: 20 types; every trip is some events of its driver and rider
// with 4 to 18 Travel events among them. Values: district, driver, rider, speed.
Data ride_sharing(double per_minute, double minutes);

// For the taxi trips of New York: trips of a bike sharing system. Ride: of a subscriber, from one station to
// another; Hop and Long are very short and long ones, Round ones come back; those of guests are typed by
// duration. Values: start station, bike, duration in seconds, end station.
Data taxi_trips(const std::string& folder, double per_minute, double minutes);

// For the plugs of the smart homes: 40 houses with 53 plugs each, 14 types of reading in runs, the load most
// of all. Values: house, plug, value, voltage.
Data smart_home(double per_minute, double minutes);

// Stock: trades of four symbols on 13 exchanges. Typed by price movement (Flat, Up, Down) but for the rare
// ones that stand out in size (Block, LargeBlock) or movement (Surge, Plunge) among those of their symbol.
// Values: symbol, exchange, price in 1/10,000 dollar, size.
Data stock(const std::string& folder, double per_minute, double minutes);

}  // namespace horatio::bench::figures
