// SPDX-License-Identifier: Apache-2.0
// CSV bytes to records, as RFC 4180: quoted fields hold commas, line feeds and doubled quotes; lines end with
// LF or CRLF, the last one perhaps with nothing. A byte order mark at the start and blank lines are skipped.
// Fields are views into the reader's block and are not copied. Memory is bounded by the longest record
// allowed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "engine/model/status.h"
#include "operator/cli/byte_source.h"

namespace horatio::process {

struct CsvField {
  const char* data = nullptr;
  std::uint32_t size = 0;
  bool quoted = false;   // tells "" (an empty string) from nothing (NULL)
  bool escaped = false;  // reader's own use
  std::string_view text() const { return {data, size}; }
  bool is_null() const { return size == 0 && !quoted; }
};

struct CsvRecord {
  std::span<const CsvField> fields;  // at most the field limit; valid until the next call
  std::size_t field_count = 0;       // how many there are
  std::uint64_t line = 0;            // of its first character, from 1
  const char* fault = nullptr;       // why its fields cannot be told apart; nullptr: they can
};

struct CsvReaderOptions {
  std::size_t block_bytes = 256 * 1024;
  std::size_t longest_record = 16 * 1024 * 1024;
};

class CsvReader {
 public:
  enum class Outcome : std::uint8_t { kRecord, kEnd, kError };

  // REQUIRES: `source` outlives the reader.
  explicit CsvReader(ByteSource& source, CsvReaderOptions options = {});

  // The next record. A record whose quotes are broken has a fault, and reading goes on at the line after its
  // first. kError: see error(); final. Amortised O(bytes).
  Outcome next(CsvRecord& record);
  const Error& error() const { return error_; }

  // Fields past the limit are counted, not kept.
  void limit_fields(std::size_t limit);

  // True when next() would have to wait for a writer at the other end of a pipe.
  bool would_wait() const;

 private:
  enum class Step : std::uint8_t { kField, kLastField, kMoreBytes };

  Step read_field(CsvField& field);
  Step read_quoted_field(CsvField& field);
  Step close_quoted_field(CsvField& field, std::uint32_t closing);
  Step skip_broken_field(CsvField& field, const char* fault);
  Step end_field(CsvField& field, std::uint32_t end);
  bool read_record();
  bool read_plain_fields();
  void start_record();
  void keep(const CsvField& field);
  void finish_record(CsvRecord& record);
  bool resume_after_first_line(const char* fault);
  bool fill();
  void make_room();
  bool read_block(std::size_t least);
  void index_new_bytes(std::size_t from);
  void skip_byte_order_mark();

  ByteSource& source_;
  CsvReaderOptions options_;
  Error error_;

  std::unique_ptr<char[]> block_;
  std::unique_ptr<std::uint32_t[]> structurals_;  // positions in block_, ascending
  std::size_t capacity_ = 0;
  std::size_t filled_ = 0;
  std::size_t structural_count_ = 0;
  std::size_t last_line_end_ = 0;  // in block_, behind its last line feed
  bool at_end_ = false;

  std::size_t record_begin_ = 0;       // in block_
  std::size_t record_structural_ = 0;  // the first one of the record, in structurals_
  std::size_t field_begin_ = 0;
  std::size_t cursor_ = 0;  // in structurals_
  std::uint64_t line_ = 1;  // of record_begin_
  std::uint64_t lines_in_record_ = 0;
  const char* fault_ = nullptr;
  bool any_escaped_ = false;

  std::vector<CsvField> fields_;
  std::size_t field_count_ = 0;
  std::size_t field_limit_ = 65'536;
};

}  // namespace horatio::process
