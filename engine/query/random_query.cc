// SPDX-License-Identifier: Apache-2.0
#include "engine/query/random_query.h"

#include <algorithm>

namespace horatio::test {

std::string QueryWriter::query() {
  steps_.clear();
  columns_.clear();
  unnamed_.clear();
  window_ = static_cast<Window>(random_() % 3);
  const std::string pattern_text = pattern();
  std::string text = word("QUERY") + pick({"q", "\"q\"", "\"a b\"", "\"it\"\"s\"", "return"}) + " " +
                     word("RETURN") + returned() + " " + word("PATTERN") + pattern_text;
  std::vector<std::string> clauses;
  if (!chance(4)) clauses.push_back(word("WHERE") + where());
  if (chance(2))
    clauses.push_back(word("GROUP") + word("BY") + pick({"driver", "district, driver", "\"rider\""}));
  if (window_ != Window::kNone) clauses.push_back(within());
  if (chance(3)) clauses.push_back(word("HAVING") + condition(3, "", &QueryWriter::column));
  if (chance(2)) {
    clauses.push_back(word("MATCH") +
                      (chance(2) ? word("ALL") + word("COMBINATIONS") : word(pick({"NEXT", "CONTIGUOUS"}))));
  }
  if (chance(3)) clauses.push_back(word("COUNT") + word("BINDINGS"));
  if (chance(2)) clauses.push_back(word("TIES") + word(pick({"STRICT", "ARRIVAL"})));
  if (chance(2)) clauses.push_back(word("NUMBERS") + word(pick({"EXACT", "U64", "APPROX"})));
  if (chance(3)) clauses.push_back(word("EMIT") + word("EMPTY") + word("WINDOWS"));
  std::shuffle(clauses.begin(), clauses.end(), random_);
  for (const std::string& clause : clauses) text += " " + clause;
  return text + ";";
}

std::string QueryWriter::pick(std::initializer_list<const char*> choices) {
  return *(choices.begin() + static_cast<std::ptrdiff_t>(random_() % choices.size()));
}

// A keyword in random case, with a random separator behind it.
std::string QueryWriter::word(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z' && chance(3)) c = static_cast<char>(c - 'A' + 'a');
  }
  return text + pick({" ", "  ", "\n", "\t", " /* ; ' */ ", " -- \" x\n"});
}

std::string QueryWriter::pattern() {
  switch (random_() % 4) {
    case 0:
      return branch() + " " + word("OR") + (chance(2) ? branch() : "(" + branch() + " OR " + branch() + ")");
    case 1:
      return part(2).text + " " + word("AND") + part(2).text;
    default:
      return branch();
  }
}

// The whole pattern or a branch of an OR at its top.
std::string QueryWriter::branch() { return chance(2) ? sequence(2, true).text : part(3).text; }

QueryWriter::Part QueryWriter::part(int depth) {
  switch (depth == 0 ? 0 : random_() % 5) {
    case 1: {
      const Part inner = part(depth - 1);
      return repeated({"(" + inner.text + ")", inner.can_be_empty});
    }
    case 2:
    case 3:
      return repeated(sequence(depth, false));
    case 4: {
      const Part left = part(depth - 1);
      const Part right = part(depth - 1);
      return repeated(
          {"(" + left.text + " " + word("OR") + right.text + ")", left.can_be_empty || right.can_be_empty});
    }
    default:
      return step();
  }
}

QueryWriter::Part QueryWriter::repeated(Part part) {
  const std::string repetition =
      pick({"", "", "+", "*", "?", "{1}", "{1,}", "{2}", "{0,3}", "{2,}", " {1, 2}"});
  if (repetition == "*" || repetition == "?" || repetition == "{0,3}") part.can_be_empty = true;
  return {part.text + repetition, part.can_be_empty};
}

QueryWriter::Part QueryWriter::step() {
  const std::string type_and_alias = event(false);
  const std::size_t gap = type_and_alias.find(' ');
  const Part after = repeated({"", false});
  if (chance(2)) return {type_and_alias + after.text, after.can_be_empty};
  return {type_and_alias.substr(0, gap) + after.text + type_and_alias.substr(gap), after.can_be_empty};
}

// A type with its alias, one blank between.
std::string QueryWriter::event(bool negated) {
  const std::string type = pick({"Travel", "Request", "Dropoff"});
  std::string alias = "x" + std::to_string(steps_.size());
  if (chance(5)) alias = "\"Where " + std::to_string(steps_.size()) + "\"";
  steps_.push_back({alias, type, negated});
  return (chance(5) ? "\"" + type + "\"" : type) + " " + alias;
}

// NOTs go between parts that cannot be empty.
QueryWriter::Part QueryWriter::sequence(int depth, bool at_end) {
  std::string text = word("SEQ") + "(";
  bool empty = true;
  bool solid = true;  // what stands before: the part there cannot be empty
  const std::size_t parts = random_() % 3 + 1;
  for (std::size_t i = 0; i <= parts; ++i) {
    const bool last = i == parts;
    const Part next = last ? Part{"", false} : part(depth - 1);
    if (solid && !next.can_be_empty) {
      for (std::size_t nots = chance(3) ? random_() % 2 + 1 : 0; nots > 0; --nots) {
        text += (text.ends_with("(") ? "" : ",") + forbidden(at_end && last);
      }
    }
    if (last) break;
    text += (text.ends_with("(") ? "" : ",\n") + next.text;
    solid = !next.can_be_empty;
    empty = empty && next.can_be_empty;
  }
  return {text + ")", empty};
}

std::string QueryWriter::forbidden(bool at_end) {
  std::string text =
      word("NOT") + (chance(2) ? event(true) : word("SEQ") + "(" + event(true) + ", " + event(true) + ")");
  if (at_end && window_ != Window::kEvents && chance(2)) {
    text += " " + word("FOR") + pick({"1 MILLISECOND", "0.001 SECONDS", "0.5 seconds", "1 SECOND"});
  }
  return text;
}

const QueryWriter::Step& QueryWriter::taken_step() {
  while (true) {
    const Step& step = steps_[random_() % steps_.size()];
    if (!step.negated) return step;
  }
}

std::string QueryWriter::returned() {
  std::string text;
  for (std::size_t i = random_() % 4 + 1; i > 0; --i) {
    const std::string one = aggregate();
    text += (text.empty() ? "" : ", ") + one;
    if (unnamed_.insert(one).second && chance(2)) continue;
    columns_.push_back(chance(2) ? "n" + std::to_string(i) : "\"column " + std::to_string(i) + "\"");
    text += " " + word("AS") + columns_.back();
  }
  return text;
}

std::string QueryWriter::aggregate() {
  const Step& step = taken_step();
  const std::string function = pick({"COUNT", "SUM", "AVG", "MIN", "MAX"});
  const std::string number =
      step.type == "Travel" ? pick({"speed", "km", "driver"}) : pick({"driver", "rider"});
  switch (random_() % 4) {
    case 0:
      return "COUNT(*)";
    case 1:
      return "COUNT(" + step.alias + ")";
    case 2:
      return "COUNT(" + step.alias + ".district)";
    default:
      return function + "(" + step.alias + "." + number + ")";
  }
}

std::string QueryWriter::where() {
  std::string text = conjunct();
  for (std::size_t i = random_() % 4; i > 0; --i) {
    std::string next = conjunct();
    text += " " + word("AND") + (chance(4) ? "(" + next + " " + word("AND") + conjunct() + ")" : next);
  }
  return text;
}

std::string QueryWriter::conjunct() {
  switch (random_() % 4) {
    case 0:
      return pick({"[driver]", "[ rider , driver ]", "[\"district\", rider]"});
    case 1:
      return edge();
    default:
      return condition(3, steps_[random_() % steps_.size()].alias, &QueryWriter::attribute);
  }
}

std::string QueryWriter::edge() {
  const std::string from = taken_step().alias;
  const std::string to = word("NEXT") + "(" + taken_step().alias + ")";
  const auto value = [&](const std::string& event) {
    return number(1, event, &QueryWriter::attribute) + " + " + event + ".driver";
  };
  switch (random_() % 4) {
    case 0:
      return to + ".TIME - " + from + ".time <= " + span();
    case 1:
      return "(" + from + ".driver = " + to + ".rider " + word("OR") + value(from) + " < 3)";
    case 2:
      return word("NOT") + from + ".driver " + word("BETWEEN") + value(to) + " " + word("AND") + value(from);
    default:
      return value(from) + pick({"<", "<=", ">", ">=", " = ", "<>"}) + value(to);
  }
}

std::string QueryWriter::condition(int depth, const std::string& alias, Value value) {
  const auto inner = [&] { return condition(depth - 1, alias, value); };
  const auto one = [&] { return (this->*value)(alias); };
  const auto some = [&](int deep) { return number(deep, alias, value); };
  switch (random_() % (depth == 0 ? 4 : 8)) {
    case 0:
      return one() + " * " + some(2) + pick({"<", "<=", ">", ">=", " = ", "<>", "!="}) + some(2);
    case 1:
      return one() + " " + (chance(2) ? word("NOT") : "") + word("IN") + "(1, " + some(1) +
             pick({"", ", NULL"}) + ")";
    case 2:
      return one() + " - 1 " + (chance(2) ? word("NOT") : "") + word("BETWEEN") + some(1) + " " +
             word("AND") + some(1);
    case 3:
      return one() + " " + word("IS") + (chance(2) ? word("NOT") : "") + word("NULL");
    case 4:
      if (alias.empty()) return inner();
      return alias + ".district = " + pick({"'a'", "''", "'it''s'", "'; -- /*'", "'\xC3\xA9'"}) + " " +
             word("AND") + alias + "." + word("TIME") + "> 90 " + word("SECONDS") + "+ " + alias + ".TIME";
    case 5:
      return "(" + inner() + " " + word("OR") + inner() + ")";
    case 6:
      return word("NOT") + "(" + inner() + ")";
    default:
      return "(" + inner() + " " + word("AND") + inner() + ")";
  }
}

std::string QueryWriter::number(int depth, const std::string& alias, Value value) {
  switch (random_() % (depth == 0 ? 4 : 7)) {
    case 0:
    case 1:
      return (this->*value)(alias);
    case 2:
      return pick({"0", "007", "12345678901234567890123", "0.50", "00.5", "1.5e3", "2E+2", "3e-2"});
    case 3:
      return std::to_string(random_() % 100);
    case 4:
      return "(" + number(depth - 1, alias, value) + pick({" + ", " - ", " * ", " / "}) +
             number(depth - 1, alias, value) + ")";
    case 5:
      return number(depth - 1, alias, value) + pick({" + ", " - ", " * ", " / "}) +
             number(depth - 1, alias, value);
    default:
      return "- " + number(depth - 1, alias, value);
  }
}

std::string QueryWriter::attribute(const std::string& alias) { return alias + pick({".driver", " . rider"}); }

// An aggregate, returned or not, or the name of a returned one.
std::string QueryWriter::column(const std::string&) {
  return columns_.empty() || chance(2) ? aggregate() : columns_[random_() % columns_.size()];
}

std::string QueryWriter::within() {
  if (window_ == Window::kEvents) {
    std::string text = word("WITHIN") + std::to_string(random_() % 20 + 1) + " " + word("EVENTS");
    if (chance(2)) text += word("SLIDE") + std::to_string(random_() % 20 + 1) + pick({"", " ", " EVENTS"});
    return text;
  }
  std::string text = word("WITHIN") + span();
  if (chance(2)) text += " " + word("SLIDE") + span();
  if (chance(2)) text += " " + word("OFFSET") + pick({"0 SECONDS", "90 seconds", "0.25 HOURS"});
  return text;
}

// At least a second, so that every FOR fits into WITHIN.
std::string QueryWriter::span() {
  return std::to_string(random_() % 100 + 1) + pick({"", ".5", ".250"}) + " " +
         word(pick({"SECOND", "MINUTES", "HOUR", "DAYS", "SECONDS"}));
}

}  // namespace horatio::test
