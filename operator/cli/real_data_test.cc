// SPDX-License-Identifier: Apache-2.0
// A day of trades, compressed, against a count of pairs made by other means; and a seeded stand-in that
// always runs.
#include <boost/iostreams/filter/lzma.hpp>
#include <boost/iostreams/filtering_stream.hpp>
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <random>
#include <sstream>
#include <string>

#include "operator/cli/tool.h"

namespace horatio::process {
namespace {

constexpr std::int64_t kMinute = 60'000;

std::filesystem::path trades_file() {
  const char* folder = std::getenv("HORATIO_DATA");
  return std::filesystem::path(folder != nullptr ? folder : HORATIO_DATA_BESIDE) /
         "stock_ticks_20131008.csv.xz";
}

// A test that is left out says so in the words that integration-tests/run.sh repeats.
boost::test_tools::assertion_result trades_are_there(boost::unit_test::test_unit_id test) {
  if (std::filesystem::exists(trades_file())) return true;
  std::cout << "skipped: real_data_test."
            << boost::unit_test::framework::get(test, boost::unit_test::TUT_CASE).p_name
            << ": real data: there is no " << trades_file().filename().string() << " in HORATIO_DATA\n";
  return false;
}

// Large trades in pairs, the earlier one first, per minute and symbol: rows as the tool prints them.
std::string pairs_in(std::istream& csv) {
  struct Count {
    std::int64_t earlier = 0;  // large trades before `time`
    std::int64_t time = 0;
    std::int64_t at_time = 0;  // large trades at `time`
    std::int64_t pairs = 0;
  };
  std::map<std::pair<std::int64_t, std::string>, Count> counts;
  std::string line;
  std::getline(csv, line);
  while (std::getline(csv, line)) {
    std::istringstream fields(line);
    std::string time;
    std::string symbol;
    std::string price;
    std::string size;
    std::getline(std::getline(std::getline(std::getline(fields, time, ','), symbol, ','), price, ','), size,
                 ',');
    if (std::stoll(size) < 1000) continue;
    const std::int64_t ms = std::stoll(time);
    Count& count = counts[{ms / kMinute, symbol}];
    if (ms != count.time) count.earlier += std::exchange(count.at_time, 0);
    count.time = ms;
    count.pairs += count.earlier;
    ++count.at_time;
  }
  std::string rows = "query,window_start,window_end,symbol,COUNT(*),status\n";
  for (const auto& [key, count] : counts) {
    if (count.pairs == 0) continue;
    rows.append("pairs,").append(std::to_string(key.first * kMinute)).append(",");
    rows.append(std::to_string((key.first + 1) * kMinute)).append(",").append(key.second).append(",");
    rows.append(std::to_string(count.pairs)).append(",OK\n");
  }
  return rows;
}

ToolResult pairs_by_tool(const Tool& tool, const std::string& input) {
  const std::string workload = tool.folder().write(
      "w.hql",
      "STREAM trades (TYPE Tick (symbol STRING, size INT));\n"
      "QUERY pairs RETURN COUNT(*) PATTERN SEQ(Tick x, Tick y) WHERE x.size >= 1000 AND y.size >= 1000 "
      "GROUP BY symbol WITHIN 1 MINUTE;");
  return tool.run({"run", "--workload", workload, "--input", input, "--time-column", "ts_ms", "--strict"});
}

BOOST_AUTO_TEST_CASE(a_day_of_trades_gives_the_pairs_that_are_in_it,
                     *boost::unit_test::precondition(trades_are_there)) {
  std::ifstream file(trades_file(), std::ios::binary);
  boost::iostreams::filtering_istream csv;
  csv.push(boost::iostreams::lzma_decompressor());
  csv.push(file);
  const Tool tool;
  const ToolResult result = pairs_by_tool(tool, trades_file().string());
  BOOST_TEST(result.exit_code == 0);
  BOOST_TEST(result.err == "");
  BOOST_TEST(result.out.size() > 10'000U);
  BOOST_TEST((result.out == pairs_in(csv)));
}

BOOST_AUTO_TEST_CASE(a_stand_in_for_a_day_of_trades_does_too) {
  std::mt19937 random(8);
  std::string text = "ts_ms,symbol,price_e4,size,exchange,cond\n";
  std::int64_t time = 1'381'204'817'034;
  for (int row = 0; row < 20'000; ++row) {
    time += random() % 3 * (random() % 20);
    constexpr const char* kSymbols[] = {"AIG", "BAC", "IBM", "SPY"};
    text.append(std::to_string(time)).append(",").append(kSymbols[random() % 4]).append(",1674200,");
    text.append(std::to_string(random() % 12 * 100)).append(",Q,2000\n");
  }
  const Tool tool;
  std::istringstream csv(text);
  const ToolResult result = pairs_by_tool(tool, tool.folder().write("trades.csv", text));
  BOOST_TEST(result.exit_code == 0);
  BOOST_TEST((result.out == pairs_in(csv)));
}

}  // namespace
}  // namespace horatio::process
