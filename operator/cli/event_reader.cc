// SPDX-License-Identifier: Apache-2.0
#include "operator/cli/event_reader.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "operator/cli/message_text.h"

namespace horatio::process {
namespace {

// A batch of very long texts ends early, so that memory stays bounded.
constexpr std::size_t kMostTextBytes = 8 * 1024 * 1024;

constexpr AttributeType kTimeType{AttributeKind::kTimestamp, 0};

std::vector<std::vector<AttributeId>> attributes_read(const ColumnBinding& binding) {
  std::vector<std::vector<AttributeId>> attributes;
  for (const TypeBinding& type : binding.types) {
    auto& of_type = attributes.emplace_back();
    for (const AttributeBinding& attribute : type.attributes) of_type.push_back(attribute.attribute);
  }
  return attributes;
}

const char* kind_in_words(AttributeType type) {
  switch (type.kind) {
    case AttributeKind::kInt:
      return "an INT";
    case AttributeKind::kFloat:
      return "a FLOAT";
    case AttributeKind::kDecimal:
      return "a DECIMAL";
    case AttributeKind::kString:
      return "a STRING";
    case AttributeKind::kBool:
      return "a BOOL (true, false, 1 or 0)";
    case AttributeKind::kTimestamp:
      return "a time (an integer, or ISO 8601 such as 2024-05-01T12:00:00Z)";
  }
  return "?";
}

std::string fault_in_words(Reading reading, AttributeType type, TimeUnit unit) {
  switch (reading) {
    case Reading::kValue:
      break;
    case Reading::kNotOne:
      return std::string(" is not ") + kind_in_words(type);
    case Reading::kOutOfRange:
      return " does not fit into 64 bits";
    case Reading::kTooManyDecimals:
      return " has more decimals than " + to_string(type) + " holds";
    case Reading::kFinerThanUnit:
      return std::string(" is finer than the time unit ") + name_of(unit) + " (--time-unit sets a finer one)";
    case Reading::kReserved:
      return " is reserved: the earliest 64-bit time is no event's";
    case Reading::kBeyondWindows:
      return " is too near the ends of 64 bits: a window of a query would pass them";
    case Reading::kNotAKey:
      return " is not a number and cannot be a key";
  }
  return "";
}

RejectReason reason_of(Reading reading) {
  switch (reading) {
    case Reading::kOutOfRange:
      return RejectReason::kOutOfRange;
    case Reading::kTooManyDecimals:
      return RejectReason::kTooManyDecimals;
    case Reading::kNotAKey:
      return RejectReason::kNanInKey;
    case Reading::kFinerThanUnit:
    case Reading::kReserved:
    case Reading::kBeyondWindows:
      return RejectReason::kBadTime;
    case Reading::kValue:
    case Reading::kNotOne:
      break;
  }
  return RejectReason::kWrongType;
}

std::string every_line_placed(const RowReports& reports, std::uint64_t line, std::string_view text) {
  std::string placed;
  for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
    placed += reports.place(line, text.substr(0, end)) + '\n';
    text.remove_prefix(end + 1);
  }
  return placed + reports.place(line, text);
}

Timestamp minus_or_earliest(Timestamp time, std::int64_t duration) {
  constexpr Timestamp kEarliest = kBeforeTime + 1;
  Timestamp difference = 0;
  if (__builtin_sub_overflow(time, duration, &difference)) return kEarliest;
  return std::max(difference, kEarliest);
}

bool all_windows_fit(const Workload& workload, Timestamp time) {
  return std::all_of(workload.queries.begin(), workload.queries.end(), [&](const Query& query) {
    return !query.window.has_value() || windows_fit(*query.window, time);
  });
}

std::int64_t longest_window(const Workload& workload) {
  std::int64_t longest = 0;
  for (const Query& query : workload.queries) {
    if (query.window.has_value() && !query.window->of_events) longest = std::max(longest, query.window->size);
  }
  return longest;
}

}  // namespace

Result<std::unique_ptr<EventReader>> EventReader::open(CsvReader& csv, const Workload& workload,
                                                       EventReaderOptions options, RowReports& reports) {
  CsvRecord record;
  switch (csv.next(record)) {
    case CsvReader::Outcome::kError:
      return csv.error();
    case CsvReader::Outcome::kEnd:
      return Error{ErrorCode::kSyntax,
                   reports.place(1, "the input is empty; a line with column names is expected"),
                   "",
                   {}};
    case CsvReader::Outcome::kRecord:
      break;
  }
  if (record.fault != nullptr)
    return Error{ErrorCode::kSyntax, reports.place(record.line, record.fault), "", {}};
  if (record.field_count > record.fields.size()) {
    return Error{ErrorCode::kTooLarge, reports.place(record.line, "there are too many columns"), "", {}};
  }
  std::vector<std::string> header;
  for (const CsvField& field : record.fields) header.emplace_back(field.text());
  Result<ColumnBinding> binding = bind_columns(header, workload, options.columns);
  if (!binding.ok()) {
    return Error{
        binding.error().code, every_line_placed(reports, record.line, binding.error().message), "", {}};
  }
  csv.limit_fields(header.size());
  return std::unique_ptr<EventReader>(
      new EventReader(csv, workload, std::move(options), std::move(*binding), reports));
}

EventReader::EventReader(CsvReader& csv, const Workload& workload, EventReaderOptions options,
                         ColumnBinding binding, RowReports& reports)
    : csv_(csv),
      workload_(workload),
      options_(std::move(options)),
      binding_(std::move(binding)),
      reports_(reports),
      types_(workload.schema.types.size()),
      batch_(workload.schema, attributes_read(binding_)),
      longest_window_(longest_window(workload)) {
  for (const EventType& type : workload.schema.types) types_.code_of(type.name);
  time_format_.unit = workload.unit;
}

Result<bool> EventReader::next(EventBatch& batch) {
  CsvRecord record;
  text_bytes_ = 0;
  bool more = true;
  if (end_.has_value()) return *end_;
  while (more && !end_.has_value() && !batch_is_full()) {
    switch (csv_.next(record)) {
      case CsvReader::Outcome::kError:
        return csv_.error();
      case CsvReader::Outcome::kEnd:
        more = false;
        break;
      case CsvReader::Outcome::kRecord:
        if (Status status = take_row(record); !status.ok()) end_ = status.error();
        break;
    }
  }
  batch = batch_.take();
  return more || !batch.blocks.empty();
}

bool EventReader::batch_is_full() const {
  return batch_.rows() >= options_.batch_rows || text_bytes_ >= kMostTextBytes ||
         (batch_.rows() > 0 && csv_.would_wait());
}

Status EventReader::take_row(const CsvRecord& record) {
  if (record.fault != nullptr) return reject(record, RejectReason::kBrokenRow, record.fault);
  if (record.field_count != binding_.columns.size()) {
    const bool fewer = record.field_count < binding_.columns.size();
    return reject(record, fewer ? RejectReason::kMissingAttribute : RejectReason::kSurplusField,
                  std::to_string(record.field_count) + " fields where the header has " +
                      std::to_string(binding_.columns.size()));
  }
  TypeId type = 0;
  if (binding_.type.has_value()) {
    const CsvField& field = record.fields[*binding_.type];
    if (field.size == 0) return reject(record, RejectReason::kNoType, "the type is empty");
    const auto code = types_.find(field.text());
    if (!code.has_value()) return ++counts_.ignored, Status();
    type = static_cast<TypeId>(*code);
  }
  return take_event(record, type);
}

Status EventReader::take_event(const CsvRecord& record, TypeId type) {
  Timestamp time = 0;
  bool iso = false;
  const Reading time_reading = read_row_time(record.fields[binding_.time], time, iso);
  if (time_reading != Reading::kValue) return reject(record, binding_.time, kTimeType, time_reading);
  BlockBuilder& block = batch_.block(type);
  block.begin_row();
  row_nonfinite_ = 0;
  std::size_t index = 0;
  for (const AttributeBinding& attribute : binding_.types[type].attributes) {
    const CsvField& field = record.fields[attribute.column];
    const Reading reading = read_value(attribute, field, block.column(index++), block.rows());
    if (reading != Reading::kValue) return reject(record, attribute.column, attribute.type, reading);
  }
  if (time < earliest_) return turn_away_late(record, time);
  accept(type, time, iso);
  return {};
}

// kBeforeTime stands for "no event yet" and is no event's time.
Reading EventReader::read_row_time(const CsvField& field, Timestamp& time, bool& iso) const {
  const Reading reading = read_time(field.text(), workload_.unit, time, iso);
  if (reading != Reading::kValue) return reading;
  if (time == kBeforeTime) return Reading::kReserved;
  const bool near_an_end = time < INT64_MIN + longest_window_ || time > INT64_MAX - longest_window_;
  return near_an_end && !all_windows_fit(workload_, time) ? Reading::kBeyondWindows : reading;
}

Reading EventReader::read_value(const AttributeBinding& binding, const CsvField& field, Column& column,
                                std::uint32_t row) {
  if (field.is_null()) return column.put_null(row), Reading::kValue;
  Reading reading = Reading::kValue;
  std::int64_t integer = 0;
  bool flag = false;
  switch (binding.type.kind) {
    case AttributeKind::kString:
      column.put_text(row, field.text());
      text_bytes_ += field.size;
      return Reading::kValue;
    case AttributeKind::kFloat:
      return read_float_value(binding, field, column, row);
    case AttributeKind::kBool:
      reading = read_bool(field.text(), flag);
      column.put_bool(row, flag);
      return reading;
    case AttributeKind::kInt:
      reading = read_integer(field.text(), integer);
      break;
    case AttributeKind::kDecimal:
      reading = read_decimal(field.text(), binding.type.scale, integer);
      break;
    case AttributeKind::kTimestamp:
      reading = read_time(field.text(), workload_.unit, integer, flag);
      break;
  }
  column.put_int(row, integer);
  return reading;
}

Reading EventReader::read_float_value(const AttributeBinding& binding, const CsvField& field, Column& column,
                                      std::uint32_t row) {
  double value = 0;
  const Reading reading = read_float(field.text(), value);
  if (reading != Reading::kValue) return reading;
  if (std::isfinite(value)) return column.put_float(row, value), Reading::kValue;
  if (binding.key && std::isnan(value)) return Reading::kNotAKey;
  ++row_nonfinite_;
  column.put_null(row);
  return Reading::kValue;
}

void EventReader::accept(TypeId type, Timestamp time, bool iso) {
  if (counts_.events++ == 0) time_format_.iso = iso;
  counts_.nonfinite += row_nonfinite_;
  if (binding_.types[type].used) batch_.commit_row(type, time);
  if (time <= latest_) return;
  latest_ = time;
  earliest_ = minus_or_earliest(time, options_.lateness);
}

Status EventReader::reject(const CsvRecord& record, std::size_t column, AttributeType type, Reading reading) {
  const RejectReason reason = column == binding_.time ? RejectReason::kBadTime : reason_of(reading);
  return reject(record, reason,
                "column " + binding_.columns[column] + ": " + in_quotes(record.fields[column].text()) +
                    fault_in_words(reading, type, workload_.unit));
}

Status EventReader::reject(const CsvRecord& record, RejectReason reason, const std::string& words) {
  if (options_.strict) {
    reports_.count_rejected(reason);
    return ending(ErrorCode::kBadEvent, record, words);
  }
  reports_.rejected(record.line, reason, words);
  return {};
}

Status EventReader::turn_away_late(const CsvRecord& record, Timestamp time) {
  std::string reason = "late: time ";
  append_time(reason, time, time_format_);
  reason += " is before ";
  append_time(reason, latest_, time_format_);
  reason += ", the latest so far";
  if (options_.lateness > 0) reason += ", by more than the lateness allowed";
  if (options_.strict) {
    reports_.count_late();
    return ending(ErrorCode::kLateEvent, record, reason);
  }
  reports_.late(record.line, reason);
  return {};
}

Error EventReader::ending(ErrorCode code, const CsvRecord& record, const std::string& reason) const {
  return {code, reports_.place(record.line, reason), "the run ends here (--strict)", {}};
}

}  // namespace horatio::process
