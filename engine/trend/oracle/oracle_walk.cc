// SPDX-License-Identifier: Apache-2.0
#include "engine/trend/oracle/oracle_walk.h"

#include <algorithm>
#include <cassert>

namespace horatio::oracle {
namespace {

using Kind = PatternNode::Kind;

bool can_be_empty(const PatternNode& node) {
  switch (node.kind) {
    case Kind::kSequence:
      return std::ranges::all_of(node.children, [](const PatternNode& part) {
        return part.kind == Kind::kNot || can_be_empty(part);
      });
    case Kind::kRepeat:
      return node.min == 0 || can_be_empty(node.children.front());
    case Kind::kOr:
      return std::ranges::any_of(node.children, can_be_empty);
    default:
      return false;
  }
}

template <class T>
void add_once(std::vector<T>& list, T item) {
  if (std::ranges::find(list, item) == list.end()) list.push_back(std::move(item));
}

// Where a repetition has no upper bound, iterations past the least number make no difference.
std::uint32_t counted(const PatternNode& repeat, std::uint32_t iterations) {
  const bool unbounded = repeat.max == PatternNode::kUnbounded;
  return unbounded ? std::min(iterations, std::max(repeat.min, 1U)) : iterations;
}

}  // namespace

PatternWalk::PatternWalk(const PatternNode& root) : root_(root) {
  Stand start;
  Path path;
  enter(root_, path, {}, start);
  start.ends.clear();  // the empty trend does not count
  stands_.push_back(std::move(start));
}

const PatternWalk::Stand& PatternWalk::stand(std::size_t number) {
  while (stands_.size() <= number) {
    Stand next;
    leave(paths_[stands_.size() - 1], {}, next);
    stands_.push_back(std::move(next));
  }
  return stands_[number];
}

// All places at which an event can be the first of `node`.
void PatternWalk::enter(const PatternNode& node, Path& path, const Nots& nots, Stand& out) {
  switch (node.kind) {
    case Kind::kType:
      add_once(out.steps, Step{node.place, number_of(path), nots});
      break;
    case Kind::kSequence: {
      Nots passed = nots;
      go_through(node, 0, path, passed, out);
      break;
    }
    case Kind::kRepeat:
      path.push_back({&node, 1});
      enter(node.children.front(), path, nots, out);
      path.pop_back();
      break;
    case Kind::kOr:
      for (const PatternNode& branch : node.children) enter(branch, path, nots, out);
      break;
    default:
      assert(false);
  }
}

// Enters the parts from `part` on as long as those before can be empty; true if the sequence's end is
// reached. `nots` gathers those passed. A part that can be empty has no NOT on an empty way through it.
bool PatternWalk::go_through(const PatternNode& sequence, std::size_t part, Path& path, Nots& nots,
                             Stand& out) {
  for (; part < sequence.children.size(); ++part) {
    const PatternNode& child = sequence.children[part];
    if (child.kind == Kind::kNot) {
      nots.push_back(&child);
      continue;
    }
    path.push_back({&sequence, static_cast<std::uint32_t>(part)});
    enter(child, path, nots, out);
    path.pop_back();
    if (!can_be_empty(child)) return false;
  }
  return true;
}

// On from the end of what the last frame of `path` holds.
void PatternWalk::leave(Path path, Nots nots, Stand& out) {
  if (path.empty()) {
    add_once(out.ends, std::move(nots));
    return;
  }
  const Frame frame = path.back();
  const PatternNode& node = *frame.node;
  path.pop_back();
  if (node.kind == Kind::kSequence) {
    if (go_through(node, frame.at + 1, path, nots, out)) leave(std::move(path), std::move(nots), out);
    return;
  }
  if (frame.at < node.max) {
    path.push_back({&node, counted(node, frame.at + 1)});
    enter(node.children.front(), path, nots, out);
    path.pop_back();
  }
  // Iterations that are still required may be empty.
  if (frame.at >= node.min || can_be_empty(node.children.front()))
    leave(std::move(path), std::move(nots), out);
}

std::size_t PatternWalk::number_of(const Path& path) {
  const auto [found, fresh] = numbers_.try_emplace(path, paths_.size() + 1);
  if (fresh) paths_.push_back(path);
  return found->second;
}

}  // namespace horatio::oracle
