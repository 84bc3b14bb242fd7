// SPDX-License-Identifier: Apache-2.0
// RFC 4180, but for line ends, which are LF. NULL is an empty field, the empty string is "".
#include <string>
#include <string_view>

#include "operator/cli/result_printer.h"
#include "operator/cli/row_cells.h"

namespace horatio::process {
namespace {

void append_quoted_where_needed(std::string& out, std::string_view text) {
  if (!text.empty() && text.find_first_of(",\"\r\n") == std::string_view::npos) {
    out += text;
    return;
  }
  out += '"';
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  out += '"';
}

class CsvPrinter final : public ResultPrinter {
 public:
  CsvPrinter(OutputFile& out, const Workload& workload, const TimeFormat& times)
      : out_(out), times_(times), cells_(workload) {
    const char* separator = "";
    for (const std::string& name : cells_.header()) {
      out_.buffer() += separator;
      append_quoted_where_needed(out_.buffer(), name);
      separator = ",";
    }
    out_.buffer() += '\n';
  }

  void accept(const ResultRow& row) override {
    std::string& line = out_.buffer();
    const char* separator = "";
    for (const TextCell& cell : cells_.spread(row, times_)) {
      line += separator;
      if (cell.kind == TextClass::kText) {
        append_quoted_where_needed(line, cell.text);
      } else {
        line += cell.text;
      }
      separator = ",";
    }
    line += '\n';
    ++rows_;
    out_.written();
  }

  void finish() override {}

 private:
  OutputFile& out_;
  const TimeFormat& times_;
  RowCells cells_;
};

}  // namespace

std::unique_ptr<ResultPrinter> make_csv_printer(OutputFile& out, const Workload& workload,
                                                const TimeFormat& times) {
  return std::make_unique<CsvPrinter>(out, workload, times);
}

}  // namespace horatio::process
