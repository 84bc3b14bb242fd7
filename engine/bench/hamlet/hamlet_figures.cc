// SPDX-License-Identifier: Apache-2.0
// hamlet_figures [--short] [--data DIR] [--runs N] [--limit SECONDS] [--figure N] OUT_DIR: measures what
// Figures 9 to 13 of HAMLET show, checks that all lines give the same rows, and writes figureN.csv and
// figureN.md to OUT_DIR. --short: small points, without times. --data: the folder of the CSV files
// (unpacked); without it, generated data stands in.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <optional>
#include <string>

#include "engine/bench/hamlet/experiment.h"
#include "engine/bench/hamlet/report.h"

namespace {

using namespace horatio::bench::figures;

struct Arguments {
  Settings settings;
  int figure = 0;  // 0: all
};

std::optional<Arguments> parse(int count, char** words) {
  Arguments arguments;
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    const bool has_value = i + 1 < count;
    if (word == "--short") {
      arguments.settings.shortened = true;
    } else if (word == "--data" && has_value) {
      arguments.settings.data = words[++i];
    } else if (word == "--runs" && has_value) {
      arguments.settings.runs = std::atoi(words[++i]);
    } else if (word == "--limit" && has_value) {
      arguments.settings.limit = std::atof(words[++i]);
    } else if (word == "--figure" && has_value) {
      arguments.figure = std::atoi(words[++i]);
    } else if (word.starts_with("--") || !arguments.settings.out.empty()) {
      return {};
    } else {
      arguments.settings.out = word;
    }
  }
  if (arguments.settings.out.empty() || arguments.settings.runs < 1) return {};
  return arguments;
}

bool write(const std::string& path, const std::string& text) {
  std::ofstream file(path);
  file << text << std::flush;
  if (!file) std::fprintf(stderr, "cannot write %s\n", path.c_str());
  return static_cast<bool>(file);
}

}  // namespace

int main(int count, char** words) {
  const std::optional<Arguments> arguments = parse(count, words);
  if (!arguments) {
    std::fprintf(stderr,
                 "hamlet_figures [--short] [--data DIR] [--runs N] [--limit SECONDS] [--figure N] OUT_DIR\n");
    return 2;
  }
  std::map<int, std::vector<Measured>> by_figure;
  for (const Experiment& experiment : experiments(arguments->settings)) {
    if (arguments->figure != 0 && std::ranges::count(experiment.figures, arguments->figure) == 0) continue;
    const std::vector<Measured> measured = run(experiment, arguments->settings);
    for (const int figure : experiment.figures) {
      std::vector<Measured>& all = by_figure[figure];
      all.insert(all.end(), measured.begin(), measured.end());
      const std::string path = arguments->settings.out + "/figure" + std::to_string(figure);
      if (!write(path + ".csv", to_csv(all)) || !write(path + ".md", to_markdown(all))) return 1;
    }
  }
}
