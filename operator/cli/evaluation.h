// SPDX-License-Identifier: Apache-2.0
// Drives an engine over batches: hands over events, moves the watermark, and passes on every row that becomes
// due before the next events come. Owned by one thread.
#pragma once

#include "engine/model/event_batch.h"
#include "engine/model/status.h"
#include "engine/plan/engine.h"
#include "operator/cli/output_file.h"
#include "operator/cli/result_printer.h"

namespace horatio::process {

class Evaluation {
 public:
  // REQUIRES: all arguments outlive this.
  Evaluation(Engine& engine, ResultPrinter& printer, OutputFile& out)
      : engine_(engine), printer_(printer), out_(out) {}

  // Takes events, after which none at or before `watermark` is to come. Errors: the engine's; kFile
  // (writing).
  Status take(EventBatch batch, Timestamp watermark);

  // The input has ended: everything is due.
  Status finish();

 private:
  Status advance(Timestamp watermark);
  Status emit();

  Engine& engine_;
  ResultPrinter& printer_;
  OutputFile& out_;
};

}  // namespace horatio::process
