// A node of the graph. Only the engine looks inside.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "autograd/variable.hpp"

namespace heed {

/// What the backward sweep needs to know of one result. The value is not here: it dies with its last Variable
/// unless a pullback captured it.
struct Node {
  Node(const char* made_by, Shape of_shape);
  ~Node();
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;

  const char* op;
  /// Nodes are numbered as they are made: an input always has a smaller number than what is made from it.
  std::uint64_t number;
  Shape shape;
  std::string name;
  Array grad;
  /// Null where no gradient is wanted.
  std::vector<std::shared_ptr<Node>> inputs;
  std::vector<Pullback> pullbacks;  // one for each input, or
  JointPullback joint;              // one for all
  bool leaf = false;
  bool reached = false;  // a leaf to which the running sweep has brought a gradient
  bool freed = false;
};

/// "[op] 'name' (2, 3)" for error messages.
std::string describe(const Node& node);

bool anomaly_enabled();
/// Throws NumericError if an element is NaN or infinite; `what` opens the text.
void check_finite(const Array& array, const std::string& what);

}  // namespace heed
