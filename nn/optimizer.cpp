#include "nn/optimizer.hpp"

#include <cmath>
#include <map>

#include "lib/array/elementwise.hpp"
#include "lib/core/error.hpp"
#include "lib/core/multiply_add.hpp"
#include "nn/parameter_pieces.hpp"

namespace heed::inline HEED_PRECISION {

namespace {

void require_at_least_0(const char* name, double value) {
  if (!(value >= 0 && std::isfinite(value)))
    throw_error<UsageError>("an optimiser with {} {}: must be a finite number of at least 0", name, value);
}

const AdamOptions& checked(const AdamOptions& o) {
  for (const double beta : {o.beta1, o.beta2})
    if (!(beta >= 0 && beta < 1))
      throw_error<UsageError>("Adam with beta {}: must be from 0 to below 1", beta);
  require_at_least_0("eps", o.eps);
  require_at_least_0("weight_decay", o.weight_decay);
  return o;
}

const SgdOptions& checked(const SgdOptions& o) {
  require_at_least_0("momentum", o.momentum);
  require_at_least_0("weight_decay", o.weight_decay);
  return o;
}

}  // namespace

Optimizer::Optimizer(std::vector<Variable> parameters, double learning_rate)
    : parameters_(std::move(parameters)), learning_rate_(learning_rate) {
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (parameters_[i].same_as(parameters_[j])) {
        throw_error<UsageError>("an optimiser was given the parameter '{}' twice", parameters_[i].name());
      }
    }
  }
  if (parameters_.empty())
    throw_error<UsageError>("an optimiser without parameters: was model.parameters() given?");
  require_at_least_0("lr", learning_rate);
}

void Optimizer::zero_grad() {
  for (Variable& p : parameters_) p.zero_grad();
}

namespace {

std::string entry_name(std::size_t parameter, const char* kind) {
  return fmt::format("{}.{}", parameter, kind);
}

/// A state dict that is taken apart; what nobody asked for is an error.
class Entries {
 public:
  explicit Entries(const StateDict& state) : left_(state.begin(), state.end()) {}

  /// An undefined Array where there is none.
  Array take(std::size_t parameter, const char* kind, const Shape& shape) {
    const auto found = left_.extract(entry_name(parameter, kind));
    if (found.empty()) return {};
    if (found.mapped().shape() != shape) {
      throw_error<Error>("the optimiser's state does not fit: {} is {}, where {} is expected", found.key(),
                         found.mapped().shape(), shape);
    }
    return found.mapped();
  }
  void end() const {
    if (!left_.empty())
      throw_error<Error>("the optimiser's state does not fit: there is no place for {}",
                         left_.begin()->first);
  }

 private:
  std::map<std::string, Array> left_;
};

std::vector<Array> zeros_like(const std::vector<Variable>& parameters) {
  std::vector<Array> zeros;
  for (const Variable& p : parameters) zeros.push_back(Array::zeros(p.shape()));
  return zeros;
}

}  // namespace

void Optimizer::load_state_dict(const StateDict& state) { Entries(state).end(); }

Sgd::Sgd(std::vector<Variable> parameters, const SgdOptions& options)
    : Optimizer(std::move(parameters), options.lr),
      options_(checked(options)),
      velocity_(parameters_.size()) {}

void Sgd::step() {
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    Variable& p = parameters_[i];
    if (!p.grad().defined()) continue;
    Array g = p.grad();
    if (options_.weight_decay != 0) g = g + p.value() * static_cast<Scalar>(options_.weight_decay);
    if (options_.momentum != 0) {
      velocity_[i] = velocity_[i].defined() ? velocity_[i] * static_cast<Scalar>(options_.momentum) + g : g;
      g = velocity_[i];
    }
    p.set_value(p.value() - g * static_cast<Scalar>(learning_rate_));
  }
}

StateDict Sgd::state_dict() const {
  StateDict state;
  for (std::size_t i = 0; i < velocity_.size(); ++i) {
    if (velocity_[i].defined()) state.emplace_back(entry_name(i, "momentum_buffer"), velocity_[i]);
  }
  return state;
}

void Sgd::load_state_dict(const StateDict& state) {
  Entries entries(state);
  std::vector<Array> velocity;
  for (std::size_t i = 0; i < parameters_.size(); ++i)
    velocity.push_back(entries.take(i, "momentum_buffer", parameters_[i].shape()));
  entries.end();
  velocity_ = std::move(velocity);
}

Adam::Adam(std::vector<Variable> parameters, const AdamOptions& options)
    : Adam(std::move(parameters), options, Decay::coupled) {}

Adam::Adam(std::vector<Variable> parameters, const AdamOptions& options, Decay decay)
    : Optimizer(std::move(parameters), options.lr),
      options_(checked(options)),
      decay_(decay),
      steps_(parameters_.size()),
      mean_(zeros_like(parameters_)),
      square_(zeros_like(parameters_)) {}

void Adam::step() {
  const auto beta1 = static_cast<Scalar>(options_.beta1), beta2 = static_cast<Scalar>(options_.beta2);
  // 1 - β before it is rounded: beside a β near 1 only a few digits would be left.
  const auto rest1 = static_cast<Scalar>(1 - options_.beta1), rest2 = static_cast<Scalar>(1 - options_.beta2);
  const auto eps = static_cast<Scalar>(options_.eps);
  const auto coupled = static_cast<Scalar>(decay_ == Decay::coupled ? options_.weight_decay : 0);
  const auto shrink =
      static_cast<Scalar>(decay_ == Decay::decoupled ? 1 - learning_rate_ * options_.weight_decay : 1);
  struct State {
    Scalar *theta, *mean, *square;
    Scalar rate, root;
  };
  // Taken before the parallel part: mutable_data() may copy.
  std::vector<State> states(parameters_.size());
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    if (!parameters_[i].grad().defined()) continue;
    const auto t = static_cast<double>(++steps_[i]);
    states[i] = {parameters_[i].mutable_data(), mean_[i].mutable_data(), square_[i].mutable_data(),
                 static_cast<Scalar>(learning_rate_ / (1 - std::pow(options_.beta1, t))),
                 static_cast<Scalar>(1 / std::sqrt(1 - std::pow(options_.beta2, t)))};
  }
  for_each_piece(parameters_, [&](std::size_t i, std::int64_t begin, std::int64_t end) {
    const Scalar* grad = parameters_[i].grad().data();
    // Names of their own: clang 14 takes no structured bindings into a loop with a pragma.
    const State& state = states[i];
    Scalar *const p = state.theta, *const m = state.mean, *const v = state.square;
    const Scalar rate = state.rate, root = state.root;
#pragma omp simd
    for (std::int64_t k = begin; k < end; ++k) {
      const Scalar g = multiply_add(coupled, p[k], grad[k]);
      m[k] = multiply_add(beta1, m[k], rest1 * g);
      v[k] = multiply_add(beta2, v[k], rest2 * g * g);
      p[k] = multiply_add(p[k], shrink, -(rate * m[k] / multiply_add(std::sqrt(v[k]), root, eps)));
    }
  });
}

StateDict Adam::state_dict() const {
  StateDict state;
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    if (steps_[i] == 0) continue;
    // As in PyTorch a float: exact up to 2²⁴ steps, long before which both corrections are 1.
    state.emplace_back(entry_name(i, "step"), Array::scalar(static_cast<Scalar>(steps_[i])));
    state.emplace_back(entry_name(i, "exp_avg"), mean_[i]);
    state.emplace_back(entry_name(i, "exp_avg_sq"), square_[i]);
  }
  return state;
}

void Adam::load_state_dict(const StateDict& state) {
  Entries entries(state);
  std::vector<std::int64_t> steps(parameters_.size());
  std::vector<Array> mean = zeros_like(parameters_), square = zeros_like(parameters_);
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const Shape& shape = parameters_[i].shape();
    const Array step = entries.take(i, "step", Shape{});
    if (!step.defined()) continue;  // entries without it find no place
    const Scalar count = step.item();
    if (!(count >= 1) || !(count < Scalar(1e15)) || count != std::floor(count))
      throw_error<Error>("the optimiser's state does not fit: {} is {}", entry_name(i, "step"), count);
    steps[i] = static_cast<std::int64_t>(count);
    for (auto& [values, kind] : {std::pair(&mean, "exp_avg"), std::pair(&square, "exp_avg_sq")}) {
      (*values)[i] = entries.take(i, kind, shape);
      if (!(*values)[i].defined())
        throw_error<Error>("the optimiser's state does not fit: {} is missing", entry_name(i, kind));
    }
  }
  entries.end();
  steps_ = std::move(steps);
  mean_ = std::move(mean);
  square_ = std::move(square);
}

}  // namespace heed
