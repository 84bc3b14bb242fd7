// SPDX-License-Identifier: Apache-2.0
// The small parts of the process: options, token, log limit, clock, budget, hash, panes.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <fstream>

#include "operator/process/data_plane.h"
#include "operator/process/hello_check.h"
#include "operator/process/log.h"
#include "operator/process/options.h"
#include "operator/process/token.h"
#include "operator/process/workload_info.h"

namespace horatio::process {
namespace {

std::variant<ProcessOptions, EarlyExit> parse(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "horatio-operator");
  return parse_options(static_cast<int>(arguments.size()), arguments.data());
}

// A path in a directory of its own, which goes with it.
struct ScratchFile {
  ScratchFile() {
    char name[] = "/tmp/horatio_test_XXXXXX";
    directory = ::mkdtemp(name);
    path = directory + "/token";
  }
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;
  ~ScratchFile() {
    ::unlink(path.c_str());
    ::rmdir(directory.c_str());
  }
  std::string directory, path;
};

BOOST_AUTO_TEST_CASE(options_have_defaults_and_sizes_take_units) {
  const auto parsed = parse({"--launched", "--held-limit", "8MiB", "--session-timeout", "3"});
  const auto& options = std::get<ProcessOptions>(parsed);
  BOOST_TEST(options.listen == "tcp://127.0.0.1:0");
  BOOST_TEST(options.event_credit == 4U << 20);
  BOOST_TEST(options.held_limit == 8U << 20);
  BOOST_TEST(options.session_timeout_seconds == 3U);
  BOOST_TEST((options.engine.strategy == Strategy::kAuto));
  BOOST_TEST(options.engine.largest_number == 64U << 10);
}

BOOST_AUTO_TEST_CASE(strategy_and_largest_number_reach_the_sessions_engine) {
  const auto parsed = parse({"--launched", "--strategy", "enumerate", "--number-limit", "2KiB"});
  const auto& engine = std::get<ProcessOptions>(parsed).engine;
  BOOST_TEST((engine.strategy == Strategy::kEnumerate));
  BOOST_TEST(engine.largest_number == 2048U);
  BOOST_TEST((std::get<ProcessOptions>(parse({"--launched", "--strategy", "never"})).engine.strategy ==
              Strategy::kNever));
}

BOOST_AUTO_TEST_CASE(a_wrong_option_is_refused_with_code_2) {
  for (const auto& arguments : {std::vector<const char*>{"--launched", "--bogus"},
                                {"--launched", "--max-frame", "12"},
                                {"--launched", "--event-credit", "many"},
                                {"--launched", "--token-file", "x"},
                                {"--launched", "--strategy", "sometimes"},
                                {"--launched", "--number-limit", "7"},
                                {"--launched", "--number-limit", "65MiB"},
                                {}}) {
    const auto parsed = parse(arguments);
    BOOST_REQUIRE(std::holds_alternative<EarlyExit>(parsed));
    BOOST_TEST(std::get<EarlyExit>(parsed).code == 2);
    BOOST_TEST(!std::get<EarlyExit>(parsed).text.empty());
  }
}

BOOST_AUTO_TEST_CASE(help_and_version_end_well) {
  BOOST_TEST(std::get<EarlyExit>(parse({"--help"})).code == 0);
  BOOST_TEST(std::get<EarlyExit>(parse({"--version"})).text.find("horatio-operator ") == 0U);
}

BOOST_AUTO_TEST_CASE(a_new_token_file_is_for_its_owner_only_and_is_read_again) {
  const ScratchFile file;
  const auto made = token_of_file(file.path);
  BOOST_REQUIRE(made.ok());
  BOOST_TEST(made->size() == 32U);
  struct stat status {};
  BOOST_REQUIRE_EQUAL(::stat(file.path.c_str(), &status), 0);
  BOOST_TEST((status.st_mode & 0777U) == 0600U);
  BOOST_TEST(*token_of_file(file.path) == *made);
}

BOOST_AUTO_TEST_CASE(a_token_file_open_to_others_or_too_short_is_refused) {
  const ScratchFile file;
  std::ofstream(file.path) << "0123456789abcdef0123456789abcdef\n";
  ::chmod(file.path.c_str(), 0644);
  BOOST_TEST(token_of_file(file.path).error().remedy.find("chmod 600") == 0U);
  std::ofstream(file.path) << "short\n";
  ::chmod(file.path.c_str(), 0600);
  BOOST_CHECK(token_of_file(file.path).error().code == ErrorCode::kUnauthorized);
}

BOOST_AUTO_TEST_CASE(the_token_is_the_first_line_and_the_rest_stays_unread) {
  int ends[2];
  BOOST_REQUIRE_EQUAL(::pipe(ends), 0);
  const std::string input = "0123456789abcdef\nrest";
  BOOST_REQUIRE_EQUAL(::write(ends[1], input.data(), input.size()), static_cast<ssize_t>(input.size()));
  BOOST_TEST(*read_token_line(ends[0]) == "0123456789abcdef");
  char rest[8] = {};
  BOOST_TEST(::read(ends[0], rest, sizeof rest) == 4);
  ::close(ends[1]);
  BOOST_TEST(!read_token_line(ends[0]).ok());
  ::close(ends[0]);
}

BOOST_AUTO_TEST_CASE(tokens_are_equal_only_if_all_of_them_is) {
  BOOST_TEST(same_token("abc", "abc"));
  for (const char* other : {"", "ab", "abd", "abcd", "xbc"}) BOOST_TEST(!same_token(other, "abc"));
}

BOOST_AUTO_TEST_CASE(repeated_lines_are_left_out_and_counted) {
  LineLimit limit;
  int written = 0;
  for (int i = 0; i < 100; ++i) written += limit.admit("k", i).has_value() ? 1 : 0;
  BOOST_TEST(written == 5);
  BOOST_TEST(limit.admit("other", 0).value() == 0U);
  BOOST_TEST(limit.admit("k", 10'001).value() == 95U);
}

BOOST_AUTO_TEST_CASE(a_pause_of_the_process_is_no_silence_of_its_peers) {
  AwakeClock clock;
  clock.advance(5000);
  BOOST_TEST(clock.advance(5100) == 100);
  BOOST_TEST(clock.advance(65'100) == 350);
}

BOOST_AUTO_TEST_CASE(ended_peers_are_remembered_up_to_a_bound) {
  EndedPeers peers;
  for (int i = 0; i < 5000; ++i) peers.add(std::to_string(i));
  BOOST_TEST(peers.contains("4999"));
  BOOST_TEST(!peers.contains("0"));
}

BOOST_AUTO_TEST_CASE(slow_steps_get_less_work_and_quick_ones_more) {
  BOOST_TEST(next_budget({1000, 100}, 40'000).events == 500U);
  BOOST_TEST(next_budget({1, 1}, 40'000).rows == 1U);
  BOOST_TEST(next_budget({1000, 100}, 100).rows == 200U);
  BOOST_TEST(next_budget({1000, 100}, 10'000).events == 1000U);
}

BOOST_AUTO_TEST_CASE(the_hash_names_text_unit_and_key) {
  const control_plane::WorkloadText text{"q", TimeUnit::kMillisecond, false, {"a", "b"}};
  const std::string hash = workload_hash(text);
  BOOST_TEST(hash.size() == 40U);
  BOOST_TEST(hash == workload_hash(text));
  BOOST_TEST(hash != workload_hash({"q2", TimeUnit::kMillisecond, false, {"a", "b"}}));
  BOOST_TEST(hash != workload_hash({"q", TimeUnit::kSecond, false, {"a", "b"}}));
  BOOST_TEST(hash != workload_hash({"q", TimeUnit::kMillisecond, false, {"ab"}}));
  BOOST_TEST(hash != workload_hash({"q", TimeUnit::kMillisecond, true, {"a", "b"}}));
}

BOOST_AUTO_TEST_CASE(columns_are_named_by_type_and_odd_names_are_quoted) {
  Schema schema;
  schema.types = {
      {"Travel", {{"district", {}}, {"x", {}}, {"speed", {}}}}, {"Idle", {}}, {"Pick up", {{"a\"b", {}}}}};
  BOOST_TEST(columns_text(schema, {{true, {0, 2}}, {false, {}}, {true, {0}}}) ==
             "Travel(district,speed);\"Pick up\"(\"a\"\"b\")");
}

BOOST_AUTO_TEST_CASE(panes_divide_every_window_of_every_query) {
  Workload workload;
  BOOST_TEST(pane_grid(workload).slide == 0);
  workload.queries.resize(3);
  workload.queries[0].window = WindowSpec{30, 10, 0};
  workload.queries[1].window = WindowSpec{45, 15, 0};
  BOOST_TEST(pane_grid(workload).slide == 5);
  workload.queries[2].window = WindowSpec{20, 20, -7};
  const PaneGrid grid = pane_grid(workload);
  BOOST_TEST(grid.slide == 1);
  workload.queries.erase(workload.queries.begin(), workload.queries.begin() + 2);
  BOOST_TEST(pane_grid(workload).slide == 20);
  BOOST_TEST(pane_grid(workload).offset == 13);
}

BOOST_AUTO_TEST_CASE(windows_of_events_divide_no_panes) {
  Workload workload;
  workload.queries.resize(2);
  workload.queries[0].window = WindowSpec{7, 3, 0, true};
  BOOST_TEST(pane_grid(workload).slide == 0);
  workload.queries[1].window = WindowSpec{20, 20, 0};
  BOOST_TEST(pane_grid(workload).slide == 20);
}

// The kinds that a sender of typed rows is told of, for NUMBERS as given.
std::string cell_kinds(const std::string& numbers) {
  const ParsedWorkload parsed = parse_workload(
      "STREAM s (TYPE A (i INT, d DECIMAL(2), f FLOAT, t TIMESTAMP));\n"
      "QUERY q RETURN COUNT(*), COUNT(A), SUM(A.i), SUM(A.d), SUM(A.f), AVG(A.i), MIN(A.i), MAX(A.d), "
      "MAX(A.t) "
      "PATTERN A+ WITHIN 1 MINUTE NUMBERS " +
      numbers + ";");
  BOOST_REQUIRE(parsed.faults.empty());
  std::string kinds;
  const std::vector<RequiredType> required(parsed.workload.schema.types.size());
  const auto info = workload_info(parsed.workload, required, "", {});
  for (const auto& cell : info.queries.front().cells) {
    kinds += (kinds.empty() ? "" : " ") + cell.kind;
  }
  return kinds;
}

BOOST_AUTO_TEST_CASE(a_cell_s_kind_says_whether_it_is_an_exact_integer_of_any_width) {
  const std::string exact = "COUNT COUNT INTEGER DECIMAL(2) FLOAT FLOAT INT DECIMAL(2) TIMESTAMP";
  BOOST_TEST(cell_kinds("EXACT") == exact);
  BOOST_TEST(cell_kinds("U64") == exact);
  BOOST_TEST(cell_kinds("APPROX") == "FLOAT FLOAT FLOAT FLOAT FLOAT FLOAT INT DECIMAL(2) TIMESTAMP");
}

HelloFrame good_hello() {
  HelloFrame hello;
  hello.columns = "A(g)";
  hello.max_parallelism = 128;
  hello.last_key_group = 127;
  hello.result_credit = 1U << 20;
  hello.max_frame = 1U << 20;
  return hello;
}

BOOST_AUTO_TEST_CASE(result_credit_counts_up_to_what_the_high_water_mark_covers) {
  auto registered = std::make_shared<RegisteredWorkload>();
  registered->info.columns = "A(g)";
  HelloFrame hello = good_hello();
  BOOST_TEST(check_hello(hello, registered, {})->result_credit == 1U << 20);
  hello.result_credit = UINT64_MAX;
  BOOST_TEST(check_hello(hello, registered, {})->result_credit == 256U << 20);
}

BOOST_AUTO_TEST_CASE(hello_must_fit_the_workload_and_the_limits) {
  auto registered = std::make_shared<RegisteredWorkload>();
  registered->info.columns = "A(g)";
  const WorkloadHandle workload = registered;
  BOOST_TEST(check_hello(good_hello(), workload, {}).ok());
  BOOST_CHECK(check_hello(good_hello(), nullptr, {}).error().code == ErrorCode::kUnknownWorkload);
  const auto code = [&](auto change) {
    HelloFrame hello = good_hello();
    change(hello);
    return check_hello(hello, workload, {}).error().code;
  };
  BOOST_CHECK(code([](HelloFrame& h) { h.columns = "A()"; }) == ErrorCode::kProtocol);
  BOOST_CHECK(code([](HelloFrame& h) { h.last_key_group = 128; }) == ErrorCode::kProtocol);
  BOOST_CHECK(code([](HelloFrame& h) { h.first_key_group = 128; }) == ErrorCode::kProtocol);
  BOOST_CHECK(code([](HelloFrame& h) { h.max_parallelism = 40'000; }) == ErrorCode::kProtocol);
  BOOST_CHECK(code([](HelloFrame& h) { h.result_credit = 100; }) == ErrorCode::kProtocol);
  BOOST_CHECK(code([](HelloFrame& h) { h.job = std::string(300, 'j'); }) == ErrorCode::kLimitExceeded);
}

}  // namespace
}  // namespace horatio::process
