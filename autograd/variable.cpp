#include "autograd/variable.hpp"

#include "autograd/no_grad.hpp"
#include "autograd/node.hpp"
#include "autograd/observer.hpp"
#include "lib/core/error.hpp"

namespace heed::inline HEED_PRECISION {

Variable::Variable(Array value, std::shared_ptr<Node> node)
    : cell_(std::make_shared<Cell>(Cell{std::move(value), std::move(node)})) {}

Variable Variable::parameter(Array value, std::string name) {
  auto node = std::make_shared<Node>("parameter", value.shape());
  node->leaf = true;
  node->name = std::move(name);
  return Variable(std::move(value), std::move(node));
}

const Array& Variable::value() const {
  if (!defined()) throw_error<Error>("a Variable was used that was never given a value");
  return cell_->value;
}

// ---- leaves ----

namespace {

/// Throws Error if no gradient comes to stay at v.
Node& leaf_of(const Variable& v, const char* what) {
  if (!v.requires_grad() || !v.is_leaf())
    throw_error<Error>("{}: no leaf that requires a gradient; make one with Variable::parameter", what);
  return *v.node();
}

Node& leaf_for(const Array& given, const Variable& v, const char* what) {
  Node& leaf = leaf_of(v, what);
  if (given.shape() != leaf.shape)
    throw_error<ShapeError>("[{}] an array of shape {} for {}", what, given.shape(), describe(leaf));
  return leaf;
}

}  // namespace

bool Variable::is_leaf() const { return !requires_grad() || cell_->node->leaf; }
const Array& Variable::grad() const { return leaf_of(*this, "grad").grad; }
void Variable::zero_grad() { leaf_of(*this, "zero_grad").grad = Array(); }
void Variable::set_grad(Array gradient) {
  if (!gradient.defined()) return zero_grad();
  leaf_for(gradient, *this, "set_grad").grad = std::move(gradient);
}

void Variable::set_value(Array value) {
  leaf_for(value, *this, "set_value");
  cell_->value = std::move(value);
}

Scalar* Variable::mutable_data() {
  leaf_of(*this, "mutable_data");
  return cell_->value.mutable_data();
}

std::string Variable::name() const { return requires_grad() ? cell_->node->name : ""; }
void Variable::set_name(std::string name) {
  if (requires_grad()) cell_->node->name = std::move(name);
}

// ---- recording ----

namespace {

/// The result of an op on `count` inputs, of which input(i) is one: a constant, unless the gradient of one of
/// them is wanted.
template <typename Input, typename WayBack>
Variable recorded(const char* op, Array value, std::size_t count, Input input, WayBack way_back) {
  tell_observers([&](Observer& o) {
    std::vector<Variable> inputs;
    for (std::size_t i = 0; i < count; ++i) inputs.push_back(input(i));
    o.computed(op, value, inputs);
  });
  bool wanted = false;
  for (std::size_t i = 0; i < count; ++i) wanted = wanted || input(i).requires_grad();
  if (!wanted || !grad_enabled()) return Variable(std::move(value));
  auto node = std::make_shared<Node>(op, value.shape());
  node->inputs.reserve(count);
  for (std::size_t i = 0; i < count; ++i) node->inputs.push_back(input(i).node());
  node->pullback = way_back();
  return Variable(std::move(value), std::move(node));
}

}  // namespace

Variable record(const char* op, Array value, std::span<Edge> edges) {
  const auto input = [&](std::size_t i) -> const Variable& { return edges[i].input; };
  return recorded(op, std::move(value), edges.size(), input, [&] {
    std::vector<Pullback> ways;
    ways.reserve(edges.size());
    for (Edge& edge : edges) ways.push_back(std::move(edge.pullback));
    return [ways = std::move(ways)](const Array& g, Gradients& into) {
      for (std::size_t i = 0; i < ways.size(); ++i) {
        if (into.needs(i)) into.add(i, ways[i](g));
      }
    };
  });
}

Variable record_joint(const char* op, Array value, const std::vector<Variable>& inputs,
                      JointPullback pullback) {
  const auto input = [&](std::size_t i) -> const Variable& { return inputs[i]; };
  return recorded(op, std::move(value), inputs.size(), input, [&] { return std::move(pullback); });
}

}  // namespace heed
