// SPDX-License-Identifier: Apache-2.0
// Results, counts and messages do not depend on where batches end (rule 11).
#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>
#include <string>

#include "operator/cli/run_command.h"
#include "operator/cli/temporary_folder.h"

namespace horatio::process {
namespace {

const std::string kWorkload =
    "STREAM s (TYPE A (g STRING, x FLOAT), TYPE B (g STRING, x FLOAT, k INT), TYPE C (g STRING));\n"
    "QUERY groups RETURN COUNT(*) PATTERN SEQ(A, B+) WHERE B.x > 0 GROUP BY g WITHIN 50 MILLISECONDS;\n"
    "QUERY slides RETURN COUNT(*) AS n PATTERN (SEQ(A, C))+ WITHIN 40 MILLISECONDS SLIDE 15 MILLISECONDS;\n"
    "QUERY arrival RETURN COUNT(*) PATTERN SEQ(A, B) WITHIN 50 MILLISECONDS TIES ARRIVAL;\n"
    "QUERY whole RETURN COUNT(*) PATTERN B GROUP BY k;\n";

class RandomRows {
 public:
  explicit RandomRows(unsigned seed) : random_(seed) {}

  std::string csv(int rows) {
    std::string text = "g,ts,x,type,k\n";
    for (int row = 0; row < rows; ++row) {
      time_ += pick(4);
      text.append(group()).append(",").append(time()).append(",").append(number()).append(",");
      text.append(1, "ABCX"[pick(4)]).append(",").append(std::to_string(pick(3)));
      text.append(pick(30) == 0 ? ",stray\n" : "\n");
    }
    return text;
  }

 private:
  int pick(unsigned bound) { return static_cast<int>(random_() % bound); }

  std::string group() {
    static constexpr const char* kGroups[] = {
        "", "\"\"", "a", "b", "\"a\"", "\"line\nend\"", "\"say \"\"so\"\"\""};
    return kGroups[pick(7)];
  }
  std::string time() {
    return pick(40) == 0 ? "never" : std::to_string(time_ - (pick(5) == 0 ? pick(12) : 0));
  }
  std::string number() {
    static constexpr const char* kNumbers[] = {"1", "-2.5", "nan", "", "inf", "x"};
    return kNumbers[pick(6)];
  }

  std::mt19937 random_;
  std::int64_t time_ = -100;
};

struct Outcome {
  std::string rows;
  std::string messages;
  nlohmann::json counts;
};

Outcome outcome(const TemporaryFolder& folder, std::uint32_t batch_rows, std::int64_t lateness) {
  std::ostringstream messages;
  Diagnostics diagnostics(messages, false);
  RunOptions options;
  options.workload = folder.path("w.hql");
  options.input = folder.path("e.csv");
  options.output = folder.path("out");
  options.stats = folder.path("stats");
  options.lateness = lateness;
  options.batch_rows = batch_rows;
  const Status status = run(options, diagnostics);
  BOOST_TEST(status.ok(), (status.ok() ? "" : status.error().message));
  nlohmann::json counts = nlohmann::json::parse(folder.read("stats"));
  for (const char* measured : {"read_seconds", "engine_seconds", "total_seconds", "peak_rss_bytes"}) {
    counts.erase(measured);
  }
  return {folder.read("out"), messages.str(), counts};
}

BOOST_AUTO_TEST_CASE(rows_counts_and_messages_are_the_same_for_batches_of_any_size) {
  const unsigned seed = std::random_device{}();
  for (unsigned round = 0; round < 8; ++round) {
    BOOST_TEST_CONTEXT("seed " << seed + round) {
      const TemporaryFolder folder;
      folder.write("w.hql", kWorkload);
      folder.write("e.csv", RandomRows(seed + round).csv(400));
      const std::int64_t lateness = round % 3 * 4;
      const Outcome whole = outcome(folder, 8192, lateness);
      BOOST_TEST(whole.counts.at("rows") > 10);
      BOOST_TEST(whole.counts.at("rejected") > 10);
      for (const std::uint32_t batch_rows : {1U, 2U, 7U, 64U}) {
        const Outcome pieces = outcome(folder, batch_rows, lateness);
        BOOST_TEST(pieces.rows == whole.rows);
        BOOST_TEST(pieces.messages == whole.messages);
        BOOST_TEST(pieces.counts == whole.counts);
      }
    }
  }
}

}  // namespace
}  // namespace horatio::process
