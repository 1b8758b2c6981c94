// Optimisers, with PyTorch's update rules and defaults, and the clipping of gradients.
#pragma once

#include <vector>

#include "autograd/variable.hpp"
#include "nn/state_dict.hpp"

namespace heed::inline HEED_PRECISION {

/// Changes parameters against their gradients. Parameters without a gradient are left alone. Constructors
/// throw UsageError for options that cannot be, as a rate that is negative or not finite.
class Optimizer {
 public:
  virtual ~Optimizer() = default;
  Optimizer(const Optimizer&) = delete;
  Optimizer& operator=(const Optimizer&) = delete;

  virtual void step() = 0;
  void zero_grad();
  const std::vector<Variable>& parameters() const { return parameters_; }
  double learning_rate() const { return learning_rate_; }
  void set_learning_rate(double rate) { learning_rate_ = rate; }

  /// Returns what the steps so far have left, under PyTorch's names: "0.exp_avg" is
  /// state_dict()["state"][0]["exp_avg"] there, where 0 is the first parameter. A parameter without a step
  /// has no entry. Options and the learning rate are the constructor's, and not part of it.
  virtual StateDict state_dict() const { return {}; }
  /// Goes on from there: the next steps are those of the optimiser that gave it, to the bit. Throws Error
  /// that names an entry which is unknown, missing or of another shape; nothing is changed then.
  virtual void load_state_dict(const StateDict& state);

 protected:
  Optimizer(std::vector<Variable> parameters, double learning_rate);
  std::vector<Variable> parameters_;
  double learning_rate_;
};

struct SgdOptions {
  double lr = 1e-3;
  double momentum = 0;
  double weight_decay = 0;  // λ: λ θ is added to the gradient
};

/// v ← μ v + g (v = g in the first step);  θ ← θ - lr v.
class Sgd : public Optimizer {
 public:
  Sgd(std::vector<Variable> parameters, const SgdOptions& options);
  void step() override;
  StateDict state_dict() const override;  // momentum_buffer
  void load_state_dict(const StateDict& state) override;

 private:
  SgdOptions options_;
  std::vector<Array> velocity_;
};

struct AdamOptions {
  double lr = 1e-3;
  double beta1 = 0.9, beta2 = 0.999;  // the Transformer paper uses 0.9 and 0.98
  double eps = 1e-8;
  double weight_decay = 0;
};

/// m ← β₁ m + (1-β₁) g;  v ← β₂ v + (1-β₂) g²;  θ ← θ - lr m̂ / (√v̂ + ε) with m̂ = m/(1-β₁ᵗ), v̂ = v/(1-β₂ᵗ)
/// (Kingma & Ba 2015), where t counts the steps of that parameter: those without a gradient do not count.
/// weight_decay λ adds λ θ to the gradient.
class Adam : public Optimizer {
 public:
  Adam(std::vector<Variable> parameters, const AdamOptions& options = {});
  void step() override;
  StateDict state_dict() const override;  // step, exp_avg, exp_avg_sq
  void load_state_dict(const StateDict& state) override;

 protected:
  enum class Decay { coupled, decoupled };
  Adam(std::vector<Variable> parameters, const AdamOptions& options, Decay decay);

 private:
  AdamOptions options_;
  Decay decay_;
  std::vector<std::int64_t> steps_;  // of each parameter
  std::vector<Array> mean_, square_;
};

/// As Adam, but the decay acts on the parameters: θ ← θ (1 - lr λ) before the step (Loshchilov & Hutter
/// 2019). PyTorch's default λ is 0.01: give it as weight_decay.
class AdamW : public Adam {
 public:
  AdamW(std::vector<Variable> parameters, const AdamOptions& options = {.weight_decay = 0.01})
      : Adam(std::move(parameters), options, Decay::decoupled) {}
};

/// Scales all gradients by max_norm / (norm + 1e-6), if that is less than 1, where norm is their common
/// 2-norm: torch.nn.utils.clip_grad_norm_. Returns the norm before. Throws NumericError if it is not finite,
/// naming the parameter.
double clip_grad_norm(const std::vector<Variable>& parameters, double max_norm);

}  // namespace heed
