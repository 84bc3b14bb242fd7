// SPDX-License-Identifier: Apache-2.0
#include "integration-tests/process/session_client.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "bridge/frames/frame_codec.h"
#include "bridge/frames/frame_json.h"
#include "engine/model/event_batch.h"

namespace horatio::testing {
namespace {

using namespace std::chrono_literals;

constexpr auto kPatience = 30s;

FrameKind kind_of(const FrameBody& body) { return static_cast<FrameKind>(body.index() + 1); }

std::vector<std::string> texts(const ColumnData& column, std::uint32_t rows) {
  std::vector<std::string> out;
  const nlohmann::json json = to_json(column, rows);
  for (const auto& value : json.at("values")) {
    out.push_back(value.is_string() ? value.get<std::string>() : value.dump());
  }
  return out;
}

}  // namespace

HelloFrame hello_for(const control_plane::WorkloadInfo& workload, std::string token) {
  HelloFrame hello;
  hello.token = std::move(token);
  hello.job = "job";
  hello.op = "operator";
  hello.attempt = "attempt";
  hello.try_number = 1;
  hello.max_parallelism = 128;
  hello.last_key_group = 127;
  hello.workload_hash = workload.hash;
  hello.columns = workload.columns;
  hello.result_credit = 4U << 20;
  hello.max_frame = 16U << 20;
  return hello;
}

SessionClient::SessionClient(const std::string& endpoint)
    : socket_(std::move(DealerSocket::connect(endpoint).value())) {}

bool SessionClient::hello(const HelloFrame& hello) {
  send(hello);
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  while (!greeted_ && !collected_.error && std::chrono::steady_clock::now() < deadline) receive(100ms);
  return greeted_;
}

std::string SessionClient::encode(FrameBody body, std::uint64_t session, std::uint64_t seq) const {
  const FrameHeader header{kind_of(body), session, seq};
  return encode_frame({header, std::move(body)});
}

void SessionClient::send(FrameBody body) { send_raw(encode(std::move(body), session_, next_seq_++)); }

void SessionClient::send_panes(PanesBuilder& panes) { send_raw(panes.encode(session_, next_seq_++, 0)); }

void SessionClient::send_raw(std::string bytes) {
  if (!socket_.send(bytes, kPatience)) throw std::runtime_error("the frame could not be sent");
}

bool SessionClient::receive(std::chrono::milliseconds timeout, bool give_credit_back) {
  const auto message = socket_.receive(timeout);
  if (!message) return false;
  const auto frame = decode_frame(message->bytes);
  if (!frame) throw std::runtime_error("the process sent a bad frame: " + frame.error().message);
  take(*frame, message->bytes.size());
  if (give_credit_back) give_credit();
  return true;
}

void SessionClient::take(const Frame& frame, std::size_t bytes) {
  if (frame.header.kind == FrameKind::kHelloOk) session_ = frame.header.session;
  if (frame.header.session != 0 && frame.header.seq != expected_seq_++)
    throw std::runtime_error("a sequence gap");
  if (const auto* ok = std::get_if<HelloOkFrame>(&frame.body)) {
    greeted_ = true;
    terms_ = *ok;
  } else if (const auto* result = std::get_if<ResultFrame>(&frame.body)) {
    result_bytes_ += std::max<std::uint64_t>(1024, bytes);
    credit_owed_ += std::max<std::uint64_t>(1024, bytes);
    take_result(*result);
  } else if (const auto* drained = std::get_if<DrainedWatermarkFrame>(&frame.body)) {
    collected_.drained.push_back(drained->time);
  } else if (const auto* credit = std::get_if<CreditFrame>(&frame.body)) {
    credit_returned_ += credit->bytes;
  } else if (const auto* pong = std::get_if<PongFrame>(&frame.body)) {
    pong_ = *pong;
  } else if (const auto* ack = std::get_if<BarrierAckFrame>(&frame.body)) {
    ack_ = *ack;
  } else if (const auto* snapshot = std::get_if<SnapshotFrame>(&frame.body)) {
    const auto* bytes_of = reinterpret_cast<const char*>(snapshot->chunk.data());
    chunk_ = {snapshot->limit, std::string(bytes_of, snapshot->chunk.size())};
  } else if (const auto* error = std::get_if<ErrorFrame>(&frame.body)) {
    collected_.error = *error;
  } else if (std::holds_alternative<ByeFrame>(frame.body)) {
    collected_.bye = true;
  }
}

void SessionClient::take_result(const ResultFrame& result) {
  std::vector<std::vector<std::string>> group, cells;
  for (const ColumnData& column : result.group) group.push_back(texts(column, result.rows));
  for (const ResultCellColumn& column : result.cells) cells.push_back(texts(column.values, result.rows));
  for (std::uint32_t i = 0; i < result.rows; ++i) {
    ClientRow row;
    row.query = result.query;
    if (result.windowed) {
      row.start = load<std::int64_t>(result.starts.data(), i);
      row.end = load<std::int64_t>(result.ends.data(), i);
    }
    for (const auto& column : group) row.group.push_back(column[i]);
    for (const auto& column : cells) row.cells.push_back(column[i]);
    collected_.rows.push_back(std::move(row));
  }
}

Collected SessionClient::until_drained(std::int64_t watermark) {
  const auto answered = [&] { return !collected_.drained.empty() && collected_.drained.back() >= watermark; };
  while (!answered() && !collected_.error && !collected_.bye && receive(kPatience)) {
  }
  return std::exchange(collected_, {});
}

Collected SessionClient::until_over() {
  while (!collected_.error && !collected_.bye && receive(kPatience)) {
  }
  return std::exchange(collected_, {});
}

std::vector<std::string> SessionClient::read_state(std::uint64_t checkpoint, std::uint32_t first,
                                                   std::uint32_t last) {
  const auto await = [&](const auto& what) {
    while (!what) {
      if (!receive(kPatience) || collected_.error) throw std::runtime_error("no state");
    }
  };
  await(ack_);
  std::vector<std::string> state;
  for (std::uint32_t key_group = first; key_group <= last; ++key_group) {
    std::string content;
    do {
      chunk_.reset();
      send(SnapshotFrame{checkpoint, key_group, content.size(), 100, {}});
      await(chunk_);
      content += chunk_->second;
    } while (content.size() < chunk_->first);
    state.push_back(std::move(content));
  }
  return state;
}

PongFrame SessionClient::ping() {
  pong_.reset();
  send(PingFrame{next_seq_});
  while (!pong_) {
    if (!receive(kPatience, false)) throw std::runtime_error("no PONG");
    if (collected_.error) throw std::runtime_error("ERROR instead of PONG: " + collected_.error->message);
  }
  return *pong_;
}

void SessionClient::give_credit() {
  if (credit_owed_ > 0) send(ResultCreditFrame{std::exchange(credit_owed_, 0U)});
}

std::vector<ClientRow> SessionClient::take_rows() { return std::exchange(collected_.rows, {}); }

}  // namespace horatio::testing
