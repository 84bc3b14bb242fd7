// SPDX-License-Identifier: Apache-2.0
// What a syntax error says: the farthest place that the grammar reached in a statement and everything that
// could have stood there, in the reader's words. The lexemes of the grammar report to it while they are
// tried.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace horatio::grammar {

class Expectations {
 public:
  // `description` was tried at `at` and is not there; `keyword` is the word itself, if it is one. Views live
  // as long as the program.
  void expect(const char* at, std::string_view description, std::string_view keyword = {}) {
    if (at < farthest_) return;
    if (at > farthest_) {
      farthest_ = at;
      wanted_.clear();
      keywords_.clear();
      before_farthest_ = last_;
    }
    if (!keyword.empty()) keywords_.push_back(keyword);
    if (!wants(description)) wanted_.push_back(description);
  }

  // `lexeme` has been read.
  void accept(std::string_view lexeme) {
    if (lexeme.data() + lexeme.size() > last_.data() + last_.size()) last_ = lexeme;
  }

  const char* place() const { return farthest_; }
  std::string_view before() const { return before_farthest_; }  // the lexeme before place(), or empty
  const std::vector<std::string_view>& wanted() const { return wanted_; }
  const std::vector<std::string_view>& keywords() const { return keywords_; }
  bool wants(std::string_view description) const;

 private:
  const char* farthest_ = nullptr;
  std::vector<std::string_view> wanted_;
  std::vector<std::string_view> keywords_;
  std::string_view last_{};
  std::string_view before_farthest_{};
};

// "expected ',' or ')' after 'driver', found 'INT'". `found` is the lexeme at the place, as text; empty: the
// end.
std::string describe(const Expectations& expectations, std::string_view found);

}  // namespace horatio::grammar
