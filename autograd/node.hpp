// A node of the graph. Only the engine and its observers look inside.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "autograd/live_nodes.hpp"
#include "autograd/variable.hpp"
#include "lib/core/release.hpp"

namespace heed::inline HEED_PRECISION {

/// A node is what the backward sweep needs to know of one result. The value is not here: it dies with its
/// last Variable unless a pullback captured it.
struct Node {
  Node(const char* made_by, const Shape& of_shape) : op(made_by), shape(of_shape) {}
  ~Node() { release(std::move(inputs)); }
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;

  const char* op;
  /// Nodes are numbered as they are made: an input always has a smaller number than what is made from it.
  std::uint64_t number = next_number();
  Shape shape;
  std::string name;
  Array grad;
  /// Null where no gradient is wanted.
  std::vector<std::shared_ptr<Node>> inputs;
  /// Gives the gradients of all inputs. None in a leaf, nor once the graph has been freed.
  JointPullback pullback;
  bool leaf = false;
  CountedNode counted{};

  static std::uint64_t next_number();
};

/// "'name' (2, 3)", or "[op] (2, 3)" if it has no name, for error messages.
std::string describe(const Node& node);

}  // namespace heed
