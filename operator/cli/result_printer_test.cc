// SPDX-License-Identifier: Apache-2.0
#include "operator/cli/result_printer.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>

#include "operator/cli/temporary_folder.h"

namespace horatio::process {
namespace {

KeyAttribute key(const std::string& name, AttributeType type) { return {name, type, {}}; }

Aggregate aggregate(Aggregate::Function function, const std::string& column, AttributeId attribute = 0) {
  return {function, 0, attribute, column};
}

// One event type, with an attribute of each type; queries are added by the tests.
Workload workload_of(std::vector<Query> queries) {
  Workload workload;
  workload.schema.stream = "s";
  workload.schema.types.push_back({"B",
                                   {{"i", {AttributeKind::kInt, 0}},
                                    {"d", {AttributeKind::kDecimal, 2}},
                                    {"f", {AttributeKind::kFloat, 0}},
                                    {"t", {AttributeKind::kTimestamp, 0}}}});
  for (Query& query : queries) query.pattern.places = {{0, "B", false}};
  workload.queries = std::move(queries);
  return workload;
}

Query query(const std::string& name, std::vector<KeyAttribute> group, std::vector<Aggregate> aggregates) {
  Query query;
  query.name = name;
  query.group_by = std::move(group);
  query.aggregates = std::move(aggregates);
  return query;
}

Cell cell(decltype(Cell::value) value, CellStatus status = CellStatus::kOk, double bound = 0) {
  return {std::move(value), status, bound};
}

std::string written(ResultFormat format, const Workload& workload, const std::vector<ResultRow>& rows,
                    TimeFormat times = {}) {
  const TemporaryFolder folder;
  auto out = OutputFile::open(folder.path("out"));
  auto printer = make_result_printer(format, **out, workload, times);
  for (const ResultRow& row : rows) printer->accept(row);
  printer->finish();
  BOOST_TEST((*out)->commit().ok());
  return folder.read("out");
}

// With ' for ".
std::string json(std::string text) {
  std::ranges::replace(text, '\'', '"');
  return text;
}

const Aggregate kCount = aggregate(Aggregate::Function::kCountTrends, "COUNT(*)");
const WindowBounds kWindow{0, 60'000};

BOOST_AUTO_TEST_CASE(csv_has_the_union_of_columns_in_order_of_first_appearance) {
  const Workload workload = workload_of({query("q1", {key("a", {})}, {kCount}),
                                         query("q2", {key("b", {}), key("a", {})},
                                               {aggregate(Aggregate::Function::kSum, "SUM(B.i)"), kCount})});
  const std::vector<ResultRow> rows{{0, kWindow, 0, {std::int64_t{1}}, {cell(std::uint64_t{7})}},
                                    {1,
                                     std::nullopt,
                                     0,
                                     {std::int64_t{2}, std::int64_t{3}},
                                     {cell(std::int64_t{-4}), cell(std::uint64_t{5})}}};
  BOOST_TEST(written(ResultFormat::kCsv, workload, rows) ==
             "query,window_start,window_end,a,b,COUNT(*),SUM(B.i),status\n"
             "q1,0,60000,1,,7,,OK\n"
             "q2,,,3,2,5,-4,OK\n");
}

BOOST_AUTO_TEST_CASE(aggregates_that_only_having_reads_have_no_column) {
  Query filtered = query("q", {}, {kCount});
  filtered.hidden = {aggregate(Aggregate::Function::kSum, "SUM(B.i)")};
  const Workload workload = workload_of({filtered});
  const ResultRow row{0, kWindow, 0, {}, {cell(std::uint64_t{7})}};
  BOOST_TEST(written(ResultFormat::kCsv, workload, {row}) ==
             "query,window_start,window_end,COUNT(*),status\nq,0,60000,7,OK\n");
  BOOST_TEST(written(ResultFormat::kJson, workload, {row}) ==
             json("{'query':'q','window_start':0,'window_end':60000,'COUNT(*)':7,'status':'OK'}\n"));
}

BOOST_AUTO_TEST_CASE(csv_keeps_a_group_column_and_an_aggregate_of_one_name) {
  const Workload workload =
      workload_of({query("q", {key("n", {})}, {aggregate(Aggregate::Function::kCountTrends, "n")})});
  BOOST_TEST(
      written(ResultFormat::kCsv, workload, {{0, kWindow, 0, {std::int64_t{1}}, {cell(std::uint64_t{2})}}}) ==
      "query,window_start,window_end,n,n,status\nq,0,60000,1,2,OK\n");
}

BOOST_AUTO_TEST_CASE(csv_quotes_names_and_texts_where_they_need_it) {
  const Workload workload =
      workload_of({query("a,b", {key("say \"so\"", {AttributeKind::kString, 0})}, {kCount})});
  const auto row = [](const std::string& text) {
    return ResultRow{0, kWindow, 0, {text}, {cell(std::uint64_t{1})}};
  };
  BOOST_TEST(
      written(ResultFormat::kCsv, workload, {row(""), row("x,y"), row("a\"b"), row("l\nm"), row("plain")}) ==
      "query,window_start,window_end,\"say \"\"so\"\"\",COUNT(*),status\n"
      "\"a,b\",0,60000,\"\",1,OK\n"
      "\"a,b\",0,60000,\"x,y\",1,OK\n"
      "\"a,b\",0,60000,\"a\"\"b\",1,OK\n"
      "\"a,b\",0,60000,\"l\nm\",1,OK\n"
      "\"a,b\",0,60000,plain,1,OK\n");
}

BOOST_AUTO_TEST_CASE(csv_writes_each_type_as_the_contract_says) {
  const Workload workload = workload_of({query(
      "q",
      {key("d", {AttributeKind::kDecimal, 2}), key("f", {AttributeKind::kFloat, 0}),
       key("b", {AttributeKind::kBool, 0}), key("t", {AttributeKind::kTimestamp, 0})},
      {aggregate(Aggregate::Function::kMax, "MAX(B.d)", 1), aggregate(Aggregate::Function::kAvg, "AVG(B.i)"),
       aggregate(Aggregate::Function::kMin, "MIN(B.t)", 3),
       aggregate(Aggregate::Function::kSum, "SUM(B.d)", 1)})});
  const ResultRow row{
      0,
      kWindow,
      0,
      {std::int64_t{-5}, 0.1, true, std::int64_t{1000}},
      {cell(std::int64_t{1200}), cell(28.0 / 12), cell(std::int64_t{60'500}), cell(std::string("7.00"))}};
  BOOST_TEST(written(ResultFormat::kCsv, workload, {row}) ==
             "query,window_start,window_end,d,f,b,t,MAX(B.d),AVG(B.i),MIN(B.t),SUM(B.d),status\n"
             "q,0,60000,-0.05,0.10000000000000001,true,1000,12.00,2.3333333333333335,60500,7.00,OK\n");
  BOOST_TEST(
      written(ResultFormat::kCsv, workload, {row}, {TimeUnit::kMillisecond, true}) ==
      "query,window_start,window_end,d,f,b,t,MAX(B.d),AVG(B.i),MIN(B.t),SUM(B.d),status\n"
      "q,1970-01-01T00:00:00Z,1970-01-01T00:01:00Z,-0.05,0.10000000000000001,true,1970-01-01T00:00:01Z,12.00,"
      "2.3333333333333335,1970-01-01T00:01:00.500Z,7.00,OK\n");
}

BOOST_AUTO_TEST_CASE(the_status_of_a_row_is_that_of_its_worst_cell) {
  const Workload workload = workload_of({query("q", {},
                                               {kCount, aggregate(Aggregate::Function::kSum, "SUM(B.f)", 2),
                                                aggregate(Aggregate::Function::kAvg, "AVG(B.f)", 2)})});
  const Cell sum = cell(1.0, CellStatus::kApprox, 0.25);
  const Cell mean = cell(2.0, CellStatus::kApprox, 0.5);
  const Cell lost = cell({}, CellStatus::kOverflow);
  const std::vector<ResultRow> rows{{0, kWindow, 0, {}, {cell(std::uint64_t{1}), cell({}), cell({})}},
                                    {0, kWindow, 0, {}, {cell(std::uint64_t{1}), sum, mean}},
                                    {0, kWindow, 0, {}, {lost, sum, mean}}};
  BOOST_TEST(written(ResultFormat::kCsv, workload, rows) ==
             "query,window_start,window_end,COUNT(*),SUM(B.f),AVG(B.f),status\n"
             "q,0,60000,1,,,OK\n"
             "q,0,60000,1,1.0000000000000000e+0,2.0000000000000000e+0,APPROX(5e-1)\n"
             "q,0,60000,,1.0000000000000000e+0,2.0000000000000000e+0,OVERFLOW\n");
}

BOOST_AUTO_TEST_CASE(a_bound_beyond_doubles_is_worse_than_any_within) {
  const Workload workload = workload_of({query("q", {},
                                               {aggregate(Aggregate::Function::kSum, "SUM(B.f)", 2),
                                                aggregate(Aggregate::Function::kAvg, "AVG(B.f)", 2)})});
  const double infinite = std::numeric_limits<double>::infinity();
  const auto sum = [&](const std::string& bound_text) {
    return Cell{std::string("-1.2345678901234567e+12345"), CellStatus::kApprox, infinite, bound_text};
  };
  const Cell plain = cell(-0.25, CellStatus::kApprox, infinite);
  const std::vector<ResultRow> rows{{0, kWindow, 0, {}, {sum("1.2e+400"), plain}},
                                    {0, kWindow, 0, {}, {sum("9.9e+999"), sum("1.1e+1000")}},
                                    {0, kWindow, 0, {}, {sum("1.3e+400"), sum("1.2e+400")}},
                                    {0, kWindow, 0, {}, {plain, plain}}};
  BOOST_TEST(written(ResultFormat::kCsv, workload, rows) ==
             "query,window_start,window_end,SUM(B.f),AVG(B.f),status\n"
             "q,0,60000,-1.2345678901234567e+12345,-2.5000000000000000e-1,APPROX(1.2e+400)\n"
             "q,0,60000,-1.2345678901234567e+12345,-1.2345678901234567e+12345,APPROX(1.1e+1000)\n"
             "q,0,60000,-1.2345678901234567e+12345,-1.2345678901234567e+12345,APPROX(1.3e+400)\n"
             "q,0,60000,-2.5000000000000000e-1,-2.5000000000000000e-1,APPROX(inf)\n");
}

BOOST_AUTO_TEST_CASE(exact_numbers_of_any_size_are_whole) {
  const Workload workload = workload_of({query("q", {},
                                               {kCount, aggregate(Aggregate::Function::kSum, "SUM(B.i)", 0),
                                                aggregate(Aggregate::Function::kSum, "SUM(B.d)", 1)})});
  const std::string digits(2000, '9');
  const ResultRow row{0, kWindow, 0, {}, {cell(digits), cell("-" + digits), cell("-" + digits + ".05")}};
  BOOST_TEST(written(ResultFormat::kCsv, workload, {row}) ==
             "query,window_start,window_end,COUNT(*),SUM(B.i),SUM(B.d),status\nq,0,60000," + digits + ",-" +
                 digits + ",-" + digits + ".05,OK\n");
  BOOST_TEST(written(ResultFormat::kJson, workload, {row}) ==
             json("{'query':'q','window_start':0,'window_end':60000,'COUNT(*)':'" + digits +
                  "','SUM(B.i)':'-" + digits + "','SUM(B.d)':'-" + digits + ".05','status':'OK'}\n"));
}

BOOST_AUTO_TEST_CASE(an_approximation_has_17_digits_whatever_form_it_comes_in) {
  const Workload workload = workload_of({query("q", {},
                                               {kCount, aggregate(Aggregate::Function::kSum, "SUM(B.f)", 2),
                                                aggregate(Aggregate::Function::kSum, "SUM(B.d)", 1)})});
  const ResultRow row{0,
                      kWindow,
                      0,
                      {},
                      {cell(std::uint64_t{7}, CellStatus::kApprox, 0.5), cell(0.0, CellStatus::kApprox, 0),
                       cell(std::int64_t{-125}, CellStatus::kApprox, 0.125)}};
  BOOST_TEST(written(ResultFormat::kCsv, workload, {row}) ==
             "query,window_start,window_end,COUNT(*),SUM(B.f),SUM(B.d),status\n"
             "q,0,60000,7.0000000000000000e+0,0.0000000000000000e+0,-1.2500000000000000e+0,APPROX(5e-1)\n");
}

BOOST_AUTO_TEST_CASE(the_bounds_of_windows_of_events_are_numbers_also_where_times_are_iso) {
  Query counted = query("q", {}, {kCount});
  counted.window = WindowSpec{10, 5, 0, true};
  const Workload workload = workload_of({counted});
  const ResultRow row{0, WindowBounds{5, 15}, 0, {}, {cell(std::uint64_t{3})}, 1000};
  const TimeFormat iso{TimeUnit::kMillisecond, true};
  BOOST_TEST(written(ResultFormat::kCsv, workload, {row}, iso) ==
             "query,window_start,window_end,COUNT(*),status\nq,5,15,3,OK\n");
  BOOST_TEST(written(ResultFormat::kJson, workload, {row}, iso) ==
             json("{'query':'q','window_start':5,'window_end':15,'COUNT(*)':3,'status':'OK'}\n"));
}

BOOST_AUTO_TEST_CASE(json_has_the_query_s_own_columns_only) {
  const Workload workload =
      workload_of({query("q1", {key("a", {AttributeKind::kString, 0})}, {kCount}),
                   query("q2", {}, {aggregate(Aggregate::Function::kSum, "SUM(B.d)", 1)})});
  const std::vector<ResultRow> rows{{0, kWindow, 0, {std::string("x/y")}, {cell(std::uint64_t{7})}},
                                    {1, std::nullopt, 0, {}, {cell(std::string("12.50"))}},
                                    {1, std::nullopt, 0, {}, {cell({})}}};
  BOOST_TEST(written(ResultFormat::kJson, workload, rows) ==
             json("{'query':'q1','window_start':0,'window_end':60000,'a':'x/y','COUNT(*)':7,'status':'OK'}\n"
                  "{'query':'q2','window_start':null,'window_end':null,'SUM(B.d)':12.50,'status':'OK'}\n"
                  "{'query':'q2','window_start':null,'window_end':null,'SUM(B.d)':null,'status':'OK'}\n"));
}

BOOST_AUTO_TEST_CASE(json_writes_numbers_that_a_double_cannot_hold_as_strings) {
  const Workload workload = workload_of({query("q", {}, {kCount})});
  const auto parsed = [&](decltype(Cell::value) value) {
    const std::string line = written(ResultFormat::kJson, workload,
                                     {{0, WindowBounds{0, INT64_MAX}, 0, {}, {cell(std::move(value))}}});
    return nlohmann::json::parse(line);
  };
  BOOST_TEST(parsed(std::uint64_t{9007199254740992}).at("COUNT(*)").dump() == "9007199254740992");
  BOOST_TEST(parsed(std::uint64_t{9007199254740993}).at("COUNT(*)").dump() == "\"9007199254740993\"");
  BOOST_TEST(parsed(std::string(40, '1')).at("COUNT(*)").dump() == "\"" + std::string(40, '1') + "\"");
  BOOST_TEST(parsed(std::uint64_t{1}).at("window_end").dump() == "\"9223372036854775807\"");
}

BOOST_AUTO_TEST_CASE(json_tells_the_status_of_each_cell_that_is_not_ok) {
  const Workload workload =
      workload_of({query("q", {}, {kCount, aggregate(Aggregate::Function::kSum, "SUM(B.f)", 2)})});
  const std::string line = written(
      ResultFormat::kJson, workload,
      {{0, kWindow, 0, {}, {cell({}, CellStatus::kOverflow), cell(0.5, CellStatus::kApprox, 0.125)}}});
  BOOST_TEST(line == json("{'query':'q','window_start':0,'window_end':60000,'COUNT(*)':null,"
                          "'SUM(B.f)':5.0000000000000000e-1,'status':'OVERFLOW',"
                          "'status_of':{'COUNT(*)':'OVERFLOW','SUM(B.f)':'APPROX(1.25e-1)'}}\n"));
}

BOOST_AUTO_TEST_CASE(json_writes_an_approximation_beyond_doubles_as_a_string) {
  const Workload workload =
      workload_of({query("q", {}, {kCount, aggregate(Aggregate::Function::kSum, "SUM(B.f)", 2)})});
  const auto value = [&](decltype(Cell::value) of) {
    const Cell sum{std::move(of), CellStatus::kApprox, std::numeric_limits<double>::infinity(), "3e+401"};
    const auto object = nlohmann::json::parse(
        written(ResultFormat::kJson, workload, {{0, kWindow, 0, {}, {cell(std::uint64_t{1}), sum}}}));
    BOOST_TEST(object.at("status") == "APPROX(3e+401)");
    BOOST_TEST(object.at("status_of") == nlohmann::json({{"SUM(B.f)", "APPROX(3e+401)"}}));
    return object.at("SUM(B.f)");
  };
  BOOST_TEST(value(std::string("-1.2345678901234567e+400")) == "-1.2345678901234567e+400");
  BOOST_TEST(value(std::string("1.7976931348623157e+308")) == 1.7976931348623157e+308);
  BOOST_TEST(value(-1e300) == -1e300);
}

BOOST_AUTO_TEST_CASE(json_keeps_members_apart_that_have_one_name) {
  const Workload workload = workload_of(
      {query("q", {key("status", {}), key("n", {})}, {aggregate(Aggregate::Function::kCountTrends, "n")})});
  const std::string line =
      written(ResultFormat::kJson, workload,
              {{0, kWindow, 0, {std::int64_t{1}, std::int64_t{2}}, {cell(std::uint64_t{3})}}});
  BOOST_TEST(line ==
             json("{'query':'q','window_start':0,'window_end':60000,'group.status':1,'n':2,'aggregate.n':3,"
                  "'status':'OK'}\n"));
}

BOOST_AUTO_TEST_CASE(json_stays_json_whatever_bytes_a_text_has) {
  const Workload workload = workload_of({query("q", {key("a", {AttributeKind::kString, 0})}, {kCount})});
  for (const std::string text :
       {"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80", "\xFF\xC3", "\x01\t\r\n\\", "\xED\xA0\x80", "\xC0\x80"}) {
    const std::string line =
        written(ResultFormat::kJson, workload, {{0, kWindow, 0, {text}, {cell(std::uint64_t{1})}}});
    BOOST_TEST(nlohmann::json::accept(line), line);
  }
}

BOOST_AUTO_TEST_CASE(the_table_aligns_columns_and_abbreviates_long_integers) {
  const Workload workload = workload_of({query("long name", {key("zone", {})}, {kCount})});
  const std::vector<ResultRow> rows{
      {0, kWindow, 0, {std::int64_t{7}}, {cell(std::uint64_t{3})}},
      {0, kWindow, 0, {std::int64_t{12}}, {cell(std::string("99999700000000000000000"))}},
      {0, kWindow, 0, {std::int64_t{12}}, {cell(std::string("123456789012345678"))}},
      {0, std::nullopt, 0, {std::int64_t{12}}, {cell({}, CellStatus::kOverflow)}}};
  BOOST_TEST(written(ResultFormat::kTable, workload, rows) ==
             "query      window_start  window_end  zone    COUNT(*)  status\n"
             "---------  ------------  ----------  ----  ----------  --------\n"
             "long name             0       60000     7           3  OK\n"
             "long name             0       60000    12  1.0000e+23  OK\n"
             "long name             0       60000    12  1.2346e+17  OK\n"
             "long name                              12              OVERFLOW\n"
             "(4 rows)\n");
}

BOOST_AUTO_TEST_CASE(the_table_abbreviates_approximations_and_long_decimals) {
  const Workload workload = workload_of({query("q", {}, {aggregate(Aggregate::Function::kSum, "s", 1)})});
  std::vector<ResultRow> rows;
  for (const std::string text :
       {"-99999700000000000000000.25", "1.2345678901234567e-400", "9.9999700000000000e+99"}) {
    rows.push_back({0, kWindow, 0, {}, {cell(text)}});
  }
  rows.push_back({0, kWindow, 0, {}, {cell(0.0, CellStatus::kApprox)}});
  rows.push_back({0, kWindow, 0, {}, {cell(std::string("0.12345678901234567"))}});
  BOOST_TEST(written(ResultFormat::kTable, workload, rows) ==
             "query  window_start  window_end                    s  status\n"
             "-----  ------------  ----------  -------------------  ------------\n"
             "q                 0       60000          -1.0000e+23  OK\n"
             "q                 0       60000          1.2346e-400  OK\n"
             "q                 0       60000          1.0000e+100  OK\n"
             "q                 0       60000            0.0000e+0  APPROX(0e+0)\n"
             "q                 0       60000  0.12345678901234567  OK\n"
             "(5 rows)\n");
}

BOOST_AUTO_TEST_CASE(the_table_without_rows_says_so) {
  const Workload workload = workload_of({query("q", {}, {kCount})});
  BOOST_TEST(written(ResultFormat::kTable, workload, {}) ==
             "query  window_start  window_end  COUNT(*)  status\n"
             "-----  ------------  ----------  --------  ------\n"
             "(0 rows)\n");
}

BOOST_AUTO_TEST_CASE(the_table_goes_on_after_the_rows_it_measures) {
  const Workload workload = workload_of({query("q", {}, {kCount})});
  const std::vector<ResultRow> rows(3000, {0, kWindow, 0, {}, {cell(std::uint64_t{1})}});
  const std::string text = written(ResultFormat::kTable, workload, rows);
  BOOST_TEST(std::count(text.begin(), text.end(), '\n') == 3003);
}

}  // namespace
}  // namespace horatio::process
