// SPDX-License-Identifier: Apache-2.0
#include "operator/cli/csv_reader.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "operator/cli/structural_index.h"

namespace horatio::process {
namespace {

// Hands out a text in pieces of a given size.
class TextSource final : public ByteSource {
 public:
  TextSource(std::string text, std::size_t piece) : text_(std::move(text)), piece_(piece) {}
  Result<std::size_t> read(char* to, std::size_t size) override {
    const std::size_t count = std::min({size, piece_, text_.size() - at_});
    std::memcpy(to, text_.data() + at_, count);
    at_ += count;
    return count;
  }
  bool would_wait() const override { return false; }

 private:
  std::string text_;
  std::size_t piece_;
  std::size_t at_ = 0;
};

// A record in one string: LINE|field|field, quoted fields in <>, or LINE!fault.
std::vector<std::string> records(const std::string& text, CsvReaderOptions options = {},
                                 std::size_t piece = 1U << 20U) {
  TextSource source(text, piece);
  CsvReader reader(source, options);
  std::vector<std::string> found;
  CsvRecord record;
  while (reader.next(record) == CsvReader::Outcome::kRecord) {
    std::string line = std::to_string(record.line);
    if (record.fault != nullptr) {
      found.push_back(line + "!" + record.fault);
      continue;
    }
    for (const CsvField& field : record.fields) {
      line.append(field.quoted ? "|<" : "|").append(field.text()).append(field.quoted ? ">" : "");
    }
    found.push_back(line);
  }
  return found;
}

using Lines = std::vector<std::string>;

void check(const std::string& text, const Lines& expected) {
  const Lines found = records(text);
  BOOST_TEST(found == expected, boost::test_tools::per_element());
  // Blocks of any size and reads of any size find the same.
  for (const std::size_t block : {16U, 17U, 33U, 64U}) {
    for (const std::size_t piece : {1U, 2U, 7U, 100U}) {
      BOOST_TEST(records(text, {block, 1U << 20U}, piece) == expected, boost::test_tools::per_element());
    }
  }
}

BOOST_AUTO_TEST_CASE(plain_fields_are_split_at_commas_and_line_ends) {
  check("a,b,c\n1,,3\n,,\n", {"1|a|b|c", "2|1||3", "3|||"});
}

BOOST_AUTO_TEST_CASE(carriage_returns_before_line_feeds_belong_to_the_line_end) {
  check("a,b\r\n1,2\r\n\"x\",\"y\"\r\n", {"1|a|b", "2|1|2", "3|<x>|<y>"});
}

BOOST_AUTO_TEST_CASE(the_last_line_needs_no_line_end) {
  check("a,b\n1,2", {"1|a|b", "2|1|2"});
  check("a,b\n1,\"2\"", {"1|a|b", "2|1|<2>"});
  check("a,b\n1,\"\"", {"1|a|b", "2|1|<>"});
  check("a,b\n1,", {"1|a|b", "2|1|"});
}

BOOST_AUTO_TEST_CASE(quoted_fields_hold_commas_line_feeds_and_doubled_quotes) {
  check("a,\"b,\nc\"\"d\"\"\",e\nf,g,h\n", {"1|a|<b,\nc\"d\">|e", "3|f|g|h"});
  check("\"\"\"\"\n\"\"\"\"\"\"\n", {"1|<\">", "2|<\"\">"});
}

BOOST_AUTO_TEST_CASE(a_quoted_empty_field_differs_from_an_empty_one) {
  check("\"\",\n,\"\"\n", {"1|<>|", "2||<>"});
}

BOOST_AUTO_TEST_CASE(a_byte_order_mark_is_skipped) {
  check("\xEF\xBB\xBFts,type\n1,A\n", {"1|ts|type", "2|1|A"});
}

BOOST_AUTO_TEST_CASE(blank_lines_are_skipped_and_counted) {
  check("\na,b\n\r\n\n1,2\n\n", {"2|a|b", "5|1|2"});
  check("", {});
  check("\n", {});
}

BOOST_AUTO_TEST_CASE(a_line_after_embedded_line_feeds_has_its_own_number) {
  check("a\n\"x\n\n\ny\"\nb\n", {"1|a", "2|<x\n\n\ny>", "6|b"});
}

BOOST_AUTO_TEST_CASE(a_quote_inside_a_plain_field_spoils_its_row_only) {
  check("5\" pipe,2\n1,2\n", {"1!a quote stands inside a field that does not begin with one", "2|1|2"});
  check("a,b\"\"c,\"d\n1,2\n", {"1!a quote stands inside a field that does not begin with one", "2|1|2"});
}

BOOST_AUTO_TEST_CASE(text_after_a_closing_quote_spoils_its_row_only) {
  check("\"a\"b,c\n1,2\n", {"1!text follows a closing quote", "2|1|2"});
  check("\"a\" ,c\n1,2\n", {"1!text follows a closing quote", "2|1|2"});
  check("\"a\"\r,c\n1,2\n", {"1!text follows a closing quote", "2|1|2"});
}

BOOST_AUTO_TEST_CASE(a_quote_that_is_never_closed_spoils_its_line_only) {
  const std::string fault = "!a quoted field is not closed before the end of the input";
  check("a,b\n1,\"2\n3,4\n5,6", {"1|a|b", "2" + fault, "3|3|4", "4|5|6"});
  check("a,b\n1,\"2", {"1|a|b", "2" + fault});
  check("a,b\n\"", {"1|a|b", "2" + fault});
}

BOOST_AUTO_TEST_CASE(a_row_beyond_the_longest_allowed_is_skipped_without_holding_it) {
  const std::string fault = "!the row is longer than the longest row allowed; is a quote missing?";
  const CsvReaderOptions options{32, 128};
  BOOST_TEST(records("a\n" + std::string(1000, 'x') + "\nb\n", options) == (Lines{"1|a", "2" + fault, "3|b"}),
             boost::test_tools::per_element());
  const Lines found =
      records("a\n\"x\nc\n" + std::string(50, 'y') + "\n" + std::string(100, 'z') + "\nd\n", options);
  BOOST_TEST(found == (Lines{"1|a", "2" + fault, "3|c", "4|" + std::string(50, 'y'),
                             "5|" + std::string(100, 'z'), "6|d"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(fields_past_the_limit_are_counted_and_not_kept) {
  TextSource source("a,b\n1,2,3,4\n5,6\n", 100);
  CsvReader reader(source);
  CsvRecord record;
  BOOST_REQUIRE(reader.next(record) == CsvReader::Outcome::kRecord);
  reader.limit_fields(2);
  BOOST_REQUIRE(reader.next(record) == CsvReader::Outcome::kRecord);
  BOOST_TEST(record.field_count == 4U);
  BOOST_TEST(record.fields.size() == 2U);
  BOOST_REQUIRE(reader.next(record) == CsvReader::Outcome::kRecord);
  BOOST_TEST(record.field_count == 2U);
  BOOST_TEST(record.fields[1].text() == "6");
}

BOOST_AUTO_TEST_CASE(a_fault_of_the_source_is_told) {
  class Broken final : public ByteSource {
    Result<std::size_t> read(char* /*to*/, std::size_t /*size*/) override {
      return Error{ErrorCode::kFile, "the disk is gone", "", {}};
    }
    bool would_wait() const override { return false; }
  } source;
  CsvReader reader(source);
  CsvRecord record;
  BOOST_TEST((reader.next(record) == CsvReader::Outcome::kError));
  BOOST_TEST(reader.error().message == "the disk is gone");
}

BOOST_AUTO_TEST_CASE(the_index_finds_what_a_plain_search_finds) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    std::string text(random() % 300, ' ');
    for (char& c : text) c = "ab,\n\"\xAC\x8A"[random() % 7];
    std::vector<std::uint32_t> expected;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == ',' || text[i] == '\n' || text[i] == '"')
        expected.push_back(static_cast<std::uint32_t>(i) + 5);
    }
    std::vector<std::uint32_t> found(text.size() + 1);
    found.resize(find_structurals(text.data(), text.size(), 5, found.data()));
    BOOST_TEST(found == expected, boost::test_tools::per_element());
  }
}

// Text of the characters that matter, split by a reader that goes letter by letter.
std::string quote_if(const std::string& field, bool quoted) {
  if (!quoted) return field;
  std::string text = "\"";
  for (const char c : field) text += c == '"' ? "\"\"" : std::string(1, c);
  return text + "\"";
}

BOOST_AUTO_TEST_CASE(random_tables_come_back_as_they_were_written) {
  const unsigned seed = std::random_device{}();
  BOOST_TEST_MESSAGE("seed " << seed);
  std::mt19937 random(seed);
  for (int round = 0; round < 100; ++round) {
    std::string text;
    Lines expected;
    std::size_t line = 1;
    for (auto row = random() % 20; row > 0; --row) {
      std::string record = std::to_string(line);
      for (std::uint64_t i = 0, fields = 2 + random() % 3; i < fields; ++i) {
        const bool quoted = random() % 3 == 0;
        std::string field(random() % 12, ' ');
        for (char& c : field) c = quoted ? "xy,\n\"\r"[random() % 6] : "xyz"[random() % 3];
        line += static_cast<std::size_t>(std::ranges::count(field, '\n'));
        text.append(i > 0 ? "," : "").append(quote_if(field, quoted));
        record.append(quoted ? "|<" : "|").append(field).append(quoted ? ">" : "");
      }
      text += random() % 2 == 0 ? "\n" : "\r\n";
      ++line;
      expected.push_back(record);
    }
    BOOST_TEST_CONTEXT("seed " << seed << " round " << round) {
      BOOST_TEST(records(text, {16 + random() % 40, 1U << 20U}, 1 + random() % 50) == expected,
                 boost::test_tools::per_element());
    }
  }
}

}  // namespace
}  // namespace horatio::process
