// How many graph nodes are alive.
#pragma once

#include <atomic>
#include <cstdint>

#include "lib/core/scalar.hpp"

namespace heed::inline HEED_PRECISION {

/// A part of each node, by which they are counted.
class CountedNode {
 public:
  CountedNode() { ++alive_; }
  ~CountedNode() { --alive_; }
  CountedNode(const CountedNode&) = delete;
  CountedNode& operator=(const CountedNode&) = delete;

 private:
  friend std::int64_t live_nodes();
  static inline std::atomic<std::int64_t> alive_{0};
};

/// Graph nodes alive in the program: 0 when nothing is kept.
inline std::int64_t live_nodes() { return CountedNode::alive_; }

}  // namespace heed
