// SPDX-License-Identifier: Apache-2.0
// The ways of a parse through a pattern tree. Where a parse stands after an event is the path from the root
// to the event's place: for each sequence on it the part, for each repetition the number of iterations begun.
// From there the tree itself is walked to the places that the next event may fill and to the end of the
// pattern, and the NOTs passed on the way are those that stand between the two events (rules 3 and 6). Paths
// are numbered as they are met; a repetition without an upper bound counts no further than its least number,
// so they are few.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <utility>
#include <vector>

#include "engine/model/pattern.h"

namespace horatio::oracle {

class PatternWalk {
 public:
  using Nots = std::vector<const PatternNode*>;
  struct Step {  // to the next event
    PlaceId place = 0;
    std::size_t to = 0;
    Nots nots;
    bool operator==(const Step&) const = default;
  };
  struct Stand {
    std::vector<Step> steps;
    std::vector<Nots> ends;  // the NOTs on each way to the end of the pattern; none: it cannot end here
  };
  static constexpr std::size_t kStart = 0;  // before the first event

  // `root` outlives the walk. It may hold no AND.
  explicit PatternWalk(const PatternNode& root);

  // Valid as long as the walk.
  const Stand& stand(std::size_t number);

 private:
  struct Frame {
    const PatternNode* node;
    std::uint32_t at;  // of a sequence: the part; of a repetition: iterations begun
    auto operator<=>(const Frame&) const = default;
  };
  using Path = std::vector<Frame>;

  void enter(const PatternNode& node, Path& path, const Nots& nots, Stand& out);
  bool go_through(const PatternNode& sequence, std::size_t part, Path& path, Nots& nots, Stand& out);
  void leave(Path path, Nots nots, Stand& out);
  std::size_t number_of(const Path& path);

  const PatternNode& root_;
  std::map<Path, std::size_t> numbers_;
  std::vector<Path> paths_;  // from number 1 on
  std::deque<Stand> stands_;
};

}  // namespace horatio::oracle
