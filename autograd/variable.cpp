#include "autograd/variable.hpp"

#include <algorithm>
#include <atomic>

#include "autograd/node.hpp"
#include "autograd/op_profile.hpp"
#include "lib/array/elementwise.hpp"
#include "lib/array/reduce.hpp"
#include "lib/core/error.hpp"

namespace heed {

struct Variable::Cell {
  Array value;
  std::shared_ptr<Node> node;
};

namespace {
std::atomic<std::uint64_t> next_number{0};
std::atomic<std::int64_t> alive{0};
thread_local bool recording = true;
const std::string no_name;
const std::shared_ptr<Node> no_node;
}  // namespace

Node::Node(const char* made_by, Shape of_shape) : op(made_by), number(next_number++), shape(of_shape) {
  ++alive;
}

Node::~Node() {
  --alive;
  // A long chain of nodes would otherwise be destroyed by recursion and overflow the stack: whoever destroys
  // the first one empties the rest into this list.
  thread_local std::vector<std::shared_ptr<Node>>* pending = nullptr;
  if (pending != nullptr) {
    std::move(inputs.begin(), inputs.end(), std::back_inserter(*pending));
    return;
  }
  std::vector<std::shared_ptr<Node>> list = std::move(inputs);
  pending = &list;
  while (!list.empty()) {
    const std::shared_ptr<Node> next = std::move(list.back());
    list.pop_back();
  }
  pending = nullptr;
}

std::int64_t live_nodes() { return alive; }

bool grad_enabled() { return recording; }
NoGrad::NoGrad() : before_(std::exchange(recording, false)) {}
NoGrad::~NoGrad() { recording = before_; }

// ---- Variable ----

Variable make_variable(Array value, std::shared_ptr<Node> node) {
  Variable v;
  v.cell_ = std::make_shared<Variable::Cell>(Variable::Cell{std::move(value), std::move(node)});
  return v;
}

Variable::Variable(Array value) { *this = make_variable(std::move(value), nullptr); }

Variable Variable::parameter(Array value, std::string name) {
  auto node = std::make_shared<Node>("parameter", value.shape());
  node->leaf = true;
  node->name = std::move(name);
  return make_variable(std::move(value), std::move(node));
}

const Array& Variable::value() const {
  if (!defined()) throw_error<Error>("a Variable was used that was never given a value");
  return cell_->value;
}
const std::shared_ptr<Node>& Variable::node() const { return defined() ? cell_->node : no_node; }
bool Variable::is_leaf() const { return node() == nullptr || node()->leaf; }

namespace {
Node& leaf_of(const Variable& v, const char* what) {
  if (!v.defined() || !v.node() || !v.node()->leaf) {
    throw_error<Error>("{}: this is no leaf that requires a gradient; make one with Variable::parameter",
                       what);
  }
  return *v.node();
}
}  // namespace

const Array& Variable::grad() const { return leaf_of(*this, "grad").grad; }
void Variable::zero_grad() { leaf_of(*this, "zero_grad").grad = Array(); }

void Variable::set_grad(Array gradient) {
  Node& node = leaf_of(*this, "set_grad");
  if (gradient.defined() && gradient.shape() != node.shape) {
    throw_error<ShapeError>("[set_grad] a gradient of shape {} for a value of shape {}", gradient.shape(),
                            node.shape);
  }
  node.grad = std::move(gradient);
}

void Variable::set_value(Array value) {
  leaf_of(*this, "set_value");
  if (value.shape() != shape()) {
    throw_error<ShapeError>("[set_value] a value of shape {} for '{}' of shape {}", value.shape(), name(),
                            shape());
  }
  cell_->value = std::move(value);
}

Scalar* Variable::mutable_data() {
  leaf_of(*this, "mutable_data");
  return cell_->value.mutable_data();
}

const std::string& Variable::name() const { return node() ? node()->name : no_name; }
void Variable::set_name(std::string name) {
  if (node()) node()->name = std::move(name);
}

// ---- recording ----

namespace {

template <typename Inputs, typename Get>
std::shared_ptr<Node> record_node(const char* op, const Array& value, const Inputs& inputs, std::size_t count,
                                  Get variable) {
  if (anomaly_enabled()) {
    std::string from;
    for (std::size_t i = 0; i < count; ++i) {
      const Variable& v = variable(inputs, i);
      from += (i == 0 ? "" : ", ") + (v.node() ? describe(*v.node()) : fmt::format("constant {}", v.shape()));
    }
    check_finite(value, fmt::format("forward: the result of [{}] from {}", op, from));
  }
  charge_forward(op);
  bool wanted = false;
  for (std::size_t i = 0; recording && i < count; ++i) wanted = wanted || variable(inputs, i).requires_grad();
  if (!wanted) return nullptr;
  auto node = std::make_shared<Node>(op, value.shape());
  node->inputs.reserve(count);
  for (std::size_t i = 0; i < count; ++i) node->inputs.push_back(variable(inputs, i).node());
  return node;
}

}  // namespace

Variable detail::record_edges(const char* op, Array value, Edge* edges, std::size_t count) {
  std::shared_ptr<Node> node = record_node(
      op, value, edges, count, [](const Edge* e, std::size_t i) -> const Variable& { return e[i].input; });
  if (node) {
    node->pullbacks.reserve(count);
    for (std::size_t i = 0; i < count; ++i) node->pullbacks.push_back(std::move(edges[i].pullback));
  }
  return make_variable(std::move(value), std::move(node));
}

Variable record(const char* op, Array value, std::vector<Edge> edges) {
  return detail::record_edges(op, std::move(value), edges.data(), edges.size());
}

Variable record_joint(const char* op, Array value, const std::vector<Variable>& inputs,
                      JointPullback pullback) {
  std::shared_ptr<Node> node =
      record_node(op, value, inputs, inputs.size(),
                  [](const auto& all, std::size_t i) -> const Variable& { return all[i]; });
  if (node) node->joint = std::move(pullback);
  return make_variable(std::move(value), std::move(node));
}

}  // namespace heed
