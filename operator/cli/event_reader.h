// SPDX-License-Identifier: Apache-2.0
// A CSV file as event batches. Decides row by row what is an event, what is ignored (a type that the schema
// does not name), rejected (it cannot be read) or late (rule 12), so that results do not depend on how rows
// are batched.
//
// Only attributes that some query reads are looked at: what stands in the other columns cannot make a row
// unreadable. Owned by one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/model/event_batch.h"
#include "engine/model/query.h"
#include "engine/model/status.h"
#include "operator/cli/batch_builder.h"
#include "operator/cli/column_binding.h"
#include "operator/cli/csv_reader.h"
#include "operator/cli/row_reports.h"
#include "operator/cli/text_dictionary.h"
#include "operator/cli/time_text.h"

namespace horatio::process {

struct EventReaderOptions {
  ColumnNames columns;
  std::int64_t lateness = 0;  // in time units
  bool strict = false;        // the first row that is rejected or late is an error
  std::uint32_t batch_rows = 8192;
};

struct ReadCounts {
  std::uint64_t events = 0;     // rows that are events
  std::uint64_t ignored = 0;    // of types that the schema does not name
  std::uint64_t nonfinite = 0;  // FLOAT values of events that are nan or infinite and read as NULL
};

class EventReader {
 public:
  // Reads the header. REQUIRES: all arguments outlive the reader.
  static Result<std::unique_ptr<EventReader>> open(CsvReader& csv, const Workload& workload,
                                                   EventReaderOptions options, RowReports& reports);

  // The next events: about batch_rows of them, fewer where a pipe has no more to give for now. False: the
  // input has ended, and the batch is empty. Errors: kFile (the machine), kBadEvent and kLateEvent (strict);
  // the latter two come after a batch of the rows before, so that these have been seen to wherever batches
  // end.
  Result<bool> next(EventBatch& batch);

  // Every event that is still to come is later than this.
  Timestamp watermark() const { return earliest_ - 1; }

  const ReadCounts& counts() const { return counts_; }
  Timestamp latest() const { return latest_; }

  // How the first event wrote its time. Lives as long as the reader.
  const TimeFormat& time_format() const { return time_format_; }

 private:
  EventReader(CsvReader& csv, const Workload& workload, EventReaderOptions options, ColumnBinding binding,
              RowReports& reports);

  bool batch_is_full() const;
  Status take_row(const CsvRecord& record);
  Status take_event(const CsvRecord& record, TypeId type);
  Reading read_row_time(const CsvField& field, Timestamp& time, bool& iso) const;
  Reading read_value(const AttributeBinding& binding, const CsvField& field, Column& column,
                     std::uint32_t row);
  Reading read_float_value(const AttributeBinding& binding, const CsvField& field, Column& column,
                           std::uint32_t row);
  void accept(TypeId type, Timestamp time, bool iso);
  Status reject(const CsvRecord& record, RejectReason reason, const std::string& words);
  Status reject(const CsvRecord& record, std::size_t column, AttributeType type, Reading reading);
  Status turn_away_late(const CsvRecord& record, Timestamp time);
  Error ending(ErrorCode code, const CsvRecord& record, const std::string& reason) const;

  CsvReader& csv_;
  const Workload& workload_;
  EventReaderOptions options_;
  ColumnBinding binding_;
  RowReports& reports_;
  TextDictionary types_;  // a type's code is its TypeId
  BatchBuilder batch_;
  std::optional<Error> end_;    // of the run, under strict: told after the rows before it
  std::size_t text_bytes_ = 0;  // of the batch
  ReadCounts counts_;
  std::uint64_t row_nonfinite_ = 0;
  Timestamp latest_ = kBeforeTime;
  Timestamp earliest_ = kBeforeTime + 1;  // the earliest time that is not late
  TimeFormat time_format_;
  std::int64_t longest_window_;  // of the queries, in time units; 0 if none has one
};

}  // namespace horatio::process
