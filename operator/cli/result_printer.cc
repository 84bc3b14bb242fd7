// SPDX-License-Identifier: Apache-2.0
#include "operator/cli/result_printer.h"

namespace horatio::process {

std::unique_ptr<ResultPrinter> make_result_printer(ResultFormat format, OutputFile& out,
                                                   const Workload& workload, const TimeFormat& times) {
  switch (format) {
    case ResultFormat::kCsv:
      return make_csv_printer(out, workload, times);
    case ResultFormat::kJson:
      return make_json_printer(out, workload, times);
    case ResultFormat::kTable:
      return make_table_printer(out, workload, times);
  }
  return nullptr;
}

}  // namespace horatio::process
