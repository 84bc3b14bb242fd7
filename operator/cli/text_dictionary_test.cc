// SPDX-License-Identifier: Apache-2.0
#include "operator/cli/text_dictionary.h"

#include <boost/test/unit_test.hpp>
#include <random>
#include <string>

#include "operator/cli/column.h"

namespace horatio::process {
namespace {

BOOST_AUTO_TEST_CASE(equal_texts_have_one_code_and_codes_are_dense) {
  TextDictionary dictionary;
  std::mt19937 random(5);
  std::vector<std::string> texts;
  for (int i = 0; i < 3000; ++i) texts.push_back(std::string(random() % 20, 'x') + std::to_string(i));
  texts.emplace_back();
  for (int round = 0; round < 2; ++round) {
    for (std::uint32_t i = 0; i < texts.size(); ++i) BOOST_TEST(dictionary.code_of(texts[i]).value() == i);
  }
  const auto table = dictionary.table();
  for (std::uint32_t i = 0; i < texts.size(); ++i) BOOST_TEST(table->text(i) == texts[i]);
  BOOST_TEST(!dictionary.find("never seen").has_value());
}

BOOST_AUTO_TEST_CASE(a_table_handed_out_does_not_change) {
  TextDictionary dictionary;
  dictionary.code_of("a");
  const auto before = dictionary.table();
  BOOST_TEST((dictionary.table() == before));
  dictionary.code_of("b");
  BOOST_TEST(before->size() == 1U);
  BOOST_TEST(dictionary.table()->size() == 2U);
}

BOOST_AUTO_TEST_CASE(a_full_dictionary_keeps_its_codes_and_takes_no_more) {
  TextDictionary dictionary(2);
  dictionary.code_of("a");
  dictionary.code_of("b");
  BOOST_TEST(!dictionary.code_of("c").has_value());
  BOOST_TEST(dictionary.closed());
  BOOST_TEST(dictionary.code_of("a").value() == 0U);
}

BOOST_AUTO_TEST_CASE(a_column_that_outgrows_its_dictionary_in_mid_block_keeps_its_texts) {
  TextDictionary dictionary(3);
  Column column(AttributeKind::kString, &dictionary);
  column.reserve(8);
  const std::vector<std::string> texts{"a", "", "c", "a", "d", "e", "a"};
  for (std::uint32_t row = 0; row < texts.size(); ++row) {
    column.begin_row(row);
    column.put_text(row, texts[row]);
  }
  column.begin_row(7);
  column.put_null(7);
  const ColumnView view = column.view();
  for (std::uint32_t row = 0; row < texts.size(); ++row) {
    BOOST_TEST(!view.is_null(row));
    BOOST_TEST(view.text_at(row) == texts[row]);
  }
  BOOST_TEST(view.is_null(7));
}

BOOST_AUTO_TEST_CASE(a_row_written_again_forgets_what_it_held) {
  TextDictionary full(0);
  full.code_of("");
  Column column(AttributeKind::kString, &full);
  column.reserve(2);
  column.begin_row(0);
  column.put_text(0, "long text of a row that is dropped");
  column.begin_row(0);
  column.put_null(0);
  column.begin_row(0);
  column.put_text(0, "kept");
  column.begin_row(1);
  column.put_text(1, "next");
  const ColumnView view = column.view();
  BOOST_TEST(!view.is_null(0));
  BOOST_TEST(view.text_at(0) == "kept");
  BOOST_TEST(view.text_at(1) == "next");
}

}  // namespace
}  // namespace horatio::process
