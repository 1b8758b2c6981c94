// Variable: a value, and how it was made. The whole engine is this header, variable.cpp (recording), node.hpp
// and node.cpp (the graph) and backward.cpp (the sweep): at most 300 lines of code, as a test counts.
#pragma once

#include <cstddef>
#include <cstring>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "lib/array/array.hpp"

namespace heed::inline HEED_PRECISION {

struct Node;

struct BackwardOptions {
  /// dL/d(this), of this variable's shape. May be left out for a single element, where it is 1.
  Array gradient{};
  /// Keep what backward needs, so that it can be called again on the same graph.
  bool retain_graph = false;
};

/// A node of the computation graph together with its value: cheap to copy, copies are the same variable.
class Variable {
 public:
  /// No variable: defined() is false.
  Variable() = default;
  /// A constant: no gradient flows to it.
  explicit Variable(Array value) : Variable(std::move(value), nullptr) {}
  /// A leaf whose gradient is wanted: a parameter, or an input under study. `name` appears in error messages.
  static Variable parameter(Array value, std::string name = "");

  bool defined() const { return cell_ != nullptr; }
  const Array& value() const;
  const Shape& shape() const { return value().shape(); }
  int rank() const { return shape().rank(); }
  std::int64_t dim(int axis) const { return shape().dim(axis); }
  std::int64_t size() const { return value().size(); }
  Scalar item() const { return value().item(); }

  bool requires_grad() const { return defined() && cell_->node; }
  bool is_leaf() const;
  /// The gradient summed over all backward calls since zero_grad(); undefined before the first. Only leaves
  /// keep it.
  const Array& grad() const;
  void zero_grad();
  /// An undefined array is none. Throws ShapeError; Error if this is no leaf.
  void set_grad(Array gradient);

  /// Gives a leaf another value of the same shape (an optimiser's step). Throws ShapeError; Error if it is no
  /// leaf.
  void set_value(Array value);
  /// The leaf's elements for writing in place.
  Scalar* mutable_data();

  std::string name() const;
  void set_name(std::string name);

  /// The same value, cut off from the graph.
  Variable detach() const { return Variable(value()); }

  /// Adds dL/d(leaf) to grad() of every leaf that this was computed from, and frees the graph.
  /// Throws ShapeError if there is more than one element and no gradient, or if the gradient has another
  /// shape; Error if the graph has been freed by an earlier call, or if nothing here requires a gradient.
  void backward(const BackwardOptions& options = {}) const;

  bool same_as(const Variable& other) const { return cell_ == other.cell_; }

  /// For the engine and its observers: null where no gradient is wanted.
  std::shared_ptr<Node> node() const { return defined() ? cell_->node : nullptr; }
  Variable(Array value, std::shared_ptr<Node> node);

 private:
  struct Cell {
    Array value;
    std::shared_ptr<Node> node;
  };
  std::shared_ptr<Cell> cell_;
};

// ---- how an op is recorded ----

/// Turns the gradient of an op's result into the gradient of one of its inputs. Captures Arrays, never
/// Variables, so that no cycle can form. May return a shape to which the input was broadcast: the sweep sums
/// over what was repeated.
using Pullback = std::function<Array(const Array& g)>;

/// An input of an op and the way back to it.
struct Edge {
  const Variable& input;
  Pullback pullback;
};

/// The pullback of a node leaves here the gradients of its inputs, which are numbered as they were recorded.
class Gradients {
 public:
  /// Says if anybody wants the gradient of input i.
  bool needs(std::size_t i) const;
  /// Adds a gradient, if it is wanted.
  void add(std::size_t i, const Array& gradient);

  /// The memory of a gradient, to add to in place. If `fresh`, nothing stands there yet: overwrite all of it.
  struct Target {
    std::span<Scalar> memory;
    bool fresh;
    /// The same with zeros in a fresh memory.
    Scalar* zeroed() const {
      if (fresh) std::memset(memory.data(), 0, memory.size_bytes());
      return memory.data();
    }
  };
  Target target(std::size_t i);

 private:
  friend class Sweep;
  Gradients(class Sweep& sweep, Node& node) : sweep_(sweep), node_(node) {}
  class Sweep& sweep_;
  Node& node_;
};

/// One computation that gives the gradients of several inputs.
using JointPullback = std::function<void(const Array& g, Gradients& into)>;

/// The result of `op`: record("exp", y, {{x, [y](const Array& g) { return g * y; }}}).
Variable record(const char* op, Array value, std::span<Edge> edges);
template <std::size_t N>
Variable record(const char* op, Array value, Edge (&&edges)[N]) {
  return record(op, std::move(value), std::span<Edge>(edges));
}
Variable record_joint(const char* op, Array value, const std::vector<Variable>& inputs,
                      JointPullback pullback);

}  // namespace heed
