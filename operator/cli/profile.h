// SPDX-License-Identifier: Apache-2.0
// horatio run --profile: what the strategies hamlet and always decided, burst by burst, as files of a folder:
//   profile.json    totals, by type and by query, with times
//   bursts.csv      a row per burst that two queries or more could share
//   template.dot    the merged template of the queries
//   graphlets.dot   the first bursts, each with the graphlets that came of it
// and template.svg, graphlets.svg where Graphviz is there to draw them. A burst of a Kleene sub-pattern of
// several types has the names of them all.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/model/query.h"
#include "engine/plan/engine.h"
#include "operator/cli/diagnostics.h"
#include "operator/cli/output_file.h"

namespace horatio::process {

class Profile final : public trend::SharingObserver {
 public:
  // Makes the folder if it is not there. Errors (kFile): it or a file in it cannot be made.
  static Result<std::unique_ptr<Profile>> open(const std::string& folder);

  // REQUIRES: before the first decision.
  void set_workload(std::shared_ptr<const Workload> workload) { workload_ = std::move(workload); }

  std::uint64_t nanoseconds() override;
  void decided(const trend::BurstDecision& burst) override;

  // Writes all files and says what there is to see. `engine_seconds`: of the whole run.
  Status commit(const EngineStats& stats, Strategy strategy, double engine_seconds, Diagnostics& diagnostics);

 private:
  static constexpr std::size_t kDrawnBursts = 40;
  struct Sums {
    std::uint64_t bursts = 0, events = 0, shared = 0, split = 0, graphlets = 0, event_snapshots = 0;
    std::uint64_t decision_ns = 0, shared_ns = 0, alone_ns = 0;
  };
  struct OfQuery {
    std::uint64_t shared = 0, alone = 0;  // bursts
  };

  Profile(std::string folder, std::unique_ptr<OutputFile> bursts)
      : folder_(std::move(folder)), bursts_(std::move(bursts)) {}

  std::string to_json(const EngineStats& stats, Strategy strategy, double engine_seconds) const;
  std::string graphlets_dot() const;
  std::string names_of_types(const std::vector<TypeId>& types) const;
  std::string names_of(const std::vector<QueryId>& queries) const;
  void summary(const EngineStats& stats, Strategy strategy, double engine_seconds,
               Diagnostics& diagnostics) const;
  Status write(const std::string& name, std::string text) const;

  std::string folder_;
  std::unique_ptr<OutputFile> bursts_;
  std::shared_ptr<const Workload> workload_;
  Sums all_;
  std::map<std::vector<TypeId>, Sums> of_types_;
  std::vector<OfQuery> of_query_;
  std::vector<trend::BurstDecision> drawn_;
};

}  // namespace horatio::process
