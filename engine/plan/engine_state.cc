// SPDX-License-Identifier: Apache-2.0
// snapshot() and restore() of the engine; the layout is in STATE.md.
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "engine/model/crc32c.h"
#include "engine/plan/held_state.h"
#include "engine/plan/workload_engine.h"

namespace horatio {
namespace {

constexpr std::uint32_t kMagic = 0x54535248;    // "HRST"
constexpr std::uint32_t kEndMark = 0x444E4548;  // "HEND"
constexpr std::uint32_t kVersion = 1;
constexpr std::string_view kTrendRoom = "trend";
constexpr std::size_t kTrailer = 2 * sizeof(std::uint32_t);

Error bad_state(KeyGroup key_group, const std::string& what) {
  return {ErrorCode::kBadState,
          "snapshot of key group " + std::to_string(key_group) + ": " + what,
          "restore from an undamaged snapshot that a program of the same or an older format wrote",
          {}};
}

// Version first: what follows it may look different in another one.
Status check_envelope(KeyGroup key_group, std::string_view bytes) {
  StateReader head(bytes);
  if (head.number<std::uint32_t>() != kMagic) return bad_state(key_group, "not a snapshot");
  const auto version = head.number<std::uint32_t>();
  if (version != kVersion) {
    return bad_state(key_group, "format version " + std::to_string(version) +
                                    ", this program reads version " + std::to_string(kVersion));
  }
  if (bytes.size() < 2 * sizeof(std::uint32_t) + kTrailer) return bad_state(key_group, "truncated");
  StateReader tail(bytes.substr(bytes.size() - kTrailer));
  const auto crc = tail.number<std::uint32_t>();
  if (tail.number<std::uint32_t>() != kEndMark) return bad_state(key_group, "truncated: no end mark");
  if (crc != crc32c(bytes.substr(0, bytes.size() - kTrailer)))
    return bad_state(key_group, "damaged: wrong CRC");
  return {};
}

}  // namespace

Timestamp WorkloadEngine::applied_watermark() const {
  Timestamp least = restored_watermark_.empty() ? kBeforeTime : kEndOfTime;
  for (const auto& [key_group, watermark] : restored_watermark_) least = std::min(least, watermark);
  return std::max(applied_, least);
}

// The end of the input is never stored: what comes after a restore may be more input.
Timestamp WorkloadEngine::stored_watermark() const {
  if (applied_ != kEndOfTime || last_window_end_ == kBeforeTime) return last_finite_;
  return std::max(last_finite_, last_window_end_ - 1);
}

Timestamp WorkloadEngine::watermark_of(KeyGroup key_group) const {
  const Timestamp watermark = stored_watermark();
  const auto restored = restored_watermark_.find(key_group);
  return restored == restored_watermark_.end() ? watermark : std::max(watermark, restored->second);
}

Timestamp WorkloadEngine::newest_of(KeyGroup key_group) const {
  const auto unheld = newest_unheld_.find(key_group);
  const Timestamp newest =
      std::max(newest_unsent_, unheld == newest_unheld_.end() ? kBeforeTime : unheld->second);
  const std::span<const EventRef> events = held_.of(key_group);
  return events.empty() ? newest : std::max(newest, events.back().time);
}

void WorkloadEngine::snapshot(KeyGroup key_group, std::string& bytes) const {
  StateWriter out(bytes);
  const std::size_t begin = out.size();
  out.number(kMagic);
  out.number(kVersion);
  out.number(key_group);
  out.number(watermark_of(key_group));
  out.number(newest_of(key_group));
  const std::size_t held_length = out.reserve<std::uint64_t>();
  const std::size_t held_begin = out.size();
  write_held(held_.of(key_group), workload_->schema, out);
  out.fill(held_length, static_cast<std::uint64_t>(out.size() - held_begin));
  out.number(std::uint16_t{1});
  out.text(kTrendRoom);
  const std::size_t room_length = out.reserve<std::uint64_t>();
  const std::size_t room_begin = out.size();
  out.with_string([&](std::string& rooms) { trends_->snapshot(key_group, rooms); });
  out.fill(room_length, static_cast<std::uint64_t>(out.size() - room_begin));
  out.number(crc32c(out.written(begin)));
  out.number(kEndMark);
}

Status WorkloadEngine::restore(KeyGroup key_group, std::span<const std::byte> in) {
  const std::string_view bytes(reinterpret_cast<const char*>(in.data()), in.size());
  if (Status checked = check_envelope(key_group, bytes); !checked.ok()) return checked;
  StateReader body(bytes.substr(0, bytes.size() - kTrailer));
  body.bytes(2 * sizeof(std::uint32_t));
  const auto stored = body.number<KeyGroup>();
  if (stored != key_group) return bad_state(key_group, "it is of key group " + std::to_string(stored));
  if (Status restored = restore_parts(key_group, body); !restored.ok()) return restored;
  if (body.failed()) return bad_state(key_group, "truncated");
  if (body.left() != 0) return bad_state(key_group, "bytes too many");
  return {};
}

Status WorkloadEngine::restore_parts(KeyGroup key_group, StateReader& in) {
  const auto watermark = in.number<Timestamp>();
  const auto newest = in.number<Timestamp>();
  StateReader held(in.bytes(in.number<std::uint64_t>()));
  Result<EventBatch> batch = read_held(held, workload_->schema, key_group);
  if (!batch.ok()) return batch.error();
  if (held.left() != 0) return bad_state(key_group, "bytes too many behind the held events");
  restored_watermark_[key_group] = watermark;
  if (newest != kBeforeTime) newest_unheld_[key_group] = newest;
  if (Status taken = apply(std::move(*batch)); !taken.ok()) {
    return bad_state(key_group, "held events: " + taken.error().message);
  }
  const auto rooms = in.number<std::uint16_t>();
  for (std::uint16_t room = 0; room < rooms; ++room) {
    const bool known = in.text() == kTrendRoom;
    const std::string_view content = in.bytes(in.number<std::uint64_t>());
    if (in.failed() || !known) continue;
    if (Status restored = trends_->restore(key_group, std::as_bytes(std::span(content))); !restored.ok()) {
      return restored;
    }
    const Timestamp fence = std::max(watermark, newest);
    if (fence != kBeforeTime) trends_->fence_new_queries(key_group, fence, watermark);
  }
  return {};
}

}  // namespace horatio
