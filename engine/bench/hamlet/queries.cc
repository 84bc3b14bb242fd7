// SPDX-License-Identifier: Apache-2.0
#include "engine/bench/hamlet/queries.h"

namespace horatio::bench::figures {
namespace {

std::string joined(const std::vector<std::string>& parts, const char* between) {
  std::string text;
  for (const std::string& part : parts) (text += text.empty() ? "" : between) += part;
  return text;
}

class Text {
 public:
  explicit Text(const Data& data) : data_(data) {}

  std::string query(const KleeneQuery& of, std::size_t number, const std::string& numbers) const {
    std::string text =
        "QUERY q" + std::to_string(number) + " RETURN " + of.aggregate + " PATTERN " + pattern(of);
    if (const std::string where = conditions(of); !where.empty()) text += " WHERE " + where;
    if (!of.group.empty()) text += " GROUP BY " + attributes(of.group);
    return text + " WITHIN " + std::to_string(of.size / kSecond) + " SECONDS SLIDE " +
           std::to_string(of.slide / kSecond) + " SECONDS NUMBERS " + numbers + ";\n";
  }

 private:
  std::string pattern(const KleeneQuery& of) const {
    std::vector<std::string> parts = names(of.before);
    if (of.kleene.size() == 1) {
      parts.push_back(data_.types[of.kleene.front()] + "+");
    } else {
      parts.push_back("(SEQ(" + joined(names(of.kleene), ", ") + "))+");
    }
    for (const std::string& name : names(of.after)) parts.push_back(name);
    return "SEQ(" + joined(parts, ", ") + ")";
  }

  std::string conditions(const KleeneQuery& of) const {
    std::vector<std::string> parts;
    if (!of.same.empty()) parts.push_back("[" + attributes(of.same) + "]");
    for (const Condition& condition : of.conditions) {
      parts.push_back(data_.types[condition.type] + "." + data_.attributes[condition.attribute] +
                      (condition.less ? " < " : " >= ") + std::to_string(condition.bound));
    }
    return joined(parts, " AND ");
  }

  std::string attributes(const std::vector<std::size_t>& of) const {
    std::vector<std::string> parts;
    for (const std::size_t attribute : of) parts.push_back(data_.attributes[attribute]);
    return joined(parts, ", ");
  }

  std::vector<std::string> names(const std::vector<TypeId>& of) const {
    std::vector<std::string> parts;
    for (const TypeId type : of) parts.push_back(data_.types[type]);
    return parts;
  }

  const Data& data_;
};

}  // namespace

std::string workload_text(const Data& data, const Queries& queries, const std::string& numbers) {
  std::string text = schema_text(data);
  const Text texts(data);
  for (std::size_t i = 0; i < queries.size(); ++i) text += texts.query(queries[i], i, numbers);
  return text;
}

Queries shared_kleene(std::size_t count, std::size_t types, const Common& common) {
  std::vector<TypeId> others;
  for (std::size_t type = 0; type < types; ++type) {
    if (type != common.kleene) others.push_back(static_cast<TypeId>(type));
  }
  Queries queries;
  for (std::size_t i = 0; i < count; ++i) {
    KleeneQuery query;
    const std::size_t first = i % others.size(), turn = i / others.size();
    const TypeId second = others[(first + (turn < others.size() ? turn : turn + 1)) % others.size()];
    query.before = {others[first]};
    query.kleene = {common.kleene};
    if (turn >= others.size()) {
      query.before.push_back(second);
    } else if (turn != 0) {
      query.after = {second};
    }
    query.conditions = {common.condition};
    query.same = common.same;
    query.group = common.group;
    query.size = query.slide = common.window;
    queries.push_back(query);
  }
  return queries;
}

}  // namespace horatio::bench::figures
