// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/testing/burst_workload.h"

#include <array>

namespace horatio::oracle {
namespace {

constexpr const char* kSchema =
    "STREAM s (TYPE A (k INT, v INT, f FLOAT), TYPE B (k INT, v INT, f FLOAT), TYPE C (k INT, v INT, f "
    "FLOAT));\n";

template <std::size_t N>
std::string one_of(const std::array<const char*, N>& texts, std::mt19937_64& random) {
  return texts[random() % N];
}

std::string pattern(std::mt19937_64& random) {
  static constexpr std::array kPatterns{"B+ b",
                                        "SEQ(A, B+ b)",
                                        "SEQ(C, B+ b)",
                                        "SEQ(A, B+ b, C)",
                                        "SEQ(B+ b, C)",
                                        "(SEQ(A, B+ b))+",
                                        "(SEQ(B+ b, C?))+",
                                        "SEQ(A, NOT C, B+ b)",
                                        "SEQ(B+ b, NOT A)",
                                        "SEQ(A, B+ b) OR C+",
                                        "SEQ(A, B+ b) AND C",
                                        "SEQ(A, (B OR C)+, B b)"};
  return one_of(kPatterns, random);
}

std::string condition(std::mt19937_64& random) {
  static constexpr std::array kConditions{"b.v > 0", "b.v > 2", "b.v <> 1", "b.v < 3 AND b.f > 0.5",
                                          "b.f <= 2.5"};
  return random() % 3 == 0 ? "" : " WHERE " + one_of(kConditions, random);
}

std::string aggregates(BurstNumbers numbers, std::mt19937_64& random) {
  static constexpr std::array kExact{"COUNT(*)",           "COUNT(b), MAX(b.v)", "SUM(b.v)",
                                     "AVG(b.v), COUNT(*)", "MIN(b.f)",           "COUNT(b.v), MIN(b.v)"};
  static constexpr std::array kFloat{"SUM(b.f)", "AVG(b.f), COUNT(*)", "SUM(b.f), SUM(b.v), MAX(b.f)"};
  return numbers == BurstNumbers::kAny && random() % 3 == 0 ? one_of(kFloat, random) : one_of(kExact, random);
}

std::string clauses(BurstNumbers numbers, const std::string& ties, std::mt19937_64& random) {
  static constexpr std::array kWindows{
      "", " WITHIN 10 MILLISECONDS", " WITHIN 20 MILLISECONDS SLIDE 5 MILLISECONDS",
      " WITHIN 40 MILLISECONDS SLIDE 20 MILLISECONDS", " WITHIN 9 MILLISECONDS SLIDE 12 MILLISECONDS"};
  static constexpr std::array kNumbers{"", " NUMBERS APPROX", " NUMBERS U64"};
  const std::string number = numbers == BurstNumbers::kAny ? one_of(kNumbers, random) : "";
  return one_of(kWindows, random) + ties + number;
}

std::string ties(std::mt19937_64& random) {
  static constexpr std::array kTies{"", "", " TIES ARRIVAL"};
  return one_of(kTies, random);
}

constexpr const char* kBlockSchema =
    "STREAM s (TYPE A (k INT, v INT, f FLOAT), TYPE B (k INT, v INT, f FLOAT), TYPE C (k INT, v INT, f "
    "FLOAT), TYPE D (k INT, v INT, f FLOAT));\n";

struct BlockPattern {
  const char* text;
  bool has_d;
};

BlockPattern block(std::mt19937_64& random) {
  static constexpr std::array<BlockPattern, 8> kBlocks{{{"(SEQ(B b, C c))+", false},
                                                        {"(SEQ(B b, C c))+", false},
                                                        {"(B b OR C c)+", false},
                                                        {"(SEQ(B+ b, C c))+", false},
                                                        {"(SEQ(B b, C? c))+", false},
                                                        {"(SEQ(B b, C c, D d))+", true},
                                                        {"(SEQ(B b, (C c OR D d)+))+", true},
                                                        {"(B b OR C c OR D d)+", true}}};
  return kBlocks[random() % kBlocks.size()];
}

std::string around(const BlockPattern& block, std::mt19937_64& random) {
  const std::string kleene = block.text;
  switch (random() % (block.has_d ? 6 : 9)) {
    case 0:
      return kleene;
    case 1:
      return "SEQ(" + kleene + ", A)";
    case 2:
      return "SEQ(" + kleene + ", NOT A)";
    case 3:
      return "(SEQ(A, " + kleene + "))+";
    case 4:
    case 5:
      return "SEQ(A, " + kleene + ")";
    case 6:
      return "SEQ(A, NOT D, " + kleene + ")";
    case 7:
      return "SEQ(A, " + kleene + ") OR D+";
    default:
      return "SEQ((A OR D)+, " + kleene + ", NOT D x, A y)";
  }
}

std::string block_condition(std::mt19937_64& random) {
  static constexpr std::array kConditions{"b.v > 0", "b.v > 2", "b.v <> 1 AND c.v > 0",
                                          "c.v < 3 AND c.f > 0.5", "b.f <= 2.5"};
  return random() % 2 == 0 ? "" : " WHERE " + one_of(kConditions, random);
}

std::string loop_pattern(std::mt19937_64& random) {
  static constexpr std::array kPatterns{"B+ b",
                                        "SEQ(A, B+ b)",
                                        "SEQ(A, B+ b)",
                                        "SEQ(C c, B+ b)",
                                        "SEQ(A, B+ b, C)",
                                        "SEQ(B+ b, C)",
                                        "(SEQ(A, B+ b))+",
                                        "(SEQ(B+ b, C))+",
                                        "SEQ(A, NOT C, B+ b)",
                                        "SEQ(NOT C, B+ b)",
                                        "SEQ(B+ b, NOT A)",
                                        "SEQ(A?, B* b, C)",
                                        "SEQ(A, B+ b) OR C+",
                                        "SEQ(A+, C*, B+ b, A a)",
                                        "SEQ(A, B+ b) AND C"};
  return one_of(kPatterns, random);
}

std::string edge(std::mt19937_64& random) {
  static constexpr std::array kEdges{"b.v < NEXT(b).v",
                                     "b.v <= NEXT(b).v + 1",
                                     "b.v = NEXT(b).v",
                                     "b.f >= NEXT(b).f",
                                     "b.v + 1 <> NEXT(b).v",
                                     "b.v <= NEXT(b).v AND b.k = NEXT(b).k",
                                     "b.TIME + 6 MILLISECONDS >= NEXT(b).TIME"};
  return one_of(kEdges, random);
}

std::string loop_aggregates(std::mt19937_64& random) {
  static constexpr std::array kAggregates{"COUNT(*)",           "COUNT(*)",
                                          "SUM(b.v)",           "AVG(b.v), COUNT(*)",
                                          "MIN(b.f), MAX(b.v)", "COUNT(b), SUM(b.v), MIN(b.v)"};
  return one_of(kAggregates, random);
}

PlainEvent event(TypeId type, Timestamp time, std::mt19937_64& random) {
  PlainEvent made{type, time, {}};
  made.attributes.emplace_back(static_cast<std::int64_t>(random() % 2));
  made.attributes.emplace_back(static_cast<std::int64_t>(random() % 5) - 1);
  made.attributes.emplace_back(static_cast<double>(random() % 32) / 8);
  if (random() % 12 == 0) made.attributes[1 + random() % 2] = Value();
  return made;
}

}  // namespace

std::string burst_workload(BurstNumbers numbers, std::mt19937_64& random) {
  std::string text = kSchema;
  const bool keyed = random() % 2 == 0;
  const std::size_t queries = 2 + random() % 5;
  for (std::size_t i = 0; i < queries; ++i) {
    text += "QUERY q" + std::to_string(i) + " RETURN " + aggregates(numbers, random) + " PATTERN " +
            pattern(random) + condition(random) + (keyed ? " GROUP BY k" : "") +
            clauses(numbers, ties(random), random) + ";\n";
  }
  return text;
}

std::string block_workload(BurstNumbers numbers, std::mt19937_64& random) {
  std::string text = kBlockSchema;
  const bool keyed = random() % 2 == 0;
  const BlockPattern kleene = block(random);
  const std::string all_ties = ties(random);
  const std::size_t queries = 2 + random() % 8;
  for (std::size_t i = 0; i < queries; ++i) {
    text += "QUERY q" + std::to_string(i) + " RETURN " +
            (random() % 3 != 0 ? "COUNT(*)" : aggregates(numbers, random)) + " PATTERN " +
            around(random() % 8 == 0 ? block(random) : kleene, random) + block_condition(random) +
            (keyed ? " GROUP BY k" : "") +
            clauses(numbers, random() % 8 == 0 ? ties(random) : all_ties, random) + ";\n";
  }
  return text;
}

std::string loop_workload(BurstNumbers numbers, std::mt19937_64& random) {
  std::string text = kSchema;
  const std::string keys = random() % 3 == 0 ? " GROUP BY k" : "", all_ties = ties(random);
  const std::string shared = edge(random), conditions[] = {condition(random), "", ""};
  const std::string number = random() % 4 == 0 ? " NUMBERS U64" : "";
  const std::size_t queries = 2 + random() % 6;
  for (std::size_t i = 0; i < queries; ++i) {
    const std::string local = random() % 6 == 0 ? condition(random) : conditions[random() % 3];
    text += "QUERY q" + std::to_string(i) + " RETURN " +
            (random() % 8 == 0 ? aggregates(numbers, random) : loop_aggregates(random)) + " PATTERN " +
            loop_pattern(random) + (local.empty() ? " WHERE " : local + " AND ") +
            (random() % 8 == 0 ? edge(random) : shared) + keys +
            clauses(BurstNumbers::kExact, random() % 8 == 0 ? ties(random) : all_ties, random) + number +
            ";\n";
  }
  return text;
}

std::vector<PlainEvent> burst_stream(std::size_t events, std::mt19937_64& random) {
  std::vector<PlainEvent> stream;
  Timestamp time = static_cast<Timestamp>(random() % 20) - 10;
  const bool ties = random() % 2 == 0;
  while (stream.size() < events) {
    const TypeId type = random() % 3 == 0 ? 2 * static_cast<TypeId>(random() % 2) : 1;
    for (std::size_t left = 1 + random() % (type == 1 ? 12 : 2); left != 0; --left) {
      stream.push_back(event(type, time, random));
      if (!ties || random() % 3 != 0) time += 1 + static_cast<Timestamp>(random() % 2);
    }
  }
  return stream;
}

std::vector<PlainEvent> block_stream(std::size_t events, std::mt19937_64& random) {
  std::vector<PlainEvent> stream;
  Timestamp time = static_cast<Timestamp>(random() % 20) - 10;
  const bool ties = random() % 2 == 0;
  const std::uint64_t types = 2 + random() % 2;
  while (stream.size() < events) {
    stream.push_back(event(0, time, random));
    if (random() % 2 == 0) ++time;
    const std::uint64_t how = random() % 5;  // in turn, one type, or any
    for (std::uint64_t i = 0, length = 1 + random() % (how == 2 ? 48 : 24); i < length; ++i) {
      const std::uint64_t place = how < 2 ? i : how == 2 ? length : random();
      stream.push_back(event(static_cast<TypeId>(1 + place % types), time, random));
      if (!ties || random() % 3 != 0) time += static_cast<Timestamp>(random() % 2);
    }
    if (random() % 4 == 0) stream.push_back(event(3, time, random));
    if (!ties || random() % 3 != 0) ++time;
  }
  return stream;
}

}  // namespace horatio::oracle
