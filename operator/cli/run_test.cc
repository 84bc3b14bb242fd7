// SPDX-License-Identifier: Apache-2.0
// The contract of `horatio run`, sentence by sentence, on the tool as it is built.
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/iostreams/copy.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filter/lzma.hpp>
#include <boost/iostreams/filtering_streambuf.hpp>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>

#include "operator/cli/tool.h"

namespace horatio::process {
namespace {

const std::string kLetters = "STREAM s (TYPE A (v INT), TYPE B (v INT), TYPE C (v INT));\n";
const std::string kPairs = kLetters + "QUERY q RETURN COUNT(*) PATTERN SEQ(A, B+) WITHIN 1 MINUTE;";
const std::string kHeader = "query,window_start,window_end,COUNT(*),status\n";

// Events of the letters' types, a second apart.
std::string events_of(const std::string& letters) {
  std::string text = "ts,type\n";
  for (std::size_t i = 0; i < letters.size(); ++i)
    text.append(std::to_string(i * 1000)).append(",").append(1, letters[i]).append("\n");
  return text;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string compressed(const std::string& text, bool gzip) {
  namespace io = boost::iostreams;
  std::istringstream in(text);
  std::ostringstream out;
  io::filtering_streambuf<io::input> chain;
  if (gzip) {
    chain.push(io::gzip_compressor());
  } else {
    chain.push(io::lzma_compressor());
  }
  chain.push(in);
  io::copy(chain, out);
  return out.str();
}

BOOST_AUTO_TEST_CASE(the_golden_counts_come_out_as_csv) {
  const Tool tool;
  const ToolResult result =
      tool.evaluate(kLetters +
                        "QUERY q1 RETURN COUNT(*) PATTERN SEQ(A, B+) WITHIN 1 MINUTE;\n"
                        "QUERY q2 RETURN COUNT(*) PATTERN SEQ(C, B+) WITHIN 1 MINUTE;\n",
                    events_of("AACBBBBAACCCBB"));
  BOOST_TEST(result.exit_code == 0);
  BOOST_TEST(result.out == kHeader + "q1,0,60000,132,OK\nq2,0,60000,72,OK\n");
  BOOST_TEST(result.err == "");
}

BOOST_AUTO_TEST_CASE(the_example_of_the_help_text_gives_what_it_says) {
  const Tool tool;
  const ToolResult result = tool.evaluate(
      "STREAM s (TYPE A (zone INT), TYPE B (zone INT)); QUERY q1 RETURN COUNT(*) PATTERN SEQ(A, B+) GROUP BY "
      "zone "
      "WITHIN 1 MINUTE;",
      "ts,type,zone\n1000,A,7\n2000,B,7\n3000,B,7\n");
  BOOST_TEST(result.out == "query,window_start,window_end,zone,COUNT(*),status\nq1,0,60000,7,3,OK\n");
}

BOOST_AUTO_TEST_CASE(no_trend_gives_a_header_and_no_row) {
  const Tool tool;
  BOOST_TEST(tool.evaluate(kPairs, "ts,type\n1,B\n").out == kHeader);
  BOOST_TEST(tool.evaluate(kPairs, "ts,type\n").out == kHeader);
  BOOST_TEST(tool.evaluate(kPairs, "ts,type").out == kHeader);
}

BOOST_AUTO_TEST_CASE(columns_stand_in_any_order_and_strangers_are_ignored) {
  const Tool tool;
  const ToolResult result =
      tool.evaluate(kLetters + "QUERY q RETURN COUNT(*) PATTERN SEQ(A, B+) WHERE B.v = 5 WITHIN 1 MINUTE;",
                    "note,v,type,x y,ts\n\"a,b\",1,A,,1\nnan,5,B,\"\",2\n");
  BOOST_TEST(result.out == kHeader + "q,0,60000,1,OK\n");
}

BOOST_AUTO_TEST_CASE(time_and_type_columns_have_any_names) {
  const Tool tool;
  const ToolResult result =
      tool.evaluate(kPairs, "when,kind\n1,A\n2,B\n", {"--time-column", "when", "--type-column", "kind"});
  BOOST_TEST(result.out == kHeader + "q,0,60000,1,OK\n");
}

const std::string kTicks =
    "STREAM t (TYPE Tick (symbol STRING, price INT));\n"
    "QUERY q RETURN COUNT(*) PATTERN SEQ(Tick x, Tick y) GROUP BY symbol WITHIN 1 SECOND;";

BOOST_AUTO_TEST_CASE(a_schema_with_one_type_needs_no_type_column) {
  const Tool tool;
  const ToolResult result = tool.evaluate(kTicks, "ts,symbol\n1,X\n2,X\n3,Y\n4,X\n");
  BOOST_TEST(result.out == "query,window_start,window_end,symbol,COUNT(*),status\nq,0,1000,X,3,OK\n");
}

BOOST_AUTO_TEST_CASE(a_type_column_counts_for_a_schema_with_one_type_too) {
  const Tool tool;
  const ToolResult result = tool.evaluate(kTicks, "ts,symbol,type\n1,X,Tick\n2,X,Quote\n3,X,Tick\n");
  BOOST_TEST(result.out == "query,window_start,window_end,symbol,COUNT(*),status\nq,0,1000,X,1,OK\n");
}

BOOST_AUTO_TEST_CASE(an_attribute_called_type_is_no_type_column) {
  const Tool tool;
  const ToolResult result = tool.evaluate(
      "STREAM t (TYPE Tick (type STRING)); QUERY q RETURN COUNT(*) PATTERN Tick+ GROUP BY type WITHIN 1 "
      "SECOND;",
      "ts,type\n1,x\n2,x\n");
  BOOST_TEST(result.out == "query,window_start,window_end,type,COUNT(*),status\nq,0,1000,x,3,OK\n");
}

BOOST_AUTO_TEST_CASE(an_absent_column_that_a_query_uses_ends_the_run_at_once) {
  const Tool tool;
  const ToolResult result = tool.evaluate(kTicks, "ts,symbl,price\nbad,X,1\n");
  BOOST_TEST(result.exit_code == 2);
  BOOST_TEST(result.out == "");
  BOOST_TEST(contains(result.err, "e.csv:1: no column 'symbol', which query q reads"), result.err);
  BOOST_TEST(contains(result.err, "did you mean 'symbl'?"), result.err);
  BOOST_TEST(contains(result.err, "the columns are: ts, symbl, price"), result.err);
}

BOOST_AUTO_TEST_CASE(an_absent_column_that_no_query_uses_does_no_harm) {
  const Tool tool;
  BOOST_TEST(tool.evaluate(kTicks, "ts,symbol\n1,X\n2,X\n").exit_code == 0);
}

BOOST_AUTO_TEST_CASE(an_absent_time_or_type_column_ends_the_run_at_once) {
  const Tool tool;
  ToolResult result = tool.evaluate(kPairs, "tss,type\n1,A\n");
  BOOST_TEST(result.exit_code == 2);
  BOOST_TEST(contains(result.err, "no time column 'ts'; did you mean 'tss'?"), result.err);
  result = tool.evaluate(kPairs, "ts,kind\n1,A\n");
  BOOST_TEST(result.exit_code == 2);
  BOOST_TEST(contains(result.err, "no type column 'type'"), result.err);
  result = tool.evaluate(kTicks, "ts,symbol\n1,A\n", {"--type-column", "kind"});
  BOOST_TEST(result.exit_code == 2);
}

BOOST_AUTO_TEST_CASE(two_columns_of_a_name_that_is_read_are_refused) {
  const Tool tool;
  for (const char* header : {"ts,type,v,v", "ts,type,v,ts", "type,ts,v,type"}) {
    const ToolResult result =
        tool.evaluate(kLetters + "QUERY q RETURN COUNT(*) PATTERN B WHERE B.v > 0 WITHIN 1 MINUTE;", header);
    BOOST_TEST(result.exit_code == 2, header);
    BOOST_TEST(contains(result.err, "two columns are called "), result.err);
  }
}

BOOST_AUTO_TEST_CASE(two_columns_of_a_name_that_nothing_reads_do_no_harm) {
  const Tool tool;
  const ToolResult result = tool.evaluate(kPairs, "ts,type,zz,zz,v,v,,\n1,A,,,,,,\n2,B,1,2,3,4,5,6\n");
  BOOST_TEST(result.exit_code == 0);
  BOOST_TEST(result.out == kHeader + "q,0,60000,1,OK\n");
  BOOST_TEST(result.err == "");
}

BOOST_AUTO_TEST_CASE(every_fault_of_a_header_has_a_line_with_its_place_and_attributes_have_one_each) {
  const Tool tool;
  const ToolResult result =
      tool.evaluate(kLetters +
                        "QUERY q RETURN COUNT(*) PATTERN SEQ(A, B+) GROUP BY v WITHIN 1 MINUTE;\n"
                        "QUERY r RETURN COUNT(*) PATTERN C WHERE C.v > 0 WITHIN 1 MINUTE;",
                    "time,kind\n1,A\n");
  BOOST_TEST(result.exit_code == 2);
  std::istringstream lines(result.err);
  int count = 0;
  for (std::string line; std::getline(lines, line); ++count) BOOST_TEST(contains(line, "e.csv:1: "), line);
  BOOST_TEST(count == 4);
  BOOST_TEST(contains(result.err,
                      "no column 'v', which query q reads as an attribute of A, B, and query r as one of C"),
             result.err);
}

BOOST_AUTO_TEST_CASE(an_empty_input_is_refused) {
  const Tool tool;
  const ToolResult result = tool.evaluate(kPairs, "");
  BOOST_TEST(result.exit_code == 2);
  BOOST_TEST(contains(result.err, "a line with column names is expected"), result.err);
}

BOOST_AUTO_TEST_CASE(an_unquoted_empty_key_is_null_and_a_quoted_one_is_a_group) {
  const Tool tool;
  const ToolResult result =
      tool.evaluate(kTicks, "ts,symbol\n1,\n2,\n3,\"\"\n4,\"\"\n", {"--stats", tool.folder().path("stats")});
  BOOST_TEST(result.out == "query,window_start,window_end,symbol,COUNT(*),status\nq,0,1000,\"\",1,OK\n");
  BOOST_TEST(nlohmann::json::parse(tool.folder().read("stats")).at("left_out") == 2);
}

BOOST_AUTO_TEST_CASE(a_quoted_empty_number_cannot_be_read) {
  const Tool tool;
  const ToolResult result = tool.evaluate(
      kLetters + "QUERY q RETURN COUNT(*) PATTERN B+ WHERE B.v IS NULL OR B.v = 4 WITHIN 1 MINUTE;",
      "ts,type,v\n1,B,\"\"\n2,B,\n3,B,4\n");
  BOOST_TEST(result.out == kHeader + "q,0,60000,3,OK\n");
  BOOST_TEST(contains(result.err, "e.csv:2: column v: '' is not an INT"), result.err);
}

BOOST_AUTO_TEST_CASE(quoted_fields_are_read_as_rfc_4180_says) {
  const Tool tool;
  const ToolResult result =
      tool.evaluate(kTicks, "\"ts\",\"symbol\"\r\n\"1\",\"a,\"\"b\"\"\nc\"\r\n2,\"a,\"\"b\"\"\nc\"\r\n");
  BOOST_TEST(result.out ==
             "query,window_start,window_end,symbol,COUNT(*),status\nq,0,1000,\"a,\"\"b\"\"\nc\",1,OK\n");
}

BOOST_AUTO_TEST_CASE(gzip_and_xz_are_told_by_their_content) {
  const Tool tool;
  const std::string workload = tool.folder().write("w.hql", kPairs);
  for (const bool gzip : {true, false}) {
    const std::string input = tool.folder().write("events", compressed(events_of("AB"), gzip));
    BOOST_TEST(tool.run({"run", "--workload", workload, "--input", input}).out ==
               kHeader + "q,0,60000,1,OK\n");
  }
}

BOOST_AUTO_TEST_CASE(compressed_input_that_is_cut_off_is_a_failure) {
  const Tool tool;
  const std::string workload = tool.folder().write("w.hql", kPairs);
  for (const bool gzip : {true, false}) {
    std::string packed = compressed(events_of(std::string(5000, 'B')), gzip);
    packed.resize(packed.size() - 6);
    const ToolResult result =
        tool.run({"run", "--workload", workload, "--input", tool.folder().write("events", packed)});
    BOOST_TEST(result.exit_code == 1);
    BOOST_TEST(contains(result.err, "damaged or cut off"), result.err);
  }
}

BOOST_AUTO_TEST_CASE(a_dash_is_standard_input) {
  const Tool tool;
  const std::string workload = tool.folder().write("w.hql", kPairs);
  BOOST_TEST(tool.run({"run", "--workload", workload, "--input", "-"}, events_of("AB")).out ==
             kHeader + "q,0,60000,1,OK\n");
  BOOST_TEST(
      tool.run({"run", "--workload", workload, "--input", "-"}, compressed(events_of("AB"), true)).out ==
      kHeader + "q,0,60000,1,OK\n");
  const std::string events = tool.folder().write("e.csv", events_of("AB"));
  BOOST_TEST(tool.run({"run", "--workload", "-", "--input", events}, kPairs).out ==
             kHeader + "q,0,60000,1,OK\n");
  BOOST_TEST(tool.run({"run", "--workload", "-", "--input", "-"}, kPairs).exit_code == 2);
}

BOOST_AUTO_TEST_CASE(negative_times_are_times) {
  const Tool tool;
  BOOST_TEST(tool.evaluate(kPairs, "ts,type\n-5,A\n-1,B\n1,B\n").out == kHeader + "q,-60000,0,1,OK\n");
}

BOOST_AUTO_TEST_CASE(times_are_in_the_unit_given) {
  const Tool tool;
  const std::string events = "ts,type\n59,A\n61,B\n62,A\n63,B\n";
  BOOST_TEST(tool.evaluate(kPairs, events, {"--time-unit", "s"}).out == kHeader + "q,60,120,1,OK\n");
  BOOST_TEST(tool.evaluate(kPairs, events, {"--time-unit", "us"}).out == kHeader + "q,0,60000000,4,OK\n");
  BOOST_TEST(tool.evaluate(kPairs, events, {"--time-unit", "ns"}).out == kHeader + "q,0,60000000000,4,OK\n");
}

BOOST_AUTO_TEST_CASE(iso_times_give_iso_windows) {
  const Tool tool;
  const ToolResult result = tool.evaluate(
      kPairs, "ts,type\n2024-02-29T23:59:00.001Z,A\n2024-02-29T23:59:59.999Z,B\n2024-03-01T00:00:00Z,B\n");
  BOOST_TEST(result.out == kHeader + "q,2024-02-29T23:59:00Z,2024-03-01T00:00:00Z,1,OK\n");
}

BOOST_AUTO_TEST_CASE(a_row_behind_the_latest_is_late_counted_and_not_used) {
  const Tool tool;
  const ToolResult result =
      tool.evaluate(kPairs, "ts,type\n5,A\n9,B\n7,B\n9,B\n", {"--stats", tool.folder().path("stats")});
  BOOST_TEST(result.exit_code == 0);
  BOOST_TEST(result.out == kHeader + "q,0,60000,2,OK\n");
  BOOST_TEST(contains(result.err, "e.csv:4: late: time 7 is before 9, the latest so far"), result.err);
  const auto stats = nlohmann::json::parse(tool.folder().read("stats"));
  BOOST_TEST(stats.at("late") == 1);
  BOOST_TEST(stats.at("events") == 3);
}

BOOST_AUTO_TEST_CASE(lateness_is_measured_from_the_largest_time_accepted) {
  const Tool tool;
  const std::string events = "ts,type\n10,A\n20,B\n15,B\n14,B\n16,A\n20,B\n";
  const ToolResult result = tool.evaluate(kPairs, events, {"--allow-lateness", "5"});
  // A at 10 and 16; B at 15, 20, 20: B at 14 is too late. From 10: {15}, {20}, {20}, {15,20} twice; from 16:
  // two.
  BOOST_TEST(result.out == kHeader + "q,0,60000,7,OK\n");
  BOOST_TEST(contains(result.err, "e.csv:5: late: time 14"), result.err);
}

BOOST_AUTO_TEST_CASE(a_row_that_cannot_be_read_does_not_move_the_time_on) {
  const Tool tool;
  const ToolResult result =
      tool.evaluate(kLetters + "QUERY q RETURN COUNT(*) PATTERN SEQ(A, B) WHERE B.v = 5 WITHIN 1 MINUTE;",
                    "ts,type,v\n1,A,\n900,B,x\n2,B,5\n", {"--stats", tool.folder().path("stats")});
  BOOST_TEST(result.out == kHeader + "q,0,60000,1,OK\n");
  BOOST_TEST(nlohmann::json::parse(tool.folder().read("stats")).at("rejected") == 1);
}

BOOST_AUTO_TEST_CASE(lateness_may_have_a_unit) {
  const Tool tool;
  const std::string events = "ts,type\n3000,B\n1000,A\n";
  BOOST_TEST(tool.evaluate(kPairs, events, {"--allow-lateness", "2s"}).out == kHeader + "q,0,60000,1,OK\n");
  BOOST_TEST(tool.evaluate(kPairs, events, {"--allow-lateness", "1999"}).out == kHeader);
  BOOST_TEST(tool.evaluate(kPairs, events, {"--allow-lateness", "-1"}).exit_code == 2);
  BOOST_TEST(tool.evaluate(kPairs, events, {"--allow-lateness", "9223372036854775807"}).out ==
             kHeader + "q,0,60000,1,OK\n");
}

BOOST_AUTO_TEST_CASE(types_that_the_schema_does_not_name_are_ignored_and_counted) {
  const Tool tool;
  const ToolResult result = tool.evaluate(kPairs, "ts,type\n1,A\n999999,X\nbad,a\n2,B\n",
                                          {"--stats", tool.folder().path("stats"), "--strict"});
  BOOST_TEST(result.exit_code == 0);
  BOOST_TEST(result.out == kHeader + "q,0,60000,1,OK\n");
  BOOST_TEST(nlohmann::json::parse(tool.folder().read("stats")).at("ignored") == 2);
}

BOOST_AUTO_TEST_CASE(rows_that_cannot_be_read_are_reported_with_line_and_reason_and_skipped) {
  const Tool tool;
  const ToolResult result = tool.evaluate(
      "STREAM s (TYPE A (k FLOAT, i INT, d DECIMAL(2), f FLOAT, b BOOL, t TIMESTAMP));\n"
      "QUERY q RETURN COUNT(*) PATTERN A WHERE A.b AND A.t IS NOT NULL AND A.i > 0 AND A.d > 1 AND A.f > 0 "
      "GROUP BY k WITHIN 1 MINUTE;",
      "ts,k,i,d,f,b,t\n"
      "1,1,1,1.25,1,true,5\n"              // 2
      "x,1,1,1,1,1,1\n"                    // 3
      ",1,1,1,1,1,1\n"                     // 4
      "2,1,1.5,1,1,1,1\n"                  // 5
      "2,1,1,1.255,1,1,1\n"                // 6
      "2,1,1,1,1f,1,1\n"                   // 7
      "2,1,1,1,1,yes,1\n"                  // 8
      "2,1,1,1,1,1,noon\n"                 // 9
      "2,nan,1,1,1,1,1\n"                  // 10
      "2,1,9223372036854775808,1,1,1,1\n"  // 11
      "2,1,1\n"                            // 12
      "2,1,1,1,1,1,1,1\n"                  // 13
      "2,1,1,\"1\"x,1,1,1\n"               // 14
      "3,1,2,2,2,TRUE,2024-01-01\n",
      {"--stats", tool.folder().path("stats")});
  BOOST_TEST(result.exit_code == 0);
  BOOST_TEST(result.out == "query,window_start,window_end,k,COUNT(*),status\nq,0,60000,1,2,OK\n");
  for (const char* message :
       {"e.csv:3: column ts: 'x' is not a time", "e.csv:4: column ts: '' is not a time",
        "e.csv:5: column i: '1.5' is not an INT",
        "e.csv:6: column d: '1.255' has more decimals than DECIMAL(2) holds",
        "e.csv:7: column f: '1f' is not a FLOAT", "e.csv:8: column b: 'yes' is not a BOOL",
        "e.csv:9: column t: 'noon' is not a time",
        "e.csv:10: column k: 'nan' is not a number and cannot be a key",
        "e.csv:11: column i: '9223372036854775808' does not fit into 64 bits",
        "e.csv:12: 3 fields where the header has 7", "e.csv:13: 8 fields where the header has 7",
        "e.csv:14: text follows a closing quote",
        "12 rows could not be read and were skipped: 1 broken, 1 with an attribute missing, 1 with too many "
        "fields, "
        "2 with a bad time, 4 with a value of a wrong type, 1 with a number out of range, "
        "1 with too many decimals, 1 with a NaN in a key\n"}) {
    BOOST_TEST(contains(result.err, message), message << " in " << result.err);
  }
  const auto stats = nlohmann::json::parse(tool.folder().read("stats"));
  BOOST_TEST(stats.at("rejected") == 12);
  BOOST_TEST(stats.at("rejected_for") == nlohmann::json({{"broken_row", 1},
                                                         {"missing_attribute", 1},
                                                         {"surplus_field", 1},
                                                         {"no_type", 0},
                                                         {"bad_time", 2},
                                                         {"wrong_type", 4},
                                                         {"out_of_range", 1},
                                                         {"too_many_decimals", 1},
                                                         {"nan_in_key", 1}}));
}

BOOST_AUTO_TEST_CASE(bad_and_late_events_are_counted_and_the_rest_is_answered) {
  const Tool tool;
  const ToolResult result = tool.evaluate(
      "STREAM s (TYPE A (k FLOAT, i INT));\n"
      "QUERY q RETURN COUNT(*) PATTERN A WHERE A.i > 0 GROUP BY k WITHIN 1 MINUTE;",
      "ts,k,i\n10,1,1\n20,nan,1\n30,1\n40,1,one\n9,1,1\n50,1,1\n60,,1\n",
      {"--stats", tool.folder().path("stats")});
  BOOST_TEST(result.exit_code == 0);
  BOOST_TEST(result.out == "query,window_start,window_end,k,COUNT(*),status\nq,0,60000,1,2,OK\n");
  BOOST_TEST(contains(result.err, "e.csv:6: late: time 9 is before 10"), result.err);
  BOOST_TEST(contains(result.err, "1 row came too late and was not used"), result.err);
  const auto stats = nlohmann::json::parse(tool.folder().read("stats"));
  for (const char* reason : {"nan_in_key", "missing_attribute", "wrong_type"}) {
    BOOST_TEST(stats.at("rejected_for").at(reason) == 1, reason);
  }
  BOOST_TEST(stats.at("late") == 1);
  BOOST_TEST(stats.at("left_out") == 1);
  BOOST_TEST(stats.at("events") == 3);
}

BOOST_AUTO_TEST_CASE(an_empty_type_cannot_be_read) {
  const Tool tool;
  const ToolResult result = tool.evaluate(kPairs, "ts,type\n1,A\n2,\n3,B\n");
  BOOST_TEST(result.out == kHeader + "q,0,60000,1,OK\n");
  BOOST_TEST(contains(result.err, "e.csv:3: the type is empty"), result.err);
}

BOOST_AUTO_TEST_CASE(every_row_that_cannot_be_read_is_reported_by_its_line) {
  const Tool tool;
  std::string events = "ts,type\n1,A\n2,B\n";
  for (int i = 0; i < 5000; ++i) events += "x,B\n";
  const ToolResult result = tool.evaluate(kPairs, events);
  BOOST_TEST(std::count(result.err.begin(), result.err.end(), '\n') == 5001);
  for (const char* line : {"e.csv:4: column ts", "e.csv:2000: column ts", "e.csv:5003: column ts"})
    BOOST_TEST(contains(result.err, line), line);
  BOOST_TEST(contains(result.err, "5000 rows could not be read"));
}

BOOST_AUTO_TEST_CASE(a_flood_of_late_rows_is_cut_short_and_counted) {
  const Tool tool;
  std::string events = "ts,type\n1,A\n2,B\n";
  for (int i = 0; i < 5000; ++i) events += "0,B\n";
  const ToolResult result = tool.evaluate(kPairs, events);
  BOOST_TEST(std::count(result.err.begin(), result.err.end(), '\n') == 21);
  BOOST_TEST(contains(result.err, "5000 rows came too late"), result.err);
}

BOOST_AUTO_TEST_CASE(the_earliest_time_of_64_bits_is_said_to_be_reserved) {
  const Tool tool;
  const ToolResult result =
      tool.evaluate(kPairs, "ts,type\n-9223372036854775808,A\n-9223372036854720000,A\n");
  BOOST_TEST(contains(result.err, "e.csv:2: column ts: '-9223372036854775808' is reserved"), result.err);
  BOOST_TEST(!contains(result.err, "e.csv:3"), result.err);
}

// Such events were in no window, and nobody was told.
BOOST_AUTO_TEST_CASE(a_time_whose_window_would_pass_64_bits_is_told_and_counted) {
  const Tool tool;  // windows of a minute
  const ToolResult result = tool.evaluate(
      kPairs, "ts,type\n-9223372036854775807,A\n1,A\n2,B\n9223372036854719999,B\n9223372036854720000,B\n");
  for (const char* line :
       {"e.csv:2: column ts", "e.csv:6: column ts: '9223372036854720000' is too near the ends"})
    BOOST_TEST(contains(result.err, line), result.err);
  BOOST_TEST(contains(result.err, "2 rows could not be read"), result.err);
}

// What was written depended on how full the buffers were.
BOOST_AUTO_TEST_CASE(under_strict_the_rows_final_before_the_bad_one_are_written_and_so_are_the_stats) {
  const Tool tool;
  for (const int windows : {1, 3, 9000}) {
    std::string events = "ts,type\n";
    std::string expected = kHeader;
    for (int i = 0; i <= windows; ++i) {
      const std::string start = std::to_string(i * 60'000);
      events.append(start).append(",A\n").append(std::to_string(i * 60'000 + 1)).append(",B\n");
      if (i == windows) break;
      expected.append("q,")
          .append(start)
          .append(",")
          .append(std::to_string((i + 1) * 60'000))
          .append(",1,OK\n");
    }
    for (const char* bad : {"x,B\n", "0,B\n"}) {
      const ToolResult result = tool.evaluate(kPairs, events + bad + std::string(100, '\n') + "x,B\n",
                                              {"--strict", "--stats", tool.folder().path("stats")});
      BOOST_TEST(result.exit_code == 3);
      BOOST_TEST((result.out == expected), windows);
      BOOST_TEST(contains(result.err, "the run ends here (--strict)"), result.err);
      const auto stats = nlohmann::json::parse(tool.folder().read("stats"));
      BOOST_TEST(stats.at("events") == 2 * (windows + 1));
      BOOST_TEST(stats.at("rows") == windows);
      BOOST_TEST(stats.at("rejected") == (*bad == 'x' ? 1 : 0));
      BOOST_TEST(stats.at("late") == (*bad == 'x' ? 0 : 1));
    }
  }
  BOOST_TEST(tool.evaluate(kPairs, "ts,type\nx,A\n", {"--strict"}).out == kHeader);
}

BOOST_AUTO_TEST_CASE(under_strict_the_first_bad_row_ends_the_run) {
  const Tool tool;
  ToolResult result = tool.evaluate(kPairs, "ts,type\n1,A\n2,B\nx,B\ny,B\n",
                                    {"--strict", "--output", tool.folder().path("out")});
  BOOST_TEST(result.exit_code == 3);
  BOOST_TEST(contains(result.err, "e.csv:4: column ts: 'x'"), result.err);
  BOOST_TEST(!contains(result.err, "e.csv:5"), result.err);
  BOOST_TEST(!tool.folder().has("out"));
  result = tool.evaluate(kPairs, "ts,type\n2,A\n1,B\n", {"--strict"});
  BOOST_TEST(result.exit_code == 3);
  BOOST_TEST(contains(result.err, "e.csv:3: late"), result.err);
}

BOOST_AUTO_TEST_CASE(stats_that_cannot_be_written_do_not_hide_the_bad_row_that_ended_a_strict_run) {
  const Tool tool;
  const ToolResult result =
      tool.evaluate(kPairs, "ts,type\n1,A\nx,B\n", {"--strict", "--stats", "/dev/full"});
  BOOST_TEST(result.exit_code == 1);
  BOOST_TEST(contains(result.err, "e.csv:3: column ts: 'x'"), result.err);
  BOOST_TEST(contains(result.err, "cannot write /dev/full"), result.err);
}

BOOST_AUTO_TEST_CASE(under_strict_json_has_the_rows_that_are_final_and_a_table_is_whole) {
  const Tool tool;
  const std::string events = "ts,type\n1,A\n2,B\n60000,A\nx,B\n";
  BOOST_TEST(tool.evaluate(kPairs, events, {"--strict", "--format", "json"}).out ==
             "{\"query\":\"q\",\"window_start\":0,\"window_end\":60000,\"COUNT(*)\":1,\"status\":\"OK\"}\n");
  BOOST_TEST(contains(tool.evaluate(kPairs, events, {"--strict", "--format", "table"}).out, "(1 row)"));
}

BOOST_AUTO_TEST_CASE(an_unused_column_cannot_make_a_row_unreadable) {
  const Tool tool;
  BOOST_TEST(tool.evaluate(kPairs, "ts,type,v\n1,A,x\n2,B,\"\"\n", {"--strict"}).out ==
             kHeader + "q,0,60000,1,OK\n");
}

BOOST_AUTO_TEST_CASE(a_float_that_is_not_finite_reads_as_null_and_is_counted) {
  const Tool tool;
  const ToolResult result = tool.evaluate(
      "STREAM s (TYPE A (f FLOAT)); QUERY q RETURN COUNT(*) PATTERN A WHERE A.f IS NULL WITHIN 1 MINUTE;",
      "ts,f\n1,nan\n2,-inf\n3,1e999\n4,2.5\n5,\n", {"--stats", tool.folder().path("stats")});
  BOOST_TEST(result.out == kHeader + "q,0,60000,4,OK\n");
  BOOST_TEST(nlohmann::json::parse(tool.folder().read("stats")).at("nonfinite") == 3);
}

BOOST_AUTO_TEST_CASE(queries_share_one_table_ordered_by_window_query_and_group) {
  const Tool tool;
  const ToolResult result = tool.evaluate(
      "STREAM s (TYPE A (g INT, h STRING));\n"
      "QUERY z RETURN COUNT(*) PATTERN A GROUP BY g WITHIN 1 SECOND;\n"
      "QUERY all_of_it RETURN COUNT(*) AS n PATTERN A;\n"
      "QUERY b RETURN COUNT(*) AS m, COUNT(*) PATTERN A GROUP BY h, g WITHIN 2 SECONDS SLIDE 1 SECOND;\n",
      "ts,g,h\n0,10,b\n1,9,a\n2,-1,b\n1500,9,a\n");
  BOOST_TEST(result.out ==
             "query,window_start,window_end,g,h,COUNT(*),n,m,status\n"
             "b,-1000,1000,9,a,1,,1,OK\n"
             "b,-1000,1000,-1,b,1,,1,OK\n"
             "b,-1000,1000,10,b,1,,1,OK\n"
             "z,0,1000,-1,,1,,,OK\n"
             "z,0,1000,9,,1,,,OK\n"
             "z,0,1000,10,,1,,,OK\n"
             "b,0,2000,9,a,2,,2,OK\n"
             "b,0,2000,-1,b,1,,1,OK\n"
             "b,0,2000,10,b,1,,1,OK\n"
             "z,1000,2000,9,,1,,,OK\n"
             "b,1000,3000,9,a,1,,1,OK\n"
             "all_of_it,,,,,,4,,OK\n");
}

BOOST_AUTO_TEST_CASE(json_is_one_object_a_line) {
  const Tool tool;
  const ToolResult result = tool.evaluate(kPairs, events_of("AB"), {"--format", "json"});
  BOOST_TEST(result.out ==
             "{\"query\":\"q\",\"window_start\":0,\"window_end\":60000,\"COUNT(*)\":1,\"status\":\"OK\"}\n");
}

BOOST_AUTO_TEST_CASE(the_table_is_there_when_asked_for) {
  const Tool tool;
  const ToolResult result = tool.evaluate(kPairs, events_of("AB"), {"--format", "table"});
  BOOST_TEST(contains(result.out, "(1 row)"), result.out);
}

BOOST_AUTO_TEST_CASE(a_count_past_64_bits_is_exact_and_with_u64_empty_and_overflow) {
  const Tool tool;
  const std::string workload = kLetters + "QUERY q RETURN COUNT(*) PATTERN B+ WITHIN 10 MINUTES";
  const std::string in_64_bits = workload + " NUMBERS U64;";
  BOOST_TEST(tool.evaluate(in_64_bits, events_of(std::string(64, 'B'))).out ==
             kHeader + "q,0,600000,18446744073709551615,OK\n");
  BOOST_TEST(tool.evaluate(in_64_bits, events_of(std::string(65, 'B'))).out ==
             kHeader + "q,0,600000,,OVERFLOW\n");
  BOOST_TEST(tool.evaluate(workload + ";", events_of(std::string(65, 'B'))).out ==
             kHeader + "q,0,600000,36893488147419103231,OK\n");
}

BOOST_AUTO_TEST_CASE(output_goes_to_a_file_that_is_whole_or_not_there) {
  const Tool tool;
  const std::string out = tool.folder().path("out.csv");
  ToolResult result = tool.evaluate(kPairs, events_of("AB"), {"--output", out});
  BOOST_TEST(result.exit_code == 0);
  BOOST_TEST(result.out == "");
  BOOST_TEST(tool.folder().read("out.csv") == kHeader + "q,0,60000,1,OK\n");
  const std::size_t files = tool.folder().files();
  result = tool.evaluate(kPairs, "ts,type\nx,A\n", {"--output", out, "--strict"});
  BOOST_TEST(result.exit_code == 3);
  BOOST_TEST(tool.folder().read("out.csv") == kHeader + "q,0,60000,1,OK\n");
  BOOST_TEST(tool.folder().files() == files);
}

// It left a file beside that nobody asked for.
BOOST_AUTO_TEST_CASE(a_run_that_is_killed_leaves_nothing_behind) {
  const Tool tool;
  const std::string folder = std::filesystem::canonical(tool.folder().path(".")).string();
  tool.folder().write("w.hql", kPairs);
  // The input stays open until the output is, told by the descriptors of the process.
  const std::string command =
      "cd '" + folder +
      "' && mkfifo in && { '" HORATIO_BINARY
      "' run --workload w.hql --input - --output out.csv <in & pid=$!; exec 3>in; echo ts,type >&3; echo 1,A "
      ">&3; "
      "for i in $(seq 600); do ls -l /proc/$pid/fd | grep -v '/in$' | grep -q '" +
      folder +
      "' && break; sleep 0.05; done; kill -9 $pid; wait $pid; exec 3>&-; } 2>/dev/null; rm in; ls -A";
  FILE* listing = ::popen(command.c_str(), "r");
  BOOST_REQUIRE(listing != nullptr);
  std::string left;
  for (int c = std::fgetc(listing); c != EOF; c = std::fgetc(listing)) left += static_cast<char>(c);
  ::pclose(listing);
  BOOST_TEST(left == "w.hql\n");
}

BOOST_AUTO_TEST_CASE(an_output_that_is_a_link_stays_one) {
  const Tool tool;
  std::filesystem::create_symlink("real.csv", tool.folder().path("link.csv"));
  for (int time = 0; time < 2; ++time) {
    BOOST_TEST(
        tool.evaluate(kPairs, events_of("AB"), {"--output", tool.folder().path("link.csv")}).exit_code == 0);
    BOOST_TEST(std::filesystem::is_symlink(tool.folder().path("link.csv")));
    BOOST_TEST(tool.folder().read("real.csv") == kHeader + "q,0,60000,1,OK\n");
  }
}

BOOST_AUTO_TEST_CASE(devices_are_written_straight) {
  const Tool tool;
  BOOST_TEST(tool.evaluate(kPairs, events_of("AB"), {"--output", "/dev/null"}).exit_code == 0);
  BOOST_TEST(std::filesystem::is_character_file("/dev/null"));
}

BOOST_AUTO_TEST_CASE(a_full_disk_is_a_failure) {
  const Tool tool;
  const ToolResult to_file = tool.evaluate(kPairs, events_of("AB"), {"--output", "/dev/full"});
  BOOST_TEST(to_file.exit_code == 1);
  BOOST_TEST(contains(to_file.err, "cannot write /dev/full: No space left on device"), to_file.err);
  const ToolResult to_stdout =
      tool.run({"run", "--workload", tool.folder().path("w.hql"), "--input", tool.folder().path("e.csv")}, "",
               "/dev/full");
  BOOST_TEST(to_stdout.exit_code == 1);
  BOOST_TEST(contains(to_stdout.err, "cannot write standard output: No space left on device"), to_stdout.err);
  BOOST_TEST(tool.evaluate(kPairs, events_of("AB"), {"--stats", "/dev/full"}).exit_code == 1);
}

BOOST_AUTO_TEST_CASE(a_reader_that_has_gone_is_a_failure) {
  const Tool tool;
  const std::string pipe = tool.folder().path("pipe");
  tool.folder().write("w.hql", kPairs);
  tool.folder().write("e.csv", events_of("AB"));
  // The shell's exit status is the tool's, by way of a file, since the pipe's other end closes without
  // reading.
  const std::string command = "{ '" HORATIO_BINARY "' run --workload '" + tool.folder().path("w.hql") +
                              "' --input '" + tool.folder().path("e.csv") + "' 2>'" +
                              tool.folder().path("err") + "'; echo $? >'" + tool.folder().path("code") +
                              "'; } | true";
  // Whether the reader is gone before the write is a matter of timing: it is, sooner or later.
  for (int attempt = 0; attempt < 100; ++attempt) {
    BOOST_REQUIRE(std::system(command.c_str()) == 0);
    if (tool.folder().read("code") == "1\n") break;
  }
  BOOST_TEST(tool.folder().read("code") == "1\n");
  BOOST_TEST(contains(tool.folder().read("err"), "cannot write standard output: Broken pipe"));
}

BOOST_AUTO_TEST_CASE(a_file_that_is_missing_is_a_failure) {
  const Tool tool;
  const std::string missing = tool.folder().path("missing");
  const std::string workload = tool.folder().write("w.hql", kPairs);
  ToolResult result = tool.run({"run", "--workload", workload, "--input", missing});
  BOOST_TEST(result.exit_code == 1);
  BOOST_TEST(contains(result.err, "cannot open " + missing + ": No such file or directory"), result.err);
  BOOST_TEST(tool.run({"run", "--workload", missing, "--input", missing}).exit_code == 1);
  BOOST_TEST(tool.run({"run", "--workload", workload, "--input", "/"}).exit_code == 1);
  BOOST_TEST(tool.evaluate(kPairs, events_of("AB"), {"--output", missing + "/out"}).exit_code == 1);
}

BOOST_AUTO_TEST_CASE(a_bad_workload_lists_every_fault_with_its_place_and_query) {
  const Tool tool;
  const ToolResult result =
      tool.evaluate(kLetters +
                        "QUERY one RETURN COUNT(*) PATTERN SEQ(A, D+) WITHIN 1 MINUTE;\n"
                        "QUERY two RETURN SUM(B.w) PATTERN B+ WITHIN 1 MINUTE;\n"
                        "QUERY three RETURN COUNT(*) PATTERN B+ WITHIN 1 MINUTE SLIDE 0 SECONDS;\n",
                    events_of("AB"));
  BOOST_TEST(result.exit_code == 2);
  BOOST_TEST(result.out == "");
  BOOST_TEST(contains(result.err, tool.folder().path("w.hql") + ":2:42: "), result.err);
  for (const char* part : {"w.hql:3:", "w.hql:4:", "one", "two", "three"})
    BOOST_TEST(contains(result.err, part), result.err);
}

BOOST_AUTO_TEST_CASE(stats_have_exactly_the_members_of_the_contract) {
  const Tool tool;
  tool.evaluate(kPairs, events_of("ABXB"), {"--stats", tool.folder().path("stats"), "--strategy", "never"});
  const auto stats = nlohmann::json::parse(tool.folder().read("stats"));
  std::set<std::string> names;
  for (const auto& [name, value] : stats.items()) names.insert(name);
  const std::set<std::string> expected{"events",       "rows",           "ignored",       "rejected",
                                       "late",         "left_out",       "rejected_for",  "nonfinite",
                                       "read_seconds", "engine_seconds", "total_seconds", "peak_rss_bytes",
                                       "strategy"};
  BOOST_TEST(names == expected, boost::test_tools::per_element());
  BOOST_TEST(stats.at("events") == 3);
  BOOST_TEST(stats.at("rows") == 1);
  BOOST_TEST(stats.at("strategy") == "never");
  BOOST_TEST(stats.at("peak_rss_bytes").get<double>() > 0);
}

BOOST_AUTO_TEST_CASE(stats_name_the_strategy) {
  const Tool tool;
  tool.evaluate(kPairs, events_of("AB"), {"--stats", tool.folder().path("stats"), "--strategy", "auto"});
  BOOST_TEST(nlohmann::json::parse(tool.folder().read("stats")).at("strategy") == "auto");
}

constexpr const char* kBursts =
    "STREAM s (TYPE A (v INT), TYPE B (v INT), TYPE C (v INT));\n"
    "QUERY all RETURN COUNT(*) PATTERN SEQ(A, B+ b);\n"
    "QUERY large RETURN COUNT(*) PATTERN SEQ(A, B+ b) WHERE b.v > 1;\n"
    "QUERY other RETURN COUNT(*) PATTERN SEQ(C, B+ b);\n";

// Runs of 9 events of B, of which the second has one that is not large.
std::string two_bursts() {
  std::string text = "ts,type,v\n1,A,0\n2,C,0\n";
  for (int time = 3; time < 12; ++time) text += std::to_string(time) + ",B,5\n";
  text += "12,A,0\n";
  for (int time = 13; time < 22; ++time) text += std::to_string(time) + (time == 15 ? ",B,0\n" : ",B,7\n");
  return text;
}

BOOST_AUTO_TEST_CASE(a_profile_has_the_decisions_as_json_csv_and_graphs) {
  const Tool tool;
  const std::string folder = tool.folder().path("profile");
  const ToolResult run = tool.evaluate(kBursts, two_bursts(), {"--strategy", "hamlet", "--profile", folder});
  BOOST_TEST(run.exit_code == 0, run.err);
  BOOST_TEST(contains(run.err, "profile: 2 bursts of 9.0 events; 100.0 % shared"), run.err);
  const auto profile = nlohmann::json::parse(tool.folder().read("profile/profile.json"));
  BOOST_TEST(profile.at("strategy") == "hamlet");
  BOOST_TEST(profile.at("bursts") == 2);
  BOOST_TEST(profile.at("shared_bursts") == 2);
  BOOST_TEST(profile.at("events") == 18);
  BOOST_TEST(profile.at("types").at(0).at("type") == "B");
  BOOST_TEST(profile.at("queries").at(1).at("query") == "large");
  const std::string bursts = tool.folder().read("profile/bursts.csv");
  BOOST_TEST(bursts.starts_with("type,first,last,events,sharing,alone,graphlets,event_snapshots,"), bursts);
  BOOST_TEST(contains(bursts, "\nB,3,11,9,3,0,1,0,"), bursts);
  BOOST_TEST(contains(bursts, "\nB,13,21,9,"), bursts);
  BOOST_TEST(contains(tool.folder().read("profile/graphlets.dot"), "shared by all large other"));
  BOOST_TEST(contains(tool.folder().read("profile/template.dot"), "digraph"));
  for (const char* graph : {"profile/template.svg", "profile/graphlets.svg"}) {
    const bool drawn = tool.folder().has(graph);
    BOOST_TEST((drawn || contains(run.err, "install Graphviz")), run.err);
    if (drawn) BOOST_TEST(contains(tool.folder().read(graph), "<svg"));
  }
}

BOOST_AUTO_TEST_CASE(a_profile_calls_the_bursts_of_several_types_by_all_of_their_names) {
  const Tool tool;
  const std::string queries =
      "STREAM s (TYPE A (v INT), TYPE B (v INT), TYPE C (v INT));\n"
      "QUERY one RETURN COUNT(*) PATTERN SEQ(A, (SEQ(B, C))+);\n"
      "QUERY two RETURN COUNT(*) PATTERN (SEQ(B, C))+;\n";
  const std::string folder = tool.folder().path("profile");
  const ToolResult run =
      tool.evaluate(queries, events_of("ABCBCA"), {"--strategy", "always", "--profile", folder});
  BOOST_TEST(run.exit_code == 0, run.err);
  BOOST_TEST(contains(tool.folder().read("profile/bursts.csv"), "\nB C,1000,4000,4,2,0,"),
             tool.folder().read("profile/bursts.csv"));
  const auto profile = nlohmann::json::parse(tool.folder().read("profile/profile.json"));
  BOOST_TEST(profile.at("types").at(0).at("type") == "B C");
  BOOST_TEST(contains(tool.folder().read("profile/graphlets.dot"), "label=\"B C 1000 to 4000"));
}

BOOST_AUTO_TEST_CASE(a_profile_says_where_its_strategy_decides_nothing_or_its_folder_cannot_be_made) {
  const Tool tool;
  const ToolResult plain = tool.evaluate(kBursts, two_bursts(), {"--profile", tool.folder().path("p")});
  BOOST_TEST(plain.exit_code == 0);
  BOOST_TEST(contains(plain.err, "strategy auto has decided nothing per burst"), plain.err);
  const std::string file = tool.folder().write("file", "");
  const ToolResult blocked = tool.evaluate(kBursts, two_bursts(), {"--profile", file + "/p"});
  BOOST_TEST(blocked.exit_code == 1);
  BOOST_TEST(contains(blocked.err, "cannot make the folder " + file + "/p"), blocked.err);
}

BOOST_AUTO_TEST_CASE(no_strategy_changes_a_row) {
  const Tool tool;
  const std::string rows = tool.evaluate(kBursts, two_bursts(), {"--strategy", "never"}).out;
  for (const char* strategy : {"auto", "hamlet", "always"})
    BOOST_TEST(tool.evaluate(kBursts, two_bursts(), {"--strategy", strategy}).out == rows, strategy);
}

BOOST_AUTO_TEST_CASE(an_empty_value_of_an_option_is_a_misuse) {
  const Tool tool;
  for (const char* option :
       {"--workload", "--input", "--output", "--format", "--strategy", "--stats", "--profile",
        "--time-column", "--type-column", "--time-unit", "--allow-lateness", "--number-limit"}) {
    std::vector<std::string> words{"run", "--workload", "w", "--input", "e"};
    if (std::string(option) == "--workload") words = {"run", "--input", "e"};
    if (std::string(option) == "--input") words = {"run", "--workload", "w"};
    words.insert(words.end(), {option, ""});
    const ToolResult result = tool.run(words);
    BOOST_TEST(result.exit_code == 2, option);
    BOOST_TEST(contains(result.err, std::string(option) + ": the value is empty"), result.err);
  }
}

BOOST_AUTO_TEST_CASE(help_and_version_are_answers) {
  const Tool tool;
  BOOST_TEST(contains(tool.run({"--help"}).out, "explain"));
  const ToolResult help = tool.run({"run", "--help"});
  BOOST_TEST(help.exit_code == 0);
  for (const char* option : {"--workload", "--input", "--output", "--strategy", "--format", "--time-column",
                             "--time-unit", "--type-column", "--allow-lateness", "--strict", "--stats",
                             "--profile", "--number-limit", "Example"}) {
    BOOST_TEST(contains(help.out, option), option);
  }
  const ToolResult version = tool.run({"--version"});
  BOOST_TEST(version.exit_code == 0);
  BOOST_TEST(version.out.starts_with("horatio "));
  BOOST_TEST(version.out.size() > 12U);
}

BOOST_AUTO_TEST_CASE(a_word_that_is_not_known_names_the_nearest_that_is) {
  const Tool tool;
  const auto told = [&tool](const std::vector<std::string>& words, const std::string& hint) {
    const ToolResult result = tool.run(words);
    BOOST_TEST(result.exit_code == 2);
    BOOST_TEST(contains(result.err, hint), result.err);
  };
  told({"rnu"}, "did you mean 'run'?");
  told({"run", "--inptu", "x"}, "did you mean '--input'?");
  told({"run", "--time-unti=s"}, "did you mean '--time-unit'?");
  told({"--verison"}, "did you mean '--version'?");
  told({"run", "--workload", "w", "--input", "e", "--format", "jsn"}, "did you mean 'json'?");
  told({"run", "--workload", "w", "--input", "e", "--strategy", "nevr"}, "did you mean 'never'?");
  told({"explain", "--workload", "w", "--strategy", "enumerat"}, "did you mean 'enumerate'?");
  told({"run", "--workload", "w", "--input", "e", "--strategy", "hamelt"}, "did you mean 'hamlet'?");
  for (const char* bytes : {"64K", "7", "-1", "67108865"}) {
    told({"run", "--workload", "w", "--input", "e", "--number-limit", bytes},
         "is no number of bytes from 8 to");
  }
  told({"run", "--workload", "w", "--input", "e", "more"}, "unexpected 'more'");
  told({"run", "--workload", "w"}, "--input E.csv is missing");
  told({"run", "--input", "w"}, "--workload W.hql is missing");
  told({"run", "--input"}, "--input");
  told({}, "a command is missing");
}

BOOST_AUTO_TEST_CASE(explain_prints_the_canonical_form_and_the_plan) {
  const Tool tool;
  const std::string workload = tool.folder().write("w.hql", kPairs);
  const ToolResult result = tool.run({"explain", "--workload", workload});
  BOOST_TEST(result.exit_code == 0);
  BOOST_TEST(contains(result.out, "STREAM s"), result.out);
  BOOST_TEST(contains(result.out, "TIES STRICT"), result.out);
  BOOST_TEST(contains(tool.run({"explain", "--workload", workload, "--dot"}).out, "digraph template {"));
  BOOST_TEST(tool.run({"explain", "--workload", tool.folder().write("bad.hql", "QUERY")}).exit_code == 2);
}

}  // namespace
}  // namespace horatio::process
