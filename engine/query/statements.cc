// SPDX-License-Identifier: Apache-2.0
#include "engine/query/statements.h"

#include <algorithm>
#include <array>

#include "engine/query/lexical.h"

namespace horatio {
namespace {

using grammar::is_keyword;

// The lexemes of a text in order, whatever they mean.
class Scanner {
 public:
  Scanner(std::string_view text, std::size_t from)
      : text_(text), in_(text.data() + from, text.data() + text.size(), "") {}

  // The next lexeme; empty at the end.
  std::string_view next() {
    grammar::read_separators(in_);
    const char* begin = in_.current();
    if (!grammar::read_any(in_)) return {begin, 0};
    return {begin, static_cast<std::size_t>(in_.current() - begin)};
  }
  // REQUIRES: not before the last lexeme.
  void skip_to(std::size_t offset) {
    in_.bump(offset - static_cast<std::size_t>(in_.current() - text_.data()));
  }
  std::size_t offset_of(std::string_view lexeme) const {
    return static_cast<std::size_t>(lexeme.data() - text_.data());
  }
  bool starts_comment(std::string_view lexeme) const {
    return lexeme == "/" && text_.substr(offset_of(lexeme)).starts_with("/*");
  }

 private:
  std::string_view text_;
  grammar::Input in_;
};

bool starts_statement(const std::array<std::string_view, 3>& lexemes) {
  const auto& [first, second, third] = lexemes;
  return (is_keyword(first, "QUERY") && is_keyword(third, "RETURN")) ||
         (is_keyword(first, "STREAM") && third == "(") ||
         (is_keyword(first, "LATENCY") && is_keyword(second, "BOUND"));
}

// Splits and notes lexical faults as it goes.
class Splitter {
 public:
  Splitter(std::string_view text, FaultList& faults) : text_(text), faults_(faults), scanner_(text, 0) {}

  std::vector<StatementText> split() {
    for (std::string_view lexeme = scanner_.next();; lexeme = scanner_.next()) {
      const std::size_t at = scanner_.offset_of(lexeme);
      if (lexeme.empty() || lexeme == ";") {
        close(at, !lexeme.empty());
        if (lexeme.empty()) return std::move(statements_);
        continue;
      }
      if (!open_) open(at);
      current_.last = at + lexeme.size();
      if (scanner_.starts_comment(lexeme)) {
        refuse(ErrorCode::kSyntax, at, "this comment has no end", "close it with */");
        close(text_.size(), true);
        return std::move(statements_);
      }
      check(lexeme, at);
    }
  }

 private:
  void open(std::size_t at) {
    current_ = {at, at, at, false, true};
    nesting_ = 0;
    open_ = true;
  }

  void close(std::size_t at, bool closed) {
    if (!open_) return;
    current_.end = at;
    current_.closed = closed;
    statements_.push_back(current_);
    open_ = false;
  }

  void check(std::string_view lexeme, std::size_t at) {
    if (lexeme == "'" || lexeme == "\"") {
      refuse(ErrorCode::kSyntax, at,
             std::string("this ") + (lexeme == "'" ? "string" : "name") + " does not end on its line",
             "close it with " + std::string(lexeme));
      scanner_.skip_to(std::min(text_.find_first_of(";\n", at), text_.size()));
    }
    if (lexeme == "(" && ++nesting_ == kDeepestNesting + 1) {
      refuse(ErrorCode::kTooLarge, at,
             "nested deeper than " + std::to_string(kDeepestNesting) + " parentheses",
             "take parentheses away");
    }
    if (lexeme == ")" && nesting_ > 0) --nesting_;
  }

  void refuse(ErrorCode code, std::size_t at, std::string message, std::string remedy) {
    if (!current_.readable) return;
    current_.readable = false;
    faults_.enter(query_name_at(text_, current_.begin));
    faults_.add(code, at, std::move(message), std::move(remedy));
    faults_.enter({});
  }

  std::string_view text_;
  FaultList& faults_;
  Scanner scanner_;
  std::vector<StatementText> statements_;
  StatementText current_;
  std::size_t nesting_ = 0;
  bool open_ = false;
};

}  // namespace

std::vector<StatementText> split_statements(std::string_view text, FaultList& faults) {
  return Splitter(text, faults).split();
}

std::string_view lexeme_at(std::string_view text, std::size_t offset) { return Scanner(text, offset).next(); }

bool statement_begins_at(std::string_view text, std::size_t offset) {
  Scanner scanner(text, offset);
  std::array<std::string_view, 3> lexemes;
  for (std::string_view& lexeme : lexemes) lexeme = scanner.next();
  return starts_statement(lexemes);
}

std::size_t find_statement(std::string_view text, std::size_t from, std::size_t end) {
  Scanner scanner(text.substr(0, end), from);
  std::array<std::string_view, 3> lexemes;
  for (std::string_view& lexeme : lexemes) lexeme = scanner.next();
  while (!lexemes[0].empty()) {
    if (starts_statement(lexemes)) return scanner.offset_of(lexemes[0]);
    lexemes = {lexemes[1], lexemes[2], scanner.next()};
  }
  return end;
}

std::string query_name_at(std::string_view text, std::size_t offset) {
  Scanner scanner(text, offset);
  if (!is_keyword(scanner.next(), "QUERY")) return {};
  const std::string_view name = scanner.next();
  const auto letter = [](char c) {
    return c == '_' || (grammar::upper(c) >= 'A' && grammar::upper(c) <= 'Z');
  };
  const bool named = !name.empty() && (name[0] == '"' ? name.size() > 2 : letter(name[0]));
  return named ? unquoted(name) : std::string();
}

std::string unquoted(std::string_view written) {
  if (written.size() < 2 || (written[0] != '"' && written[0] != '\'')) return std::string(written);
  const char quote = written[0];
  std::string text;
  for (std::size_t i = 1; i + 1 < written.size(); ++i) {
    text += written[i];
    if (written[i] == quote) ++i;
  }
  return text;
}

}  // namespace horatio
