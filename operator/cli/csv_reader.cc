// SPDX-License-Identifier: Apache-2.0
#include "operator/cli/csv_reader.h"

#include <algorithm>
#include <cstring>

#include "operator/cli/structural_index.h"

namespace horatio::process {
namespace {

// Room behind the filled part of a block: for the line end that the last line may lack.
constexpr std::size_t kSlack = 64;

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

constexpr const char* kOpenQuote = "a quoted field is not closed before the end of the input";
constexpr const char* kTooLong = "the row is longer than the longest row allowed; is a quote missing?";
constexpr const char* kBareQuote = "a quote stands inside a field that does not begin with one";
constexpr const char* kAfterQuote = "text follows a closing quote";

// REQUIRES: the field is the last of its line.
void drop_carriage_return(CsvField& field) {
  if (field.size > 0 && field.data[field.size - 1] == '\r') --field.size;
}

// In place; the text shrinks.
std::uint32_t collapse_doubled_quotes(char* text, std::uint32_t size) {
  std::uint32_t kept = 0;
  for (std::uint32_t i = 0; i < size; ++i) {
    text[kept++] = text[i];
    if (text[i] == '"') ++i;
  }
  return kept;
}

}  // namespace

CsvReader::CsvReader(ByteSource& source, CsvReaderOptions options) : source_(source), options_(options) {
  capacity_ = std::max<std::size_t>(options_.block_bytes, 16);
  block_ = std::make_unique_for_overwrite<char[]>(capacity_ + kSlack);
  structurals_ = std::make_unique_for_overwrite<std::uint32_t[]>(capacity_ + kSlack);
}

CsvReader::Outcome CsvReader::next(CsvRecord& record) {
  for (;;) {
    start_record();
    while (!read_record()) {
      if (at_end_) {
        if (record_begin_ == filled_) return Outcome::kEnd;
        if (!resume_after_first_line(fault_ == nullptr ? kOpenQuote : fault_)) return Outcome::kError;
        break;
      }
      if (filled_ - record_begin_ >= options_.longest_record) {
        if (!resume_after_first_line(kTooLong)) return Outcome::kError;
        break;
      }
      if (!fill()) return Outcome::kError;
      start_record();
    }
    const bool blank = field_count_ == 1 && fields_[0].is_null() && fault_ == nullptr;
    finish_record(record);
    if (!blank) return Outcome::kRecord;
  }
}

void CsvReader::limit_fields(std::size_t limit) {
  field_limit_ = limit;
  fields_.resize(limit);
}

bool CsvReader::would_wait() const {
  return record_begin_ >= last_line_end_ && !at_end_ && source_.would_wait();
}

void CsvReader::start_record() {
  field_begin_ = record_begin_;
  cursor_ = record_structural_;
  lines_in_record_ = 1;
  field_count_ = 0;
  fault_ = nullptr;
  any_escaped_ = false;
}

// False: the block ends before the record does.
bool CsvReader::read_record() {
  if (read_plain_fields()) return true;
  for (;;) {
    CsvField field;
    const Step step = read_field(field);
    if (step == Step::kMoreBytes) return false;
    keep(field);
    if (step == Step::kLastField) return true;
  }
}

// Most records have no quotes and as many fields as the one before: they are split here, in registers. True:
// the record is complete. False: the rest of it needs a closer look.
bool CsvReader::read_plain_fields() {
  const char* const block = block_.get();
  std::size_t begin = field_begin_;
  std::size_t cursor = cursor_;
  std::size_t count = 0;
  bool complete = false;
  for (const std::size_t room = fields_.size(); !complete && count < room && cursor < structural_count_;
       ++count) {
    const std::uint32_t at = structurals_[cursor];
    if (block[at] == '"') break;
    fields_[count] = {block + begin, static_cast<std::uint32_t>(at - begin), false, false};
    complete = block[at] == '\n';
    begin = at + std::size_t{1};
    ++cursor;
  }
  if (complete) drop_carriage_return(fields_[count - 1]);
  field_begin_ = begin;
  cursor_ = cursor;
  field_count_ = count;
  return complete;
}

inline void CsvReader::keep(const CsvField& field) {
  if (field_count_ < fields_.size()) [[likely]] {
    fields_[field_count_] = field;
  } else if (field_count_ < field_limit_) {
    fields_.push_back(field);
  }
  ++field_count_;
}

inline CsvReader::Step CsvReader::read_field(CsvField& field) {
  if (cursor_ == structural_count_) return Step::kMoreBytes;
  const std::uint32_t at = structurals_[cursor_];
  field.data = block_.get() + field_begin_;
  if (block_[at] != '"') [[likely]] {
    return end_field(field, at);
  }
  if (at == field_begin_) return read_quoted_field(field);
  return skip_broken_field(field, kBareQuote);
}

// The field reaches up to `end`, the comma or line feed under the cursor.
inline CsvReader::Step CsvReader::end_field(CsvField& field, std::uint32_t end) {
  field.size = static_cast<std::uint32_t>(end - field_begin_);
  ++cursor_;
  field_begin_ = end + std::size_t{1};
  if (block_[end] == ',') return Step::kField;
  drop_carriage_return(field);
  return Step::kLastField;
}

CsvReader::Step CsvReader::read_quoted_field(CsvField& field) {
  for (++cursor_; cursor_ < structural_count_; ++cursor_) {
    const std::uint32_t at = structurals_[cursor_];
    if (block_[at] == '\n') ++lines_in_record_;
    if (block_[at] != '"') continue;
    if (at + std::size_t{1} >= filled_) return Step::kMoreBytes;
    if (block_[at + 1] != '"') return close_quoted_field(field, at);
    field.escaped = true;
    ++cursor_;
  }
  return Step::kMoreBytes;
}

// The cursor is on the closing quote. What follows is a comma or a line end, or the field is broken.
CsvReader::Step CsvReader::close_quoted_field(CsvField& field, std::uint32_t closing) {
  if (cursor_ + 1 == structural_count_) return Step::kMoreBytes;
  const std::uint32_t end = structurals_[cursor_ + 1];
  const bool carriage_return = end == closing + 2 && block_[closing + 1] == '\r' && block_[end] == '\n';
  if (block_[end] == '"' || (end != closing + 1 && !carriage_return)) {
    ++cursor_;
    return skip_broken_field(field, kAfterQuote);
  }
  ++cursor_;
  const char* text = field.data + 1;
  const Step step = end_field(field, end);
  field.data = text;
  field.size = static_cast<std::uint32_t>(block_.get() + closing - text);
  field.quoted = true;
  any_escaped_ |= field.escaped;
  return step;
}

CsvReader::Step CsvReader::skip_broken_field(CsvField& field, const char* fault) {
  while (cursor_ < structural_count_ && block_[structurals_[cursor_]] == '"') ++cursor_;
  if (cursor_ == structural_count_) return Step::kMoreBytes;
  if (fault_ == nullptr) fault_ = fault;
  field.escaped = false;
  return end_field(field, structurals_[cursor_]);
}

void CsvReader::finish_record(CsvRecord& record) {
  const std::size_t kept = std::min(field_count_, fields_.size());
  if (any_escaped_ && fault_ == nullptr) {
    for (CsvField& field : std::span(fields_).first(kept)) {
      if (!field.escaped) continue;
      char* text = block_.get() + (field.data - block_.get());
      field.size = collapse_doubled_quotes(text, field.size);
    }
  }
  record.fields = std::span(fields_).first(kept);
  record.field_count = field_count_;
  record.line = line_;
  record.fault = fault_;
  line_ += lines_in_record_;
  record_begin_ = field_begin_;
  record_structural_ = cursor_;
}

// A quote that is never closed spoils its own line only.
bool CsvReader::resume_after_first_line(const char* fault) {
  start_record();
  fault_ = fault;
  for (;;) {
    while (cursor_ < structural_count_ && block_[structurals_[cursor_]] != '\n') ++cursor_;
    if (cursor_ < structural_count_) break;
    record_begin_ = field_begin_ = filled_;
    record_structural_ = cursor_;
    if (at_end_) return true;
    if (!fill()) return false;
    cursor_ = record_structural_;
  }
  field_begin_ = structurals_[cursor_++] + std::size_t{1};
  return true;
}

// Moves the unfinished record to the front and reads more behind it.
bool CsvReader::fill() {
  const std::size_t unfinished = filled_ - record_begin_;
  const std::size_t kept = structural_count_ - record_structural_;
  std::memmove(block_.get(), block_.get() + record_begin_, unfinished);
  for (std::size_t i = 0; i < kept; ++i) {
    structurals_[i] = structurals_[record_structural_ + i] - static_cast<std::uint32_t>(record_begin_);
  }
  const bool first = filled_ == 0;
  filled_ = unfinished;
  structural_count_ = kept;
  record_begin_ = 0;
  record_structural_ = 0;
  // A long record is read again from its start after each block, so a block at least doubles it.
  make_room();
  if (!read_block(first ? kByteOrderMark.size() : std::max<std::size_t>(unfinished, 1))) return false;
  if (first) skip_byte_order_mark();
  index_new_bytes(unfinished);
  return true;
}

void CsvReader::make_room() {
  if (filled_ * 2 <= capacity_) return;
  const std::size_t capacity = std::min(capacity_ * 2, std::max(options_.longest_record, capacity_));
  if (capacity == capacity_) return;
  auto block = std::make_unique_for_overwrite<char[]>(capacity + kSlack);
  auto structurals = std::make_unique_for_overwrite<std::uint32_t[]>(capacity + kSlack);
  std::memcpy(block.get(), block_.get(), filled_);
  std::copy_n(structurals_.get(), structural_count_, structurals.get());
  block_ = std::move(block);
  structurals_ = std::move(structurals);
  capacity_ = capacity;
}

bool CsvReader::read_block(std::size_t least) {
  const std::size_t enough = std::min(filled_ + least, capacity_);
  while (filled_ < enough) {
    Result<std::size_t> read = source_.read(block_.get() + filled_, capacity_ - filled_);
    if (!read.ok()) {
      error_ = read.error();
      return false;
    }
    filled_ += *read;
    if (*read == 0) {
      at_end_ = true;
      if (filled_ > 0 && block_[filled_ - 1] != '\n') block_[filled_++] = '\n';
      return true;
    }
  }
  return true;
}

void CsvReader::index_new_bytes(std::size_t from) {
  structural_count_ += find_structurals(block_.get() + from, filled_ - from, static_cast<std::uint32_t>(from),
                                        structurals_.get() + structural_count_);
  std::size_t last = structural_count_;
  while (last > 0 && block_[structurals_[last - 1]] != '\n') --last;
  last_line_end_ = last > 0 ? structurals_[last - 1] + std::size_t{1} : 0;
}

void CsvReader::skip_byte_order_mark() {
  const std::string_view start(block_.get(), filled_);
  if (start.starts_with(kByteOrderMark)) record_begin_ = kByteOrderMark.size();
}

}  // namespace horatio::process
