// The backward sweep, once for all ops: from the newest node to the oldest, each exactly once.
#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "autograd/node.hpp"
#include "autograd/op_profile.hpp"
#include "autograd/variable.hpp"
#include "lib/array/elementwise.hpp"
#include "lib/array/reduce.hpp"
#include "lib/core/error.hpp"
#include "lib/core/memory_error.hpp"

namespace heed {

class Sweep {
 public:
  explicit Sweep(const BackwardOptions& options)
      : retain_(options.retain_graph), on_final_(options.post_accumulate_grad) {}

  /// An error on the way leaves no half-summed gradients behind, neither in the graph nor in the leaves.
  ~Sweep() {
    for (const auto& node : waiting_) node->grad = Array();
    for (Leaf& leaf : leaves_) {
      leaf.node->grad = std::move(leaf.earlier);
      leaf.node->reached = false;
    }
  }

  void run(const std::shared_ptr<Node>& root, const Array& seed) {
    if (on_final_) count_uses(root);
    arrive(root, seed, "backward");
    while (!waiting_.empty()) {
      std::pop_heap(waiting_.begin(), waiting_.end(), older);
      const std::shared_ptr<Node> node = std::move(waiting_.back());
      waiting_.pop_back();
      pull(*node, std::exchange(node->grad, Array()));
    }
    for (Leaf& leaf : leaves_) settle(leaf);
    for (Leaf& leaf : leaves_) leaf.node->reached = false;
    leaves_.clear();
  }

  /// The gradient `g` comes to `node` from one of the ops that used it; gradients of several uses add up.
  void arrive(const std::shared_ptr<Node>& node, Array g, const char* from) {
    if (g.shape() != node->shape) {
      if (broadcasts(node->shape, g.shape())) g = sum_to(g, node->shape);
      if (g.shape() != node->shape) {
        throw_error<ShapeError>("[{}] its backward gave a gradient of shape {} for {}", from, g.shape(),
                                describe(*node));
      }
    }
    if (anomaly_enabled())
      check_finite(g, fmt::format("backward: the gradient that [{}] gives to {}", from, describe(*node)));
    open(node);
    if (node->grad.defined()) {
      add_into(node->grad, g);
      if (anomaly_enabled())
        check_finite(node->grad, fmt::format("backward: the sum of the gradients of {}, with that of [{}],",
                                             describe(*node), from));
    } else {
      node->grad = std::move(g);
      enqueue(node);
    }
  }

  /// What earlier calls left in a leaf is laid aside until this one has come to its end.
  void open(const std::shared_ptr<Node>& node) {
    if (!node->leaf || node->reached) return;
    leaves_.push_back({node, std::exchange(node->grad, Array())});
    node->reached = true;
  }

  void enqueue(const std::shared_ptr<Node>& node) {
    if (node->leaf) return;  // the gradient of a leaf stays there
    waiting_.push_back(node);
    std::push_heap(waiting_.begin(), waiting_.end(), older);
  }

 private:
  struct Leaf {
    std::shared_ptr<Node> node;
    Array earlier;  // what stood there is kept until nothing can fail any more
    bool settled = false;
  };

  /// Nothing will be added to the leaf any more: with what earlier calls left there, its gradient is final.
  void settle(Leaf& leaf) {
    if (std::exchange(leaf.settled, true)) return;
    if (leaf.earlier.defined()) {
      Array total = leaf.earlier;
      add_into(total, leaf.node->grad);
      if (anomaly_enabled())
        check_finite(total, fmt::format("backward: the gradient of {} with that of earlier calls added",
                                        describe(*leaf.node)));
      leaf.node->grad = std::move(total);
    }
    if (on_final_) on_final_(*leaf.node);
  }

  /// How often each leaf is an input of what the sweep will visit.
  void count_uses(const std::shared_ptr<Node>& root) {
    std::unordered_set<const Node*> seen{root.get()};
    std::vector<const Node*> to_visit{root.get()};
    while (!to_visit.empty()) {
      const Node* node = to_visit.back();
      to_visit.pop_back();
      for (const auto& input : node->inputs) {
        if (!input) continue;
        if (input->leaf) {
          ++uses_[input.get()];
        } else if (seen.insert(input.get()).second) {
          to_visit.push_back(input.get());
        }
      }
    }
  }

  /// One of the leaf's uses lies behind; after the last one its gradient is final, long before the sweep
  /// ends.
  void used(const Node& leaf) {
    if (--uses_[&leaf] > 0) return;
    const auto found =
        std::find_if(leaves_.begin(), leaves_.end(), [&](const Leaf& l) { return l.node.get() == &leaf; });
    if (found != leaves_.end()) settle(*found);
  }

  static bool older(const std::shared_ptr<Node>& a, const std::shared_ptr<Node>& b) {
    return a->number < b->number;
  }

  static bool broadcasts(const Shape& small, const Shape& large) {
    if (small.rank() > large.rank()) return false;
    for (int i = 1; i <= small.rank(); ++i) {
      if (small.dim(-i) != 1 && small.dim(-i) != large.dim(-i)) return false;
    }
    return true;
  }

  void pull(Node& node, const Array& g) {
    if (node.freed) {
      throw_error<Error>(
          "backward: the graph behind {} was freed by an earlier backward(); compute the result again, or "
          "call the first "
          "one with {{.retain_graph = true}}",
          describe(node));
    }
    const Computing computing(node.op);
    if (node.joint) {
      Gradients into(*this, node);
      node.joint(g, into);
      if (anomaly_enabled()) {
        for (const auto& input : node.inputs) {
          if (input && input->grad.defined())
            check_finite(input->grad, fmt::format("backward: the gradient that [{}] gives to {}", node.op,
                                                  describe(*input)));
        }
      }
    } else {
      for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        if (node.inputs[i]) arrive(node.inputs[i], node.pullbacks[i](g), node.op);
      }
    }
    charge_backward(node.op);
    if (on_final_) {
      for (const auto& input : node.inputs) {
        if (input && input->leaf) used(*input);
      }
    }
    if (retain_) return;
    node.freed = true;
    node.inputs.clear();
    node.pullbacks.clear();
    node.joint = nullptr;
  }

  bool retain_;
  const std::function<void(const Node&)>& on_final_;
  std::vector<std::shared_ptr<Node>> waiting_;  // a heap, the newest node on top
  std::vector<Leaf> leaves_;
  std::unordered_map<const Node*, int> uses_;  // of each leaf, still to come; kept only for on_final_
};

bool Gradients::needs(int i) const { return node_.inputs[static_cast<std::size_t>(i)] != nullptr; }

void Gradients::add(int i, Array gradient) {
  if (needs(i)) sweep_.arrive(node_.inputs[static_cast<std::size_t>(i)], std::move(gradient), node_.op);
}

Gradients::Target Gradients::target(int i) {
  const std::shared_ptr<Node>& input = node_.inputs[static_cast<std::size_t>(i)];
  sweep_.open(input);
  const bool fresh = !input->grad.defined();
  if (fresh) {
    input->grad = Array(input->shape);
    sweep_.enqueue(input);
  }
  return {input->grad.mutable_data(), fresh};
}

Scalar* Gradients::accumulator(int i) {
  const std::shared_ptr<Node>& input = node_.inputs[static_cast<std::size_t>(i)];
  sweep_.open(input);
  if (!input->grad.defined()) {
    input->grad = Array::zeros(input->shape);
    sweep_.enqueue(input);
  }
  return input->grad.mutable_data();
}

void Variable::backward(const BackwardOptions& options) const {
  if (!requires_grad()) {
    throw_error<Error>(
        "backward: nothing that this was computed from requires a gradient (was it computed under NoGrad, or "
        "detached?)");
  }
  Array seed = options.gradient;
  if (!seed.defined()) {
    if (size() != 1) {
      throw_error<ShapeError>(
          "[backward] the result has shape {}, not one element: reduce it with sum or mean, or give its "
          "gradient as "
          "backward({{.gradient = g}})",
          shape());
    }
    seed = Array::ones(shape());
  } else if (seed.shape() != shape()) {
    throw_error<ShapeError>("[backward] a gradient of shape {} for a result of shape {}", seed.shape(),
                            shape());
  }
  Sweep(options).run(node(), seed);
}

}  // namespace heed
