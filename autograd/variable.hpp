// Variable: a value, and how it was made. The whole engine is this header, variable.cpp
// (recording) and backward.cpp (the sweep).
#pragma once

#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "lib/array/array.hpp"

namespace heed {

struct Node;

struct BackwardOptions {
  /// dL/d(this), of this variable's shape. May be left out for a single element, where it is 1.
  Array gradient{};
  /// Keep what backward needs, so that it can be called again on the same graph.
  bool retain_graph = false;
  /// Called with each leaf (`p.node().get()` is its address) as soon as its grad() is final, while the sweep
  /// goes on with the rest: as torch.Tensor.register_post_accumulate_grad_hook. What it throws ends the
  /// sweep.
  std::function<void(const Node& leaf)> post_accumulate_grad{};
};

/// A node of the computation graph together with its value: cheap to copy, copies are the same variable.
class Variable {
 public:
  /// No variable: defined() is false.
  Variable() = default;
  /// A constant: no gradient flows to it.
  explicit Variable(Array value);
  /// A leaf whose gradient is wanted: a parameter, or an input under study. `name` appears in error messages.
  static Variable parameter(Array value, std::string name = "");

  bool defined() const { return cell_ != nullptr; }
  const Array& value() const;
  const Shape& shape() const { return value().shape(); }
  int rank() const { return shape().rank(); }
  std::int64_t dim(int axis) const { return shape().dim(axis); }
  std::int64_t size() const { return value().size(); }
  Scalar item() const { return value().item(); }

  bool requires_grad() const { return node() != nullptr; }
  bool is_leaf() const;
  /// The gradient summed over all backward calls since zero_grad(); undefined before the first. Only leaves
  /// keep it.
  const Array& grad() const;
  void zero_grad();
  void set_grad(Array gradient);

  /// Gives a leaf another value of the same shape (an optimiser's step). Throws ShapeError; Error if it is no
  /// leaf.
  void set_value(Array value);
  /// The leaf's elements for writing in place.
  Scalar* mutable_data();

  const std::string& name() const;
  void set_name(std::string name);

  /// The same value, cut off from the graph.
  Variable detach() const { return Variable(value()); }

  /// Adds dL/d(leaf) to grad() of every leaf that this was computed from, and frees the graph.
  /// Throws ShapeError if there is more than one element and no gradient, or if the gradient has another
  /// shape; Error if the graph has been freed by an earlier call, or if nothing here requires a gradient.
  void backward(const BackwardOptions& options = {}) const;

  /// For the engine.
  const std::shared_ptr<Node>& node() const;
  bool same_as(const Variable& other) const { return cell_ == other.cell_; }

 private:
  friend Variable make_variable(Array value, std::shared_ptr<Node> node);
  struct Cell;
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

/// Where a joint pullback leaves the gradients of its inputs, which are numbered as they were recorded.
class Gradients {
 public:
  /// Whether anybody wants the gradient of input i.
  bool needs(int i) const;
  /// Adds a gradient.
  void add(int i, Array gradient);
  /// The memory of gradient i, to add to in place. If `fresh`, nothing stands there yet: overwrite all of it.
  struct Target {
    Scalar* data;
    bool fresh;
  };
  Target target(int i);
  /// As target, with zeros instead of a fresh memory.
  Scalar* accumulator(int i);

 private:
  friend class Sweep;
  Gradients(class Sweep& sweep, Node& node) : sweep_(sweep), node_(node) {}
  class Sweep& sweep_;
  Node& node_;
};

/// One computation that gives the gradients of several inputs.
using JointPullback = std::function<void(const Array& g, Gradients& into)>;

namespace detail {
Variable record_edges(const char* op, Array value, Edge* edges, std::size_t count);
}

/// The result of `op`: record("exp", y, {{x, [y](const Array& g) { return g * y; }}}).
template <std::size_t N>
Variable record(const char* op, Array value, Edge (&&edges)[N]) {
  return detail::record_edges(op, std::move(value), edges, N);
}
Variable record(const char* op, Array value, std::vector<Edge> edges);
Variable record_joint(const char* op, Array value, const std::vector<Variable>& inputs,
                      JointPullback pullback);

// ---- modes ----

bool grad_enabled();

/// While it lives, nothing is recorded on this thread: `NoGrad no_grad;`.
class NoGrad {
 public:
  NoGrad();
  ~NoGrad();
  NoGrad(const NoGrad&) = delete;
  NoGrad& operator=(const NoGrad&) = delete;

 private:
  bool before_;
};

/// While it lives, every value and every gradient is searched for NaN and infinity; the first one found
/// throws NumericError with the op, the tensor and the coordinate.
class DetectAnomaly {
 public:
  DetectAnomaly();
  ~DetectAnomaly();
  DetectAnomaly(const DetectAnomaly&) = delete;
  DetectAnomaly& operator=(const DetectAnomaly&) = delete;

 private:
  bool before_;
};

/// Graph nodes alive in the program: 0 when nothing is kept.
std::int64_t live_nodes();

}  // namespace heed
