// SPDX-License-Identifier: Apache-2.0
// What the paper varies, and by how much (section 6.2).
#include "engine/bench/hamlet/data_sets.h"
#include "engine/bench/hamlet/experiment.h"

namespace horatio::bench::figures {
namespace {

// Few and small, where only answers are checked.
void shorten(Experiment& experiment, double factor) {
  experiment.rates = {experiment.rates.front() * factor, experiment.rates.back() * factor};
  experiment.rate *= factor;
  experiment.counts = {experiment.counts.front()};
}

// Figures 9 and 10. The paper does not say how many queries it held: the most of its range.
Experiment rides() {
  Experiment experiment;
  experiment.figures = {9, 10};
  experiment.data = [](double rate) { return ride_sharing(rate, 3); };
  experiment.queries = [](std::size_t count, const Data& data) {
    return shared_kleene(count, data.types.size(), {4, {1, 2}, {0}, {4, 3, true, 10}, kMinute});
  };
  experiment.rates = {10'000, 12'500, 15'000, 17'500, 20'000};
  experiment.rate = 10'000;
  experiment.counts = {5, 10, 15, 20, 25};
  experiment.count = 25;
  return experiment;
}

// Figure 11, New York: one window of an hour.
Experiment taxis(const std::string& folder) {
  constexpr Timestamp kWindow = 60 * kMinute;
  Experiment experiment;
  experiment.figures = {11};
  experiment.data = [folder](double rate) { return taxi_trips(folder, rate, 60); };
  experiment.queries = [](std::size_t count, const Data& data) {
    return shared_kleene(count, data.types.size(), {0, {}, {0}, {0, 2, true, 1200}, kWindow});
  };
  experiment.pane = kWindow;
  experiment.rates = {200, 250, 300, 350, 400};
  experiment.rate = 200;
  experiment.counts = {20, 40, 60, 80};
  experiment.count = 50;
  return experiment;
}

// Figure 11, smart homes: one window of five minutes.
Experiment homes() {
  constexpr Timestamp kWindow = 5 * kMinute;
  Experiment experiment;
  experiment.figures = {11};
  experiment.data = [](double rate) { return smart_home(rate, 5); };
  experiment.queries = [](std::size_t count, const Data& data) {
    return shared_kleene(count, data.types.size(), {0, {}, {0}, {0, 2, false, 50}, kWindow});
  };
  experiment.pane = kWindow;
  experiment.rates = {10'000, 12'500, 15'000, 17'500, 20'000};
  experiment.rate = 20'000;
  experiment.counts = {20, 40, 60, 80, 100};
  experiment.count = 50;
  return experiment;
}

// Figures 12 and 13: half an hour.
Experiment stocks(const std::string& folder) {
  Experiment experiment;
  experiment.figures = {12, 13};
  experiment.first_workload = false;
  experiment.data = [folder](double rate) { return stock(folder, rate, 30); };
  experiment.queries = [](std::size_t count, const Data&) { return diverse(count); };
  experiment.pane = 5 * kMinute;
  experiment.rates = {2'000, 2'500, 3'000, 3'500, 4'000};
  experiment.rate = 4'500;
  experiment.counts = {20, 40, 60, 80, 100};
  experiment.count = 50;
  return experiment;
}

}  // namespace

std::vector<Experiment> experiments(const Settings& settings) {
  std::vector<Experiment> all = {rides(), taxis(settings.data), homes(), stocks(settings.data)};
  if (settings.shortened) {
    for (Experiment& experiment : all) shorten(experiment, 0.03);
  }
  return all;
}

}  // namespace horatio::bench::figures
