#include "exercises/given.hpp"

// x, delta (T, D): the input, and the step size Δ of each token; a (D, N), below 0: how quickly each of the N
// states of a channel forgets; b, c (T, N): what is written into them and what is read; skip (D).

/// The recurrence, token by token -> y (T, D). Work and memory of a step do not depend on t.
Tensor selective_scan(const Tensor& x, const Tensor& delta, const Tensor& a, const Tensor& b, const Tensor& c,
                      const Tensor& skip) {
  //~ stub
  // A state h (D, N) begins with zeros. What happens to it when a token comes? What is then read from it?
  return not_written("selective_scan");
  //~ solution
  const int length = x.dim(0), channels = x.dim(1), states = a.dim(1);
  Tensor h({channels, states}), y({length, channels});
  for (int t = 0; t < length; ++t) {
    for (int d = 0; d < channels; ++d) {
      for (int n = 0; n < states; ++n) {
        h(d, n) = std::exp(delta(t, d) * a(d, n)) * h(d, n) + delta(t, d) * x(t, d) * b(t, n);
        y(t, d) += c(t, n) * h(d, n);
      }
      y(t, d) += skip(d) * x(t, d);
    }
  }
  return y;
  //~ wrong input_without_delta: + delta(t, d) * x(t, d) * b(t, n) => + x(t, d) * b(t, n)
  //~ wrong decay_without_delta: std::exp(delta(t, d) * a(d, n)) => std::exp(a(d, n))
  //~ wrong no_exponential: std::exp(delta(t, d) * a(d, n)) => delta(t, d) * a(d, n)
  //~ wrong euler_step: std::exp(delta(t, d) * a(d, n)) => (1 + delta(t, d) * a(d, n))
  //~ wrong grows: std::exp(delta(t, d) * a(d, n)) => std::exp(-delta(t, d) * a(d, n))
  //~ wrong read_before_written: y(t, d) += c(t, n) * h(d, n); => y(t, d) += c(t, n) * (h(d, n) - delta(t, d) * x(t, d) * b(t, n)) / std::exp(delta(t, d) * a(d, n));
  //~ wrong nothing_remembered M10: std::exp(delta(t, d) * a(d, n)) * h(d, n) + delta => 0 * a(d, n) + delta
  //~ wrong never_forgets: std::exp(delta(t, d) * a(d, n)) * h(d, n) => h(d, n)
  //~ wrong no_skip: y(t, d) += skip(d) * x(t, d); =>
  //~ wrong skip_with_delta: skip(d) * x(t, d) => skip(d) * delta(t, d) * x(t, d)
  //~ wrong b_and_c_exchanged: * x(t, d) * b(t, n) => * x(t, d) * c(t, n) | += c(t, n) * h => += b(t, n) * h
  //~ wrong one_state_for_all_channels: h(d, n) = std::exp(delta(t, d) * a(d, n)) * h(d, n) + => h(0, n) = std::exp(delta(t, d) * a(d, n)) * h(0, n) +
  //~ wrong one_state_for_all_channels: c(t, n) * h(d, n) => c(t, n) * h(0, n)
  //~ wrong as_a_sum in mistakes
  //~ end
}

/// The same y as one sum over all earlier tokens, without a state, as attention would compute it.
Tensor unrolled(const Tensor& x, const Tensor& delta, const Tensor& a, const Tensor& b, const Tensor& c,
                const Tensor& skip) {
  //~ stub
  // Substitute h of step t - 1 into the formula of step t, and so on. Which factor does token s end up with?
  return not_written("unrolled");
  //~ solution
  const int length = x.dim(0), channels = x.dim(1), states = a.dim(1);
  Tensor y({length, channels});
  for (int t = 0; t < length; ++t) {
    for (int d = 0; d < channels; ++d) {
      y(t, d) = skip(d) * x(t, d);
      for (int s = 0; s <= t; ++s) {
        double passed = 0;  // since token s was written
        for (int r = s + 1; r <= t; ++r) passed += delta(r, d);
        for (int n = 0; n < states; ++n)
          y(t, d) += c(t, n) * std::exp(a(d, n) * passed) * delta(s, d) * x(s, d) * b(s, n);
      }
    }
  }
  return y;
  //~ wrong sees_the_future M03: s <= t => s < length
  //~ wrong not_itself: s <= t => s < t
  //~ wrong reads_with_old_c: c(t, n) * std => c(s, n) * std
  //~ wrong writes_with_new_b: * b(s, n) => * b(t, n)
  //~ wrong new_delta: delta(s, d) * x => delta(t, d) * x
  //~ wrong counts_steps: passed += delta(r, d) => passed += 1
  //~ wrong delta_of_the_first_channel: passed += delta(r, d) => passed += delta(r, 0)
  //~ end
}
