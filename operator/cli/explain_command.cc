// SPDX-License-Identifier: Apache-2.0
#include "operator/cli/explain_command.h"

#include <memory>

#include "engine/plan/merged_template.h"
#include "operator/cli/output_file.h"
#include "operator/cli/workload_file.h"

namespace horatio::process {

Status explain(const ExplainOptions& options, Diagnostics& diagnostics) {
  const Result<LoadedWorkload> loaded = load_workload(options.workload, options.unit);
  if (!loaded.ok()) return loaded.error();
  for (const std::string& warning : loaded->warnings) diagnostics.message(warning);
  Result<std::unique_ptr<OutputFile>> out = OutputFile::open("-");
  if (!out.ok()) return out.error();
  std::string& text = (*out)->buffer();
  if (options.dot) {
    text += to_dot(merged_template(*loaded->workload), *loaded->workload);
    return (*out)->commit();
  }
  text += canonical_text(loaded->workload->schema);
  if (!text.ends_with('\n')) text += '\n';
  text += '\n' + horatio::explain(*loaded->workload, options.engine);
  if (!text.ends_with('\n')) text += '\n';
  return (*out)->commit();
}

}  // namespace horatio::process
