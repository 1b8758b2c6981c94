// The numbers of a graph for the exercise that builds an engine of its own. Part of given.hpp.
#pragma once

#include <memory>

#include "exercises/learn.hpp"

namespace heed::learn::types {

struct ValueNode;
/// A number that knows what it was computed from. Copies name the same number; *value is its node.
using Value = std::shared_ptr<ValueNode>;

struct ValueNode {
  double data = 0;
  double grad = 0;              // d(output) / d(this number), once backward has run
  std::vector<Value> inputs{};  // what it was computed from; none: a leaf
  /// Called with the gradient of this number, adds to the grad of each input its share. None in a leaf.
  std::function<void(double)> pull{};

  /// Frees a long chain in a loop, not by recursion.
  ~ValueNode();
};

}  // namespace heed::learn::types

namespace heed::learn::given {

/// A new number: given::value(2.0) is a leaf.
types::Value value(double data, std::vector<types::Value> inputs = {}, std::function<void(double)> pull = {});

}  // namespace heed::learn::given
