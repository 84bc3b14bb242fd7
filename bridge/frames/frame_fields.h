// SPDX-License-Identifier: Apache-2.0
// The body of every kind, field by field in the order of the wire (FRAMES.md, "Kinds"): the one list that
// reading, writing and measuring share. `visit` is called as visit(name, field); constness of the frame is
// that of its fields.
#pragma once

#include <concepts>
#include <type_traits>

#include "bridge/frames/frame.h"

namespace horatio {

template <class F, class Kind>
concept FrameOf = std::same_as<std::remove_const_t<F>, Kind>;

// An element that a minor version after 1.0 appended: a reader does not find it in older frames.
template <class Visit, class Field>
void visit_appended(Visit& visit, const char* name, Field& field) {
  if constexpr (requires { visit.at_end(); }) {
    if (visit.at_end()) return;
  }
  visit(name, field);
}

template <class Visit, FrameOf<HelloFrame> F>
void visit_fields(Visit& visit, F& frame) {
  visit("token", frame.token);
  visit("job", frame.job);
  visit("operator", frame.op);
  visit("subtask", frame.subtask);
  visit("attempt", frame.attempt);
  visit("try", frame.try_number);
  visit("max_parallelism", frame.max_parallelism);
  visit("first_key_group", frame.first_key_group);
  visit("last_key_group", frame.last_key_group);
  visit("workload_hash", frame.workload_hash);
  visit("columns", frame.columns);
  visit("result_credit", frame.result_credit);
  visit("max_frame", frame.max_frame);
}

template <class Visit, FrameOf<HelloOkFrame> F>
void visit_fields(Visit& visit, F& frame) {
  visit("process_version", frame.process_version);
  visit("event_credit", frame.event_credit);
  visit("max_frame", frame.max_frame);
  visit("workload_hash", frame.workload_hash);
}

template <class Visit, FrameOf<RestoreFrame> F>
void visit_fields(Visit& visit, F& frame) {
  visit("key_group", frame.key_group);
  visit("offset", frame.offset);
  visit("last", frame.last);
  visit("chunk", frame.chunk);
}

template <class Visit, FrameOf<RestoreDoneFrame> F>
void visit_fields(Visit& visit, F& frame) {
  visit("first_key_group", frame.first_key_group);
  visit("last_key_group", frame.last_key_group);
  visit("count", frame.count);
  visit("crc", frame.crc);
  visit_appended(visit, "skipped_partial", frame.skipped_partial);
}

template <class Visit, FrameOf<PanesFrame> F>
void visit_fields(Visit& visit, F& frame) {
  visit("oldest_arrival_ns", frame.oldest_arrival_ns);
  visit("oldest_ingest_ms", frame.oldest_ingest_ms);
  visit("blocks", frame.blocks);
}

template <class Visit, class F>
  requires(FrameOf<F, WatermarkFrame> || FrameOf<F, DrainedWatermarkFrame>)
void visit_fields(Visit& visit, F& frame) {
  visit("time", frame.time);
}

template <class Visit, FrameOf<BarrierFrame> F>
void visit_fields(Visit& visit, F& frame) {
  visit("checkpoint", frame.checkpoint);
  visit_appended(visit, "newest_unsent", frame.newest_unsent);
}

template <class Visit, FrameOf<ReleaseFrame> F>
void visit_fields(Visit& visit, F& frame) {
  visit("checkpoint", frame.checkpoint);
}

template <class Visit, FrameOf<BarrierAckFrame> F>
void visit_fields(Visit& visit, F& frame) {
  visit("checkpoint", frame.checkpoint);
  visit("last_result_seq", frame.last_result_seq);
  visit_appended(visit, "watermark", frame.watermark);
}

template <class Visit, FrameOf<SnapshotFrame> F>
void visit_fields(Visit& visit, F& frame) {
  visit("checkpoint", frame.checkpoint);
  visit("key_group", frame.key_group);
  visit("offset", frame.offset);
  visit("limit", frame.limit);
  visit("chunk", frame.chunk);
}

template <class Visit, FrameOf<ResultFrame> F>
void visit_fields(Visit& visit, F& frame) {
  visit("query", frame.query);
  visit("rows", frame.rows);
  visit("windowed", frame.windowed);
  visit("starts", frame.starts);
  visit("ends", frame.ends);
  visit("key_groups", frame.key_groups);
  visit("shed", frame.shed);
  visit("partial", frame.partial);
  visit("group", frame.group);
  visit("cells", frame.cells);
  visit_appended(visit, "times", frame.times);
  visit_appended(visit, "bound_texts", frame.bound_texts);
}

template <class Visit, class F>
  requires(FrameOf<F, CreditFrame> || FrameOf<F, ResultCreditFrame>)
void visit_fields(Visit& visit, F& frame) {
  visit("bytes", frame.bytes);
}

template <class Visit, FrameOf<RejectedFrame> F>
void visit_fields(Visit& visit, F& frame) {
  visit("count", frame.count);
  visit("code", frame.code);
  visit("reason", frame.reason);
}

template <class Visit, FrameOf<QueryChangeFrame> F>
void visit_fields(Visit& visit, F& frame) {
  visit("change", frame.change);
  visit("workload_hash", frame.workload_hash);
}

template <class Visit, FrameOf<PingFrame> F>
void visit_fields(Visit& visit, F& frame) {
  visit("nonce", frame.nonce);
}

template <class Visit, FrameOf<PongFrame> F>
void visit_fields(Visit& visit, F& frame) {
  visit("nonce", frame.nonce);
  visit("progress", frame.progress);
  visit("state", frame.state);
}

template <class Visit, FrameOf<ErrorFrame> F>
void visit_fields(Visit& visit, F& frame) {
  visit("code", frame.code);
  visit("message", frame.message);
  visit("remedy", frame.remedy);
}

template <class Visit, class F>
  requires(FrameOf<F, EndOfInputFrame> || FrameOf<F, ByeFrame>)
void visit_fields(Visit&, F&) {}

// One block of PANES up to its columns; the pane table is visited as PaneSlices.
template <class Visit, FrameOf<PanesBlock> F>
void visit_fields(Visit& visit, F& block) {
  visit("type", block.type);
  visit("rows", block.rows);
  visit("panes", block.panes);
  visit("key_groups", block.key_groups);
  visit("times", block.times);
  visit("arrivals", block.arrivals);
}

template <class Visit, FrameOf<ColumnData> F>
void visit_fields(Visit& visit, F& column) {
  visit("encoding", column.encoding);
  visit("validity", column.validity);
  visit("a", column.a);
  visit("b", column.b);
  visit("c", column.c);
}

template <class Visit, FrameOf<ResultCellColumn> F>
void visit_fields(Visit& visit, F& cell) {
  visit_fields(visit, cell.values);
  visit("status", cell.status);
  visit("bounds", cell.bounds);
}

}  // namespace horatio
