// SPDX-License-Identifier: Apache-2.0
// For tests: an engine whose answer is one row per applied event, and the workload that goes with it.
#pragma once

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "bridge/frames/frame_codec.h"
#include "engine/plan/engine.h"
#include "operator/process/session.h"
#include "operator/process/workload_registry.h"

namespace horatio::process {

class FakeEngine : public Engine {
 public:
  Status apply(EventBatch batch) override {
    held_bytes_ += batch.bytes;
    for (const EventBlock& block : batch.blocks) {
      for (std::uint32_t row = 0; row < block.rows; ++row) held_.push_back(block.time(row));
    }
    std::sort(held_.begin(), held_.end());
    return {};
  }
  Result<bool> advance(Timestamp watermark, std::size_t max_events) override {
    for (; max_events > 0 && !held_.empty() && held_.front() <= watermark; --max_events) {
      reached_ = held_.front();
      due_.push_back(held_.front());
      held_.erase(held_.begin());
      ++applied_events_;
    }
    if (!held_.empty() && held_.front() <= watermark) return false;
    applied_ = watermark;
    ++advances;
    if (held_.empty()) held_bytes_ = 0;
    return true;
  }
  Timestamp cut_advance() override { return applied_ = reached_; }
  bool emit(ResultSink& sink, std::size_t max_rows) override {
    const std::size_t rows = std::min(max_rows, due_.size());
    for (std::size_t i = 0; i < rows; ++i) {
      ResultRow row;
      row.window = WindowBounds{due_[i], due_[i] + 1};
      row.group = {std::string(group_bytes, 'g') + std::to_string(due_[i])};
      row.cells = {{std::uint64_t{7}, CellStatus::kOk, 0}};
      sink.accept(row);
    }
    due_.erase(due_.begin(), due_.begin() + static_cast<std::ptrdiff_t>(rows));
    return due_.empty();
  }
  void note_unsent(Timestamp newest) override { newest_unsent = newest; }
  void snapshot(KeyGroup key_group, std::string& out) const override {
    out.append(std::to_string(key_group) + ":" + std::to_string(applied_) + " due");
    for (const Timestamp time : due_) out.append(" " + std::to_string(time));
    out.append(" held " + std::to_string(held_.size()));
  }
  // Takes "due T", a row that is due at time T, and notes anything else.
  Status restore(KeyGroup key_group, std::span<const std::byte> in) override {
    const std::string content(reinterpret_cast<const char*>(in.data()), in.size());
    if (content == "bad") return Error{ErrorCode::kBadState, "it is bad", "", {}};
    if (content.starts_with("due ")) due_.push_back(std::stoll(content.substr(4)));
    restored.push_back(std::to_string(key_group) + "=" + content);
    return {};
  }
  Timestamp applied_watermark() const override { return applied_; }
  Timestamp stored_watermark() const override { return applied_; }
  std::size_t held_bytes() const override { return held_bytes_; }
  std::size_t bytes() const override { return held_bytes_ + state_bytes; }
  EngineStats stats() const override { return {applied_events_, 0, 0, held_.size(), {}, skipped_partial}; }

  std::size_t group_bytes = 1;
  std::size_t state_bytes = 0;
  int advances = 0;
  std::uint64_t skipped_partial = 0;
  std::vector<std::string> restored;
  Timestamp newest_unsent = kBeforeTime;

 private:
  std::vector<Timestamp> held_, due_;
  std::size_t held_bytes_ = 0;
  std::uint64_t applied_events_ = 0;
  Timestamp applied_ = kBeforeTime;
  Timestamp reached_ = kBeforeTime;
};

// STREAM s (TYPE A (g STRING, v INT), TYPE B ()), one query of A grouped by g.
inline WorkloadHandle fake_workload() {
  Workload workload;
  workload.schema.types = {{"A", {{"g", {AttributeKind::kString, 0}}, {"v", {AttributeKind::kInt, 0}}}},
                           {"B", {}}};
  Query query;
  query.name = "q1";
  query.aggregates.resize(1);
  query.aggregates[0].column = "COUNT(*)";
  query.group_by = {{"g", {AttributeKind::kString, 0}, {AttributeId{0}, std::nullopt}}};
  query.window = WindowSpec{10, 10, 0};
  workload.queries = {query};
  auto registered = std::make_shared<RegisteredWorkload>();
  registered->workload = std::make_shared<const Workload>(workload);
  registered->required = {{true, {0}}, {false, {}}};
  registered->sent = {{0}, {}};
  registered->info.hash = "fake";
  registered->info.columns = "A(g)";
  return registered;
}

// Frames as the wire has them: encoded, with the bytes kept alive by the frame.
inline ArrivedFrame arrived(FrameBody body) {
  Frame frame;
  frame.header.kind = static_cast<FrameKind>(body.index() + 1);
  frame.body = std::move(body);
  auto bytes = std::make_shared<const std::string>(encode_frame(frame));
  return {frame.header.kind, std::as_bytes(std::span(bytes->data(), bytes->size())), bytes};
}

// A PANES frame of type 0 with these times, all of key group `key_group` and of one group.
inline ArrivedFrame arrived_panes(const std::vector<std::int64_t>& times, std::uint16_t key_group = 0) {
  const auto rows = static_cast<std::uint32_t>(times.size());
  const std::vector<std::uint16_t> key_groups(rows, key_group);
  std::vector<std::uint32_t> arrivals(rows), codes(rows, 0), offsets{0, 1};
  for (std::uint32_t row = 0; row < rows; ++row) arrivals[row] = row;
  const std::string text = "x";
  PanesBlock block;
  block.rows = rows;
  block.panes = {{INT64_MIN, 0, rows}};
  block.key_groups = std::as_bytes(std::span(key_groups));
  block.times = std::as_bytes(std::span(times));
  block.arrivals = std::as_bytes(std::span(arrivals));
  block.columns = {{ColumnEncoding::kTextDictionary,
                    {},
                    std::as_bytes(std::span(codes)),
                    std::as_bytes(std::span(offsets)),
                    std::as_bytes(std::span(text.data(), text.size()))}};
  PanesFrame panes;
  panes.oldest_ingest_ms = INT64_MIN;
  panes.blocks = {block};
  return arrived(panes);
}

// Keeps what a session sends; of a RESULT the number of rows.
class CollectedFrames : public FrameOut {
 public:
  SentFrame send(FrameBody body) override {
    if (const auto* snapshot = std::get_if<SnapshotFrame>(&body)) {
      chunks.emplace_back(reinterpret_cast<const char*>(snapshot->chunk.data()), snapshot->chunk.size());
    }
    bodies.push_back(body);
    return {seq++, encode_frame({{}, std::move(body)}).size()};
  }
  SentFrame send_result(ResultRows& result) override {
    const std::size_t bytes = result.encode({}).size();
    result_bytes += std::max<std::size_t>(1024, bytes);
    largest_result = std::max(largest_result, bytes);
    rows += result.rows();
    result_seqs.emplace_back(seq, result.rows());
    ResultFrame frame;
    frame.rows = result.rows();
    bodies.push_back(frame);
    return {seq++, bytes};
  }
  template <class T>
  std::vector<T> all() const {
    std::vector<T> found;
    for (const FrameBody& body : bodies) {
      if (const auto* frame = std::get_if<T>(&body)) found.push_back(*frame);
    }
    return found;
  }

  std::vector<FrameBody> bodies;
  std::vector<std::string> chunks;  // of SNAPSHOTs
  std::vector<std::pair<std::uint64_t, std::uint32_t>> result_seqs;
  std::uint64_t seq = 1;
  std::size_t result_bytes = 0, largest_result = 0;
  std::uint64_t rows = 0;
};

}  // namespace horatio::process
