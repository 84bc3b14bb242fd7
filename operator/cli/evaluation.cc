// SPDX-License-Identifier: Apache-2.0
#include "operator/cli/evaluation.h"

#include <cstddef>
#include <utility>

namespace horatio::process {
namespace {

// Bounds the rows and the work between two looks at the output, whose reader may have gone.
constexpr std::size_t kEventsAtOnce = 64 * 1024;
constexpr std::size_t kRowsAtOnce = 4096;

}  // namespace

Status Evaluation::take(EventBatch batch, Timestamp watermark) {
  if (!batch.blocks.empty()) {
    if (Status status = engine_.apply(std::move(batch)); !status.ok()) return status;
  }
  if (watermark == kBeforeTime) return {};
  return advance(watermark);
}

Status Evaluation::finish() {
  if (Status status = advance(kEndOfTime); !status.ok()) return status;
  printer_.finish();
  return out_.flush();
}

Status Evaluation::advance(Timestamp watermark) {
  for (bool done = false; !done;) {
    const Result<bool> advanced = engine_.advance(watermark, kEventsAtOnce);
    if (!advanced.ok()) return advanced.error();
    done = *advanced;
    if (Status status = emit(); !status.ok()) return status;
  }
  return {};
}

Status Evaluation::emit() {
  for (bool done = false; !done;) {
    done = engine_.emit(printer_, kRowsAtOnce);
    if (!out_.written()) return out_.flush();
  }
  return {};
}

}  // namespace horatio::process
