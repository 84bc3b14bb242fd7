// SPDX-License-Identifier: Apache-2.0
// The frames of the data plane as plain structs; FRAMES.md is the specification. Views (ColumnData and the
// like) point into the bytes that were decoded and live as long as those.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace horatio {

inline constexpr std::uint32_t kFrameMagic = 0x48524154;  // "HRAT"
inline constexpr std::uint32_t kMajorVersion = 1;
inline constexpr std::uint32_t kMinorVersion = 3;

enum class FrameKind : std::uint8_t {
  kHello = 1,
  kHelloOk = 2,
  kRestore = 3,
  kRestoreDone = 4,
  kPanes = 5,
  kWatermark = 6,
  kBarrier = 7,
  kBarrierAck = 8,
  kSnapshot = 9,
  kRelease = 10,
  kResult = 11,
  kDrainedWatermark = 12,
  kCredit = 13,
  kResultCredit = 14,
  kRejected = 15,
  kQueryChange = 16,
  kPing = 17,
  kPong = 18,
  kEndOfInput = 19,
  kError = 20,
  kBye = 21,
};

// The envelope: [magic, version, kind, session, seq, ...body].
struct FrameHeader {
  FrameKind kind = FrameKind::kBye;
  std::uint64_t session = 0;  // given by HELLO_OK; 0 in HELLO and in an ERROR that answers no session
  std::uint64_t seq = 0;      // per direction, HELLO and HELLO_OK are 0, then 1, 2, ...
};

using Bytes = std::span<const std::byte>;

// How a column's values are laid out; the numbers on the wire.
enum class ColumnEncoding : std::uint8_t {
  kInt64 = 0,
  kFloat64 = 1,
  kBool = 2,
  kText = 3,            // a = u32 offsets[n + 1], b = UTF-8 bytes
  kTextDictionary = 4,  // a = u32 codes[n], b = u32 offsets[d + 1], c = UTF-8 bytes
  kUint64 = 5,          // counts, in RESULT only
  kNull = 6,            // every row is NULL; a, b, c empty
};

struct ColumnData {
  ColumnEncoding encoding = ColumnEncoding::kInt64;
  Bytes validity;  // empty: no NULL; else ceil(n / 8) bytes, bit i (LSB first) set = row i is not NULL
  Bytes a, b, c;
};

struct HelloFrame {
  std::string token;
  std::string job;  // JobID
  std::string op;   // OperatorID
  std::uint32_t subtask = 0;
  std::string attempt;  // ExecutionAttemptID
  std::uint32_t try_number = 0;
  std::uint32_t max_parallelism = 0;
  std::uint32_t first_key_group = 0;
  std::uint32_t last_key_group = 0;  // inclusive
  std::string workload_hash;         // from registerWorkload
  std::string columns;               // what PANES will carry, as registerWorkload said it
  std::uint64_t result_credit = 0;   // bytes of RESULT frames that may be outstanding
  std::uint64_t max_frame = 0;       // the largest frame the JVM takes
};

struct HelloOkFrame {
  std::string process_version;
  std::uint64_t event_credit = 0;  // bytes of PANES and RESTORE frames that may be outstanding
  std::uint64_t max_frame = 0;     // the largest frame the process takes
  std::string workload_hash;
};

struct RestoreFrame {
  std::uint32_t key_group = 0;
  std::uint64_t offset = 0;
  bool last = false;  // of this key group
  Bytes chunk;
};

struct RestoreDoneFrame {  // both ways: the JVM says what it sent, the process what it took
  std::uint32_t first_key_group = 0;
  std::uint32_t last_key_group = 0;
  std::uint32_t count = 0;  // key groups with content
  std::uint32_t crc = 0;    // CRC-32C over all chunks in the order sent
  // Since 1.3, in the answer: windows of these key groups that new queries of an edited workload leave out.
  std::uint64_t skipped_partial = 0;
};

struct PaneSlice {  // rows [first_row, first_row + rows) of a block lie in the pane that begins at start
  std::int64_t start = 0;
  std::uint32_t first_row = 0;
  std::uint32_t rows = 0;
};

struct PanesBlock {
  std::uint32_t type = 0;  // TypeId
  std::uint32_t rows = 0;
  std::vector<PaneSlice> panes;
  Bytes key_groups;                 // u16[n]
  Bytes times;                      // i64[n]
  Bytes arrivals;                   // u32[n]
  std::vector<ColumnData> columns;  // in the order of the columns that HELLO promised for the type
};

struct PanesFrame {
  std::int64_t oldest_arrival_ns = 0;  // monotonic clock of the JVM, of the oldest row
  std::int64_t oldest_ingest_ms = 0;   // wall clock if the job extracts one, else INT64_MIN
  std::vector<PanesBlock> blocks;
};

struct WatermarkFrame {
  std::int64_t time = 0;
};
struct BarrierFrame {
  std::uint64_t checkpoint = 0;
  std::int64_t newest_unsent =
      INT64_MIN;  // since 1.2: newest time of a row that the workload does not ask for
};
struct BarrierAckFrame {
  std::uint64_t checkpoint = 0;
  std::uint64_t last_result_seq = 0;
  std::int64_t watermark = INT64_MIN;  // since 1.2: what the frozen state has applied; never the end of input
};
struct SnapshotFrame {  // JVM: asks for `limit` bytes from offset; process: the chunk
  std::uint64_t checkpoint = 0;
  std::uint32_t key_group = 0;
  std::uint64_t offset = 0;
  std::uint64_t limit = 0;  // request: most bytes wanted; answer: size of the key group's content
  Bytes chunk;              // empty in a request
};
struct ReleaseFrame {
  std::uint64_t checkpoint = 0;
};

struct ResultCellColumn {
  ColumnData values;
  Bytes status;  // u8[n], CellStatus; empty: all OK
  Bytes bounds;  // f64[n]; empty: none
};

struct ResultFrame {        // rows of one query
  std::uint32_t query = 0;  // index in the workload
  std::uint32_t rows = 0;
  bool windowed = true;
  Bytes starts, ends;  // i64[n]; empty if not windowed
  Bytes key_groups;    // u16[n]
  Bytes shed;          // f64[n]; empty: none
  Bytes partial;       // u8[n]; empty: none
  std::vector<ColumnData> group;
  std::vector<ResultCellColumn> cells;
  // Since 1.1:
  Bytes times;                          // i64[n]: event time of the row; empty: as the window says
  std::vector<ColumnData> bound_texts;  // one per cell column: bounds beyond a double's range; empty: none
};

struct DrainedWatermarkFrame {
  std::int64_t time = 0;
};
struct CreditFrame {
  std::uint64_t bytes = 0;
};
struct ResultCreditFrame {
  std::uint64_t bytes = 0;
};
struct RejectedFrame {  // rows the process refused
  std::uint64_t count = 0;
  std::uint32_t code = 0;  // ErrorCode
  std::string reason;
};
struct QueryChangeFrame {
  std::uint64_t change = 0;
  std::string workload_hash;  // of the registered workload to go on with
};
struct PingFrame {
  std::uint64_t nonce = 0;
};
enum class SessionState : std::uint8_t { kIdle = 0, kWorking = 1, kWaitsForResultCredit = 2 };
struct PongFrame {
  std::uint64_t nonce = 0;
  std::uint64_t progress = 0;  // grows with every step of the session's thread
  SessionState state = SessionState::kIdle;
};
struct EndOfInputFrame {};
struct ErrorFrame {
  std::uint32_t code = 0;  // ErrorCode
  std::string message;
  std::string remedy;
};
struct ByeFrame {};

using FrameBody =
    std::variant<HelloFrame, HelloOkFrame, RestoreFrame, RestoreDoneFrame, PanesFrame, WatermarkFrame,
                 BarrierFrame, BarrierAckFrame, SnapshotFrame, ReleaseFrame, ResultFrame,
                 DrainedWatermarkFrame, CreditFrame, ResultCreditFrame, RejectedFrame, QueryChangeFrame,
                 PingFrame, PongFrame, EndOfInputFrame, ErrorFrame, ByeFrame>;

struct Frame {
  FrameHeader header;
  FrameBody body;
};

}  // namespace horatio
