// A tensor as a picture of characters, for the last word of an exercise.
#pragma once

#include <string>
#include <vector>

#include "exercises/learn.hpp"

namespace heed::demos {

/// x (R, C) as R lines of C signs, from ' ' (the smallest number) over ░ ▒ ▓ to █ (the largest). A line
/// begins with '\n' and two blanks; what is not finite is a '?'.
std::string picture(const learn::Tensor& x);

/// Attention weights (Q, K) with a word for each query and key: lines of columns, each cell as dark as its
/// weight, from ' ' (0) to █ (1). A line begins with '\n' and two blanks.
std::string heat_map(const learn::Tensor& weights, const std::vector<std::string>& queries,
                     const std::vector<std::string>& keys);

/// A number of a computation, and the places of those that it was computed from.
struct GraphNode {
  std::string text;
  std::vector<int> operands{};
};
/// The graph of the last node as a tree: below each node its operands, but once. A line begins with '\n' and
/// two blanks.
std::string graph(const std::vector<GraphNode>& nodes);

/// "3e-16", or "0" for 0.
std::string magnitude(double x);

}  // namespace heed::demos
