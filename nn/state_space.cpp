#include "nn/state_space.hpp"

#include <cmath>

#include "lib/array/layout.hpp"
#include "lib/core/error.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

SelectiveStateSpace::Options checked(SelectiveStateSpace::Options o, std::int64_t d_model) {
  if (d_model < 1 || o.d_state < 1 || o.d_conv < 1 || o.expand < 1 || o.dt_rank < 0 ||
      !(o.dt_min > 0 && o.dt_min <= o.dt_max))
    throw_error<UsageError>(
        "a state space of d_model {}, d_state {}, d_conv {}, expand {}, dt_rank {}, dt from {} to {}: all "
        "must "
        "be 1 or more, dt above 0 and in order",
        d_model, o.d_state, o.d_conv, o.expand, o.dt_rank, o.dt_min, o.dt_max);
  if (o.dt_rank == 0) o.dt_rank = (d_model + 15) / 16;
  return o;
}

/// log 1 … log N in each row: at first state n forgets n times as fast as the first one (S4D-Real).
Array first_decays(std::int64_t channels, std::int64_t states) {
  Array a({channels, states});
  for (std::int64_t i = 0; i < a.size(); ++i)
    a.mutable_data()[i] = static_cast<Scalar>(std::log(static_cast<double>(i % states + 1)));
  return a;
}

/// The bias b for which softplus(b) is e^u, u uniform between log dt_min and log dt_max.
Array first_steps(std::int64_t channels, const SelectiveStateSpace::Options& o, Rng& rng) {
  Array bias = rng.uniform({channels}, std::log(o.dt_min), std::log(o.dt_max));
  Scalar* b = bias.mutable_data();
  for (std::int64_t i = 0; i < channels; ++i)
    b[i] = static_cast<Scalar>(std::log(std::expm1(std::exp(static_cast<double>(b[i])))));
  return bias;
}

}  // namespace

SelectiveStateSpace::Conv::Conv(std::int64_t channels, std::int64_t taps, Rng& rng)
    : weight(parameter("weight", uniform_fan_in({channels, 1, taps}, taps, rng))),
      bias(parameter("bias", uniform_fan_in({channels}, taps, rng))) {}

SelectiveStateSpace::SelectiveStateSpace(std::int64_t d_model, Rng& rng, Options options)
    : Module(rng),
      options_(checked(options, d_model)),
      channels_(options_.expand * d_model),
      in_proj(child("in_proj", Linear(d_model, 2 * channels_, rng, {.bias = false}))),
      conv1d(child("conv1d", Conv(channels_, options_.d_conv, rng))),
      x_proj(
          child("x_proj", Linear(channels_, options_.dt_rank + 2 * options_.d_state, rng, {.bias = false}))),
      dt_proj(child("dt_proj", Linear(options_.dt_rank, channels_, rng))),
      A_log(parameter("A_log", first_decays(channels_, options_.d_state))),
      D(parameter("D", Array::ones({channels_}))),
      out_proj(child("out_proj", Linear(channels_, d_model, rng, {.bias = false}))) {
  dt_proj.bias.set_value(first_steps(channels_, options_, rng));
}

Variable SelectiveStateSpace::after_kept(const Variable& x, State& state) const {
  const std::int64_t kept = options_.d_conv - 1, steps = x.dim(1);
  const Shape shape{x.dim(0), kept, channels_};
  if (!state.inputs.defined()) state.inputs = Array::zeros(shape);
  if (state.inputs.shape() != shape)
    throw_error<ShapeError>("[state space] a state of inputs {} for u of {} sequences: needs {}",
                            state.inputs.shape(), x.dim(0), shape);
  const Variable all = concat({Variable(state.inputs), x}, 1);
  state.inputs = slice(all.value(), 1, steps, steps + kept);
  return all;
}

Variable SelectiveStateSpace::run(const Variable& u, State* state) const {
  const std::int64_t e = channels_, n = options_.d_state, r = options_.dt_rank, steps = u.dim(1);
  const Variable x = linear(u, in_proj.weight, {}, {.begin = 0, .end = e});
  const Variable z = linear(u, in_proj.weight, {}, {.begin = e, .end = 2 * e});
  const Variable taps = reshape(conv1d.weight, {e, options_.d_conv});
  Variable seen = causal_depthwise_conv1d(state != nullptr ? after_kept(x, *state) : x, taps, conv1d.bias);
  if (state != nullptr) seen = slice(seen, 1, options_.d_conv - 1, options_.d_conv - 1 + steps);
  seen = silu(seen);
  const auto part = [&](std::int64_t begin, std::int64_t end) {
    return linear(seen, x_proj.weight, {}, {.begin = begin, .end = end});
  };
  const Variable delta = softplus(dt_proj(part(0, r)));
  const Variable y = selective_scan(seen, delta, -exp(A_log), part(r, r + n), part(r + n, r + 2 * n), D,
                                    {.state = state != nullptr ? &state->scan : nullptr});
  return out_proj(y * silu(z));
}

}  // namespace heed
