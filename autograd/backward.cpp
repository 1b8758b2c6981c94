// The backward sweep, once for all ops: from the newest node to the oldest, each exactly once.
#include <algorithm>
#include <unordered_map>

#include "autograd/node.hpp"
#include "autograd/observer.hpp"
#include "lib/array/elementwise.hpp"
#include "lib/array/reduce.hpp"
#include "lib/core/error.hpp"
#include "lib/core/memory_error.hpp"

namespace heed::inline HEED_PRECISION {

class Sweep {
 public:
  explicit Sweep(const BackwardOptions& options) : retain_graph_(options.retain_graph) {}

  /// An error on the way leaves no half-summed gradients behind, neither in the graph nor in the leaves.
  ~Sweep() {
    for (const auto& node : waiting_) node->grad = Array();
    for (auto& [leaf, earlier] : earlier_) leaf->grad = std::move(earlier);
  }

  void run(const std::shared_ptr<Node>& root, const Array& seed) {
    arrive(root, seed, "backward");
    while (!waiting_.empty()) {
      std::pop_heap(waiting_.begin(), waiting_.end(), older);
      const std::shared_ptr<Node> node = std::move(waiting_.back());
      waiting_.pop_back();
      pull(*node, std::exchange(node->grad, Array()));
    }
    earlier_.clear();
  }

  /// The gradient `g` comes to `node` from one of the ops that used it; gradients of several uses add up, and
  /// where the value was repeated to fit an op, those of its copies.
  void arrive(const std::shared_ptr<Node>& node, const Array& g, const char* from) {
    if (!broadcasts_to(node->shape, g.shape()))
      throw_error<ShapeError>("[{}] its backward gave a gradient of shape {} for {}", from, g.shape(),
                              describe(*node));
    tell_observers([&](Observer& o) { o.arriving(from, *node, g); });
    open(node);
    if (node->grad.defined()) {
      add_into(node->grad, sum_to(g, node->shape));
    } else {
      node->grad = sum_to(g, node->shape);
    }
  }

  /// Before its first gradient comes, a node begins to wait for its turn; a leaf, where gradients stay, has
  /// none, but what earlier calls left there is kept until nothing can fail any more.
  void open(const std::shared_ptr<Node>& node) {
    if (node->leaf) {
      earlier_.try_emplace(node, node->grad);
    } else if (!node->grad.defined()) {
      waiting_.push_back(node);
      std::push_heap(waiting_.begin(), waiting_.end(), older);
    }
  }

 private:
  static constexpr auto older = [](const auto& a, const auto& b) { return a->number < b->number; };

  void pull(Node& node, const Array& g) {
    if (!node.pullback)
      throw_error<Error>("backward: {} was freed by an earlier backward() without {{.retain_graph = true}}",
                         describe(node));
    const Computing computing(node.op);
    Gradients into(*this, node);
    node.pullback(g, into);
    tell_observers([&](Observer& o) { o.pulled(node); });
    if (retain_graph_) return;
    node.inputs.clear();
    node.pullback = nullptr;
  }

  bool retain_graph_;
  std::vector<std::shared_ptr<Node>> waiting_;                // a heap, the newest node on top
  std::unordered_map<std::shared_ptr<Node>, Array> earlier_;  // of each leaf that was reached
};

bool Gradients::needs(std::size_t i) const { return node_.inputs[i] != nullptr; }

void Gradients::add(std::size_t i, const Array& gradient) {
  if (needs(i)) sweep_.arrive(node_.inputs[i], gradient, node_.op);
}

Gradients::Target Gradients::target(std::size_t i) {
  Node& input = *node_.inputs[i];
  sweep_.open(node_.inputs[i]);
  const bool fresh = !input.grad.defined();
  if (fresh) input.grad = Array(input.shape);
  return {{input.grad.mutable_data(), static_cast<std::size_t>(input.grad.size())}, fresh};
}

void Variable::backward(const BackwardOptions& options) const {
  if (!requires_grad())
    throw_error<Error>(
        "backward: nothing behind this requires a gradient (was it made under NoGrad, or detached?)");
  const Array one = Array::ones(size() == 1 ? shape() : Shape{});
  const Array& gradient = options.gradient.defined() ? options.gradient : one;
  if (gradient.shape() != shape()) {
    throw_error<ShapeError>(
        "[backward] the result has shape {}, its gradient {}: reduce the result to one element with sum or "
        "mean, or give a gradient of its shape, as backward({{.gradient = g}})",
        shape(), gradient.shape());
  }
  Sweep(options).run(node(), gradient);
}

}  // namespace heed
