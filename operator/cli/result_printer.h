// SPDX-License-Identifier: Apache-2.0
// Result rows to text, in one of three formats. A printer takes rows in output order and keeps none of them
// (the table holds the first screenfuls, to measure its columns). Faults of the file are the file's to tell.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/model/query.h"
#include "engine/model/result.h"
#include "operator/cli/output_file.h"
#include "operator/cli/time_text.h"

namespace horatio::process {

enum class ResultFormat : std::uint8_t { kCsv, kJson, kTable };

class ResultPrinter : public ResultSink {
 public:
  // After the last row.
  virtual void finish() = 0;
  std::uint64_t rows() const { return rows_; }

 protected:
  std::uint64_t rows_ = 0;
};

// REQUIRES: all arguments outlive the printer. `times` is read as late as with the first row.
std::unique_ptr<ResultPrinter> make_result_printer(ResultFormat format, OutputFile& out,
                                                   const Workload& workload, const TimeFormat& times);

std::unique_ptr<ResultPrinter> make_csv_printer(OutputFile& out, const Workload& workload,
                                                const TimeFormat& times);
std::unique_ptr<ResultPrinter> make_json_printer(OutputFile& out, const Workload& workload,
                                                 const TimeFormat& times);
std::unique_ptr<ResultPrinter> make_table_printer(OutputFile& out, const Workload& workload,
                                                  const TimeFormat& times);

}  // namespace horatio::process
