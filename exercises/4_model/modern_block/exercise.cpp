#include "exercises/given.hpp"

/// RMSNorm (Zhang & Sennrich 2019): each row divided by the root of the mean of its squares, without taking the
/// mean away, and times a weight. x (T, C), weight (C) -> x / √(mean of x² + eps) ∘ weight.
Tensor rms_norm(const Tensor& x, const Tensor& weight, double eps) {
  //~ stub
  return not_written("rms_norm");
  //~ solution
  Tensor y(x.shape());
  for (int t = 0; t < x.dim(0); ++t) {
    double squares = 0;
    for (int c = 0; c < x.dim(1); ++c) squares += x(t, c) * x(t, c);
    const double root = std::sqrt(squares / x.dim(1) + eps);
    for (int c = 0; c < x.dim(1); ++c) y(t, c) = x(t, c) / root * weight(c);
  }
  return y;
  //~ wrong mean_taken_away: double squares = 0; => double squares = 0, mean = 0; for (int c = 0; c < x.dim(1); ++c) mean += x(t, c) / x.dim(1);
  //~ wrong mean_taken_away: squares += x(t, c) * x(t, c); => squares += (x(t, c) - mean) * (x(t, c) - mean);
  //~ wrong mean_taken_away: y(t, c) = x(t, c) / root => y(t, c) = (x(t, c) - mean) / root
  //~ wrong no_root: std::sqrt(squares / x.dim(1) + eps) => (squares / x.dim(1) + eps)
  //~ wrong sum_for_mean: squares / x.dim(1) + eps => squares + eps
  //~ wrong eps_outside: std::sqrt(squares / x.dim(1) + eps) => (std::sqrt(squares / x.dim(1)) + eps)
  //~ wrong no_eps: x.dim(1) + eps => x.dim(1)
  //~ wrong no_weight: root * weight(c) => root
  //~ wrong one_more_than_the_weight: * weight(c) => * (1 + weight(c))
  //~ wrong multiplied: x(t, c) / root => x(t, c) * root
  //~ end
}

/// SwiGLU (Shazeer 2020): (silu(x Gᵀ) ∘ x Uᵀ) Dᵀ with silu(a) = a / (1 + e⁻ᵃ). x (T, C), gate G and up U (F, C),
/// down D (C, F) -> (T, C).
Tensor swiglu(const Tensor& x, const Tensor& gate, const Tensor& up, const Tensor& down) {
  //~ stub
  return not_written("swiglu");
  //~ solution
  Tensor hidden = matmul(x, transpose(gate));
  const Tensor values = matmul(x, transpose(up));
  for (int n = 0; n < hidden.size(); ++n) {
    const double a = hidden.flat(n);
    hidden.flat(n) = a / (1 + std::exp(-a)) * values.flat(n);
  }
  return matmul(hidden, transpose(down));
  //~ wrong gate_and_up_exchanged: hidden = matmul(x, transpose(gate)) => hidden = matmul(x, transpose(up)) | values = matmul(x, transpose(up)) => values = matmul(x, transpose(gate))
  //~ wrong sigmoid_alone: a / (1 + std => 1 / (1 + std
  //~ wrong relu_for_silu: a / (1 + std::exp(-a)) => std::max(a, 0.0)
  //~ wrong exponent_sign: std::exp(-a) => std::exp(a)
  //~ wrong added: (1 + std::exp(-a)) * => (1 + std::exp(-a)) +
  //~ wrong no_gate: a / (1 + std::exp(-a)) * values.flat(n) => a / (1 + std::exp(-a))
  //~ wrong both_through_silu: * values.flat(n) => * values.flat(n) / (1 + std::exp(-values.flat(n)))
  //~ wrong silu_of_the_product: a / (1 + std::exp(-a)) * values.flat(n) => a * values.flat(n) / (1 + std::exp(-a * values.flat(n)))
  //~ end
}

/// Causal attention in which heads share keys and values (Ainslie et al. 2023): of H query heads the first H / G
/// read the keys and values of group 0, the next ones those of group 1, and so on. query (H, T, d), key and
/// value (G, T, d) -> (H, T, d).
Tensor grouped_query_attention(const Tensor& query, const Tensor& key, const Tensor& value) {
  //~ stub
  return not_written("grouped_query_attention");
  //~ solution
  const int heads = query.dim(0), share = heads / key.dim(0);
  Tensor keys(query.shape()), values(query.shape());
  for (int h = 0; h < heads; ++h)
    for (int t = 0; t < query.dim(1); ++t)
      for (int c = 0; c < query.dim(2); ++c) {
        keys(h, t, c) = key(h / share, t, c);
        values(h, t, c) = value(h / share, t, c);
      }
  //~ wrong taking_turns: key(h / share => key(h % key.dim(0) | value(h / share => value(h % key.dim(0)
  //~ wrong first_group_for_all: key(h / share => key(0 * share | value(h / share => value(0
  //~ wrong values_of_another_group: value(h / share => value(h % key.dim(0)
  //~ wrong groups_and_share_confused: heads / key.dim(0) => key.dim(0)
  //~ wrong groups_and_share_confused: key(h / share => key(std::min(h / share, key.dim(0) - 1) | value(h / share => value(std::min(h / share, key.dim(0) - 1)
  //~ end
  //~ solution
  return given::attention(query, keys, values, given::causal_mask(query.dim(1)));
  //~ wrong no_mask: , given::causal_mask(query.dim(1))) => )
  //~ wrong future_for_past: given::causal_mask(query.dim(1)) => transpose(given::causal_mask(query.dim(1)))
  //~ wrong scaled_twice: given::attention(query, => given::attention(query / std::sqrt(query.dim(2)),
  //~ end
}

/// A block of today: pre-norm, x + attention(norm(x)), then h + swiglu(norm(h)), with eps 1e-5. Attention
/// projects the normed rows, splits queries into w.heads heads and keys and values into w.groups, turns queries
/// and keys by given::rotary, attends, merges the heads and projects by w.output. x (T, C) -> (T, C).
Tensor modern_block(const Tensor& x, const given::ModernBlock& w) {
  //~ stub
  // y = matmul(x, transpose(weight)) is a projection without bias; given::split_heads, given::merge_heads.
  return not_written("modern_block");
  //~ solution
  const Tensor normed = rms_norm(x, w.norm1, 1e-5);
  const Tensor queries = given::rotary(given::split_heads(matmul(normed, transpose(w.query)), w.heads));
  const Tensor keys = given::rotary(given::split_heads(matmul(normed, transpose(w.key)), w.groups));
  const Tensor values = given::split_heads(matmul(normed, transpose(w.value)), w.groups);
  const Tensor attended = given::merge_heads(grouped_query_attention(queries, keys, values));
  const Tensor h = x + matmul(attended, transpose(w.output));
  return h + swiglu(rms_norm(h, w.norm2, 1e-5), w.gate, w.up, w.down);
  //~ wrong values_turned: values = given::split_heads(matmul(normed, transpose(w.value)), w.groups) => values = given::rotary(given::split_heads(matmul(normed, transpose(w.value)), w.groups))
  //~ wrong keys_not_turned: keys = given::rotary(given::split_heads(matmul(normed, transpose(w.key)), w.groups)) => keys = given::split_heads(matmul(normed, transpose(w.key)), w.groups)
  //~ wrong nothing_turned: queries = given::rotary(given::split_heads(matmul(normed, transpose(w.query)), w.heads)) => queries = given::split_heads(matmul(normed, transpose(w.query)), w.heads) | keys = given::rotary(given::split_heads(matmul(normed, transpose(w.key)), w.groups)) => keys = given::split_heads(matmul(normed, transpose(w.key)), w.groups)
  //~ wrong turned_before_the_split: given::rotary(given::split_heads(matmul(normed, transpose(w.query)), w.heads)) => given::split_heads(given::rotary(matmul(normed, transpose(w.query))), w.heads) | given::rotary(given::split_heads(matmul(normed, transpose(w.key)), w.groups)) => given::split_heads(given::rotary(matmul(normed, transpose(w.key))), w.groups)
  //~ wrong not_normed: normed = rms_norm(x, w.norm1, 1e-5) => normed = x
  //~ wrong no_second_norm: rms_norm(h, w.norm2, 1e-5) => h
  //~ wrong first_residual_missing: h = x + matmul => h = matmul
  //~ wrong second_residual_missing: return h + swiglu => return swiglu
  //~ wrong residual_of_the_normed: h = x + => h = normed +
  //~ wrong side_by_side: rms_norm(h, w.norm2 => rms_norm(x, w.norm2
  //~ wrong norms_exchanged: x, w.norm1 => x, w.norm2 | h, w.norm2 => h, w.norm1
  //~ wrong no_output_projection: matmul(attended, transpose(w.output)) => attended
  //~ wrong post_norm
  const Tensor queries = given::rotary(given::split_heads(matmul(x, transpose(w.query)), w.heads));
  const Tensor keys = given::rotary(given::split_heads(matmul(x, transpose(w.key)), w.groups));
  const Tensor values = given::split_heads(matmul(x, transpose(w.value)), w.groups);
  const Tensor attended = given::merge_heads(grouped_query_attention(queries, keys, values));
  const Tensor h = rms_norm(x + matmul(attended, transpose(w.output)), w.norm1, 1e-5);
  return rms_norm(h + swiglu(h, w.gate, w.up, w.down), w.norm2, 1e-5);
  //~ end
}
