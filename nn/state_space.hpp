// The selective state space layer of Mamba (Gu & Dao 2023, section 3.4): no attention, linear time, and when
// decoding a state that does not grow.
#pragma once

#include "nn/layers.hpp"

namespace heed::inline HEED_PRECISION {

/// With E = expand · d_model channels of N = d_state states each, R = dt_rank:
///   x, z = in_proj(u)                        (B, T, E) each
///   x = silu(conv1d(x))                      each channel by itself over d_conv tokens, looking back
///   Δ, B, C = x_proj(x),  Δ = softplus(dt_proj(Δ))
///   y = selective_scan(x, Δ, -e^A_log, B, C, D)
///   out = out_proj(y silu(z))
/// Parameters have the names and shapes of Mamba's own code: in_proj.weight (2 E, d_model), conv1d.weight
/// (E, 1, d_conv), conv1d.bias, x_proj.weight (R + 2 N, E), dt_proj.weight (E, R), dt_proj.bias, A_log (E,
/// N), D (E), out_proj.weight (d_model, E).
class SelectiveStateSpace : public Module {
 public:
  struct Options {
    std::int64_t d_state = 16, d_conv = 4, expand = 2;
    std::int64_t dt_rank = 0;  // 0: d_model / 16, rounded up
    /// Steps Δ that channels start with, spread evenly over their logarithm: about 1 / Δ tokens are
    /// remembered.
    double dt_min = 0.001, dt_max = 0.1;
  };
  SelectiveStateSpace(std::int64_t d_model, Rng& rng, Options options);
  SelectiveStateSpace(std::int64_t d_model, Rng& rng) : SelectiveStateSpace(d_model, rng, Options()) {}

  /// u (B, T, d_model) -> (B, T, d_model); a token sees itself and those before it.
  Variable operator()(const Variable& u) const { return run(u, nullptr); }

  /// All that is kept of the tokens so far: the last inputs of the convolution (B, d_conv - 1, E), and the
  /// states (B, E, N). Undefined before the first token.
  struct State {
    Array inputs, scan;
  };
  /// The next tokens of sequences, one or many at a time; `state` then holds them too. For decoding: no
  /// gradient flows through the state.
  Variable operator()(const Variable& u, State& state) const { return run(u, &state); }

  const Options& options() const { return options_; }

 private:
  Variable run(const Variable& u, State* state) const;
  /// x behind the inputs that the state has kept, which then keeps the last of x.
  Variable after_kept(const Variable& x, State& state) const;

  Options options_;
  std::int64_t channels_;

 public:
  Linear in_proj;
  struct Conv : Module {
    Conv(std::int64_t channels, std::int64_t taps, Rng& rng);
    Variable weight, bias;
  } conv1d;
  Linear x_proj, dt_proj;
  Variable A_log, D;
  Linear out_proj;
};

}  // namespace heed
