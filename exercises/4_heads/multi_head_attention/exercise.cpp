#include "exercises/given.hpp"
#include "exercises/learn.hpp"

//~ solution
/// y = x Wᵀ + b, with rows first … first + D − 1 of a stacked weight (…, D) and its bias: (B, T, D) -> (B, T,
/// D).
Tensor project(const Tensor& x, const Tensor& weight, const Tensor& bias, int first) {
  const int batch = x.dim(0), length = x.dim(1), dim = x.dim(2);
  Tensor y({batch, length, dim});
  for (int b = 0; b < batch; ++b)
    for (int t = 0; t < length; ++t)
      for (int o = 0; o < dim; ++o) {
        double sum = bias(first + o);
        for (int i = 0; i < dim; ++i) sum += x(b, t, i) * weight(first + o, i);
        y(b, t, o) = sum;
      }
  return y;
}

//~ end
//~ wrong in_proj_not_transposed, out_proj_not_transposed, weights_not_transposed
Tensor project_columns(const Tensor& x, const Tensor& weight, const Tensor& bias, int first) {
  Tensor y(x.shape());
  for (int b = 0; b < x.dim(0); ++b)
    for (int t = 0; t < x.dim(1); ++t)
      for (int o = 0; o < x.dim(2); ++o) {
        y(b, t, o) = bias(first + o);
        for (int i = 0; i < x.dim(2); ++i) y(b, t, o) += x(b, t, i) * weight(first + i, o);
      }
  return y;
}
//~ wrong in_proj_per_head
// The rows of each head stand together: q, k and v of head 0, then q, k and v of head 1 …
Tensor project_per_head(const Tensor& x, const Tensor& weight, const Tensor& bias, int heads, int which) {
  const int dim = x.dim(2), size = dim / heads;
  Tensor y(x.shape());
  for (int b = 0; b < x.dim(0); ++b)
    for (int t = 0; t < x.dim(1); ++t)
      for (int o = 0; o < dim; ++o) {
        const int row = (o / size) * 3 * size + which * size + o % size;
        y(b, t, o) = bias(row);
        for (int i = 0; i < dim; ++i) y(b, t, o) += x(b, t, i) * weight(row, i);
      }
  return y;
}
//~ wrong shared_projection M07
// One (d, d) projection, the first block of the weight, for the slices of all heads.
Tensor project_slices(const Tensor& x, const Tensor& weight, const Tensor& bias, int first, int heads) {
  const int dim = x.dim(2), size = dim / heads;
  Tensor y(x.shape());
  for (int b = 0; b < x.dim(0); ++b)
    for (int t = 0; t < x.dim(1); ++t)
      for (int o = 0; o < dim; ++o) {
        y(b, t, o) = bias(first + o % size);
        for (int i = 0; i < size; ++i)
          y(b, t, o) += x(b, t, o / size * size + i) * weight(first + o % size, i);
      }
  return y;
}
//~ wrong projection_of_own_slice M07 like shared_projection: o % size) => o) | 0; i < => o / size * size; i < (o / size + 1) *
//~ wrong projection_of_own_slice M07 like shared_projection: o / size * size + i) * weight(first + o % size => i) * weight(first + o
//~ wrong first_head_for_all M07 like shared_projection: for (int i = 0; i < size; ++i) =>
//~ wrong first_head_for_all M07 like shared_projection: y(b, t, o) += x(b, t, o / size * size + => for (int i = 0; i < dim; ++i) y(b, t, o) += x(b, t,
//~ wrong softmax_over_heads_uniform M05, softmax_over_heads_nan M05 with over_heads
//~ wrong split_interleaved M02, interleaved_both_ways M02 with deal_out
//~ end
//~ solution
/// softmax(q kᵀ / √d) v for every sentence and head: (B, H, T, d) -> (B, H, T, d). mask (B, T): 0 = a key
/// that is padding and gets no weight.
Tensor attend(const Tensor& q, const Tensor& k, const Tensor& v, const Tensor& mask) {
  const int batch = q.dim(0), heads = q.dim(1), length = q.dim(2), size = q.dim(3);
  //~ end
  //~ solution
  Tensor scores = matmul(q, transpose(k)) / std::sqrt(size);
  //~ wrong scale_missing M06: ) / std::sqrt(size); => );
  //~ wrong scale_twice M06: std::sqrt(size) => size
  //~ wrong scale_d_model M06: size => heads * size
  //~ wrong scale_d_model_no_root M06: / std::sqrt(size => / (heads * size
  //~ wrong scale_multiplied M06: ) / std => ) * std
  //~ wrong scale_heads M06: size => heads
  //~ wrong scale_length M06: size => length
  //~ end
  //~ solution
  for (int b = 0; b < batch; ++b)
    for (int h = 0; h < heads; ++h)
      for (int i = 0; i < length; ++i)
        for (int j = 0; j < length; ++j)
          if (mask(b, j) == 0) scores(b, h, i, j) = -std::numeric_limits<double>::infinity();
  //~ wrong finite_mask
  for (int n = 0; n < scores.size(); ++n)
    if (mask(n / (heads * length * length), n % length) == 0) scores.flat(n) = -1e4;
  //~ wrong mask_ignored
  static_cast<void>(batch), static_cast<void>(mask);
  //~ wrong mask_inverted: == 0) scores(b, h, i, j) = -std::numeric_limits<double>::infinity() => != 0) scores(b, h, i, j) = -1e9
  //~ wrong mask_zeroes_scores: +j) => +j) scores(b, h, i, j) *= mask(b, j);
  //~ wrong mask_zeroes_scores: if (mask(b, j) == 0) scores(b, h, i, j) = -std::numeric_limits<double>::infinity(); =>
  //~ wrong mask_on_queries M04: j) == 0) scores(b, h, i, j) = -std::numeric_limits<double>::infinity() => i) == 0) scores(b, h, i, j) = -1e9
  //~ wrong mask_on_both_axes M04: j) == 0) scores(b, h, i, j) = -std::numeric_limits<double>::infinity() => i) == 0 || mask(b, j) == 0) scores(b, h, i, j) = -1e9
  //~ wrong mask_heads_before_batch M04: (b, j) == 0) scores(b, h, i, j) = -std::numeric_limits<double>::infinity() => ((b * heads + h) % batch, j) == 0) scores(b, h, i, j) = -1e9
  //~ wrong mask_batch_before_heads M04: (b, j) == 0) scores(b, h, i, j) = -std::numeric_limits<double>::infinity() => ((h * batch + b) / heads, j) == 0) scores(b, h, i, j) = -1e9
  //~ wrong causal_too M03: = 0) scores => = 0 || j > i) scores
  //~ end
  //~ solution
  Tensor weights = given::softmax(scores);
  //~ wrong softmax_over_queries M05: given::softmax(scores => transpose(given::softmax(transpose(scores))
  //~ wrong softmax_over_heads_and_keys M05: softmax(scores => split_heads(given::softmax(given::merge_heads(scores)), scores.dim(1)
  //~ wrong softmax_over_heads_uniform M05: given::softmax(scores => over_heads(scores, -1e9
  //~ wrong softmax_over_heads_nan M05: given::softmax(scores => over_heads(scores, -std::numeric_limits<double>::infinity()
  //~ wrong softmax_over_heads M05
  Tensor weights(scores.shape());
  for (int b = 0; b < batch; ++b)
    for (int i = 0; i < length; ++i)
      for (int j = 0; j < length; ++j) {
        double sum = 0;
        for (int h = 0; h < heads; ++h) sum += std::exp(scores(b, h, i, j));
        for (int h = 0; h < heads; ++h)
          weights(b, h, i, j) = sum > 0 ? std::exp(scores(b, h, i, j)) / sum : 0;
      }
  //~ wrong softmax_missing: given::softmax(scores) => scores
  //~ wrong mask_after_softmax: softmax(scores); => softmax(matmul(q, transpose(k)) / std::sqrt(size)); for (int n = 0; n < weights.size(); ++n) weights.flat(n) *= mask(n / (heads * length * length), n % length);
  //~ wrong softmax_over_queries_uniform M05
  Tensor large = scores;
  for (int n = 0; n < large.size(); ++n)
    if (std::isinf(large.flat(n))) large.flat(n) = -1e9;
  Tensor weights = transpose(given::softmax(transpose(large)));
  //~ wrong softmax_over_queries_unmasked M05: given::softmax(scores => transpose(given::softmax(transpose(matmul(q, transpose(k)) / std::sqrt(size)))
  //~ wrong softmax_over_queries_zero M05
  Tensor weights = transpose(given::softmax(transpose(matmul(q, transpose(k)) / std::sqrt(size))));
  for (int n = 0; n < weights.size(); ++n)
    if (std::isinf(scores.flat(n))) weights.flat(n) = 0;
  //~ end
  //~ wrong mask_on_queries_zero M04
  weights = given::softmax(matmul(q, transpose(k)) / std::sqrt(size));
  for (int b = 0; b < batch; ++b)
    for (int h = 0; h < heads; ++h)
      for (int i = 0; i < length; ++i)
        for (int j = 0; j < length; ++j) weights(b, h, i, j) *= mask(b, i);
  //~ wrong mask_on_queries_nan M04 like mask_on_queries_zero: weights(b, h, i, j) *= mask(b, i) => if (mask(b, i) == 0) weights(b, h, i, j) = std::numeric_limits<double>::quiet_NaN()
  //~ wrong mask_on_both_axes_nan M04 like mask_on_queries_nan: weights = given::softmax(matmul(q, transpose(k)) / std::sqrt(size)); =>
  //~ wrong mask_on_both_axes_zero M04 like mask_on_queries_zero: weights = given::softmax(matmul(q, transpose(k)) / std::sqrt(size)); =>
  //~ end
  //~ solution
  return matmul(weights, v);
}

//~ end
/// Self-attention with several heads, as torch.nn.MultiheadAttention (batch_first) computes it.
/// x (B, T, D); mask (B, T): 1 = token, 0 = padding, which no query may attend to (every sentence has a
/// token). in_proj_weight (3D, D): the rows of W_q, W_k and W_v one below the other; in_proj_bias (3D).
/// out_proj_weight (D, D), out_proj_bias (D). Every projection is y = x Wᵀ + b. `heads` divides D.
/// Result (B, T, D).
Tensor multi_head_attention(const Tensor& x, const Tensor& mask, const Tensor& in_proj_weight,
                            const Tensor& in_proj_bias, const Tensor& out_proj_weight,
                            const Tensor& out_proj_bias, int heads) {
  //~ stub
  // 1. Project x to queries, keys and values: three slices of the rows of in_proj_weight.
  // 2. Cut them into heads: given::split_heads(q, heads), (B, T, D) -> (B, H, T, D/H).
  // 3. Attention in each head. Scores, scale, mask, softmax, weighted sum of the values.
  // 4. Join the heads, given::merge_heads, and project once more.
  return not_written("multi_head_attention");
  //~ solution
  const int dim = x.dim(2);
  //~ wrong no_output_projection: 2); => 2); static_cast<void>(out_proj_weight), static_cast<void>(out_proj_bias);
  //~ end
  //~ solution
  const Tensor q = project(x, in_proj_weight, in_proj_bias, 0);
  const Tensor k = project(x, in_proj_weight, in_proj_bias, dim);
  const Tensor v = project(x, in_proj_weight, in_proj_bias, 2 * dim);
  //~ wrong query_and_key_swapped: 0 => dim | k = project(x, in_proj_weight, in_proj_bias, dim => k = project(x, in_proj_weight, in_proj_bias, 0
  //~ wrong key_and_value_swapped: , dim) => , 2 * dim)
  //~ wrong key_and_value_swapped: v = project(x, in_proj_weight, in_proj_bias, 2 * dim); => v = project(x, in_proj_weight, in_proj_bias, dim);
  //~ wrong one_projection_for_all_three: project(x, in_proj_weight, in_proj_bias, dim) => q, v = q
  //~ wrong one_projection_for_all_three: const Tensor v = project(x, in_proj_weight, in_proj_bias, 2 * dim); =>
  //~ wrong values_not_projected: project(x, in_proj_weight, in_proj_bias, 2 * dim) => x
  //~ wrong in_proj_per_head: project(x, in_proj_weight, in_proj_bias, 0 => project_per_head(x, in_proj_weight, in_proj_bias, heads, 0
  //~ wrong in_proj_per_head: project(x, in_proj_weight, in_proj_bias, dim => project_per_head(x, in_proj_weight, in_proj_bias, heads, 1
  //~ wrong in_proj_per_head: project(x, in_proj_weight, in_proj_bias, 2 * dim => project_per_head(x, in_proj_weight, in_proj_bias, heads, 2); static_cast<void>(dim
  //~ wrong in_proj_not_transposed, weights_not_transposed: q = project(x, => q = project_columns(x, | k = project(x, => k = project_columns(x,
  //~ wrong in_proj_not_transposed, weights_not_transposed: v = project(x, => v = project_columns(x,
  //~ wrong in_bias_forgotten, biases_forgotten
  const Tensor none(in_proj_bias.shape());
  const Tensor q = project(x, in_proj_weight, none, 0);
  const Tensor k = project(x, in_proj_weight, none, dim);
  const Tensor v = project(x, in_proj_weight, none, 2 * dim);
  //~ wrong query_bias_for_all
  Tensor bias(in_proj_bias.shape());
  for (int n = 0; n < 3 * dim; ++n) bias(n) = in_proj_bias(n % dim);
  const Tensor q = project(x, in_proj_weight, bias, 0);
  const Tensor k = project(x, in_proj_weight, bias, dim);
  const Tensor v = project(x, in_proj_weight, bias, 2 * dim);
  //~ wrong shared_projection M07, projection_of_own_slice M07, first_head_for_all M07
  const Tensor q = project_slices(x, in_proj_weight, in_proj_bias, 0, heads);
  const Tensor k = project_slices(x, in_proj_weight, in_proj_bias, dim, heads);
  const Tensor v = project_slices(x, in_proj_weight, in_proj_bias, 2 * dim, heads);
  //~ wrong padding_zeroed
  Tensor known = x;
  for (int b = 0; b < x.dim(0); ++b)
    for (int t = 0; t < x.dim(1); ++t)
      for (int c = 0; c < dim; ++c) known(b, t, c) *= mask(b, t);
  const Tensor q = project(known, in_proj_weight, in_proj_bias, 0);
  const Tensor k = project(known, in_proj_weight, in_proj_bias, dim);
  const Tensor v = project(known, in_proj_weight, in_proj_bias, 2 * dim);
  //~ wrong query_and_value_swapped: 0 => 2 * dim
  //~ wrong query_and_value_swapped: v = project(x, in_proj_weight, in_proj_bias, 2 * dim => v = project(x, in_proj_weight, in_proj_bias, 0
  //~ wrong order_key_value_query like query_and_key_swapped: , dim) => , 2 * dim)
  //~ wrong order_key_value_query like query_and_key_swapped: v = project(x, in_proj_weight, in_proj_bias, 2 * dim); => v = project(x, in_proj_weight, in_proj_bias, dim);
  //~ wrong order_value_query_key like query_and_key_swapped: 0 => 2 * dim
  //~ wrong order_value_query_key like query_and_key_swapped: v = project(x, in_proj_weight, in_proj_bias, 2 * dim => v = project(x, in_proj_weight, in_proj_bias, 0
  //~ end
  //~ solution
  const Tensor attended =
      attend(given::split_heads(q, heads), given::split_heads(k, heads), given::split_heads(v, heads), mask);
  //~ wrong split_by_reshape M02, reshaped_both_ways M02
  const std::vector<int> shape{x.dim(0), heads, x.dim(1), dim / heads};
  const Tensor attended = attend(q.reshape(shape), k.reshape(shape), v.reshape(shape), mask);
  //~ wrong split_interleaved M02, interleaved_both_ways M02
  const Tensor attended = attend(deal_out(q, heads), deal_out(k, heads), deal_out(v, heads), mask);
  //~ wrong one_wide_head
  const Tensor attended =
      attend(given::split_heads(q, 1), given::split_heads(k, 1), given::split_heads(v, 1), mask);
  static_cast<void>(heads);
  //~ wrong padding_zeroed
  const Tensor all(mask.shape());
  const Tensor attended = attend(given::split_heads(q, heads), given::split_heads(k, heads),
                                 given::split_heads(v, heads), all + 1);
  //~ wrong query_split_by_reshape M02: given::split_heads(q, heads) => q.reshape({x.dim(0), heads, x.dim(1), dim / heads})
  //~ wrong key_split_by_reshape M02: given::split_heads(k, heads) => k.reshape({x.dim(0), heads, x.dim(1), dim / heads})
  //~ wrong value_split_by_reshape M02: given::split_heads(v, heads) => v.reshape({x.dim(0), heads, x.dim(1), dim / heads})
  //~ end
  //~ solution
  const Tensor joined = given::merge_heads(attended);
  //~ wrong reshaped_both_ways M02, merged_by_reshape M01: given::merge_heads(attended) => attended.reshape(x.shape())
  //~ wrong merged_wrong_axes M01: given::merge_heads(attended) => transpose(attended).reshape(x.shape())
  //~ wrong interleaved_both_ways M02, merged_interleaved M01
  Tensor joined(x.shape());
  for (int b = 0; b < x.dim(0); ++b)
    for (int t = 0; t < x.dim(1); ++t)
      for (int c = 0; c < dim; ++c) joined(b, t, c) = attended(b, c % heads, t, c / heads);
  //~ wrong heads_summed like interleaved_both_ways: c) = attended(b, c % heads, t, c / heads => c % (dim / heads)) += attended(b, c / (dim / heads), t, c % (dim / heads)
  //~ end
  //~ solution
  return project(joined, out_proj_weight, out_proj_bias, 0);
  //~ wrong no_output_projection: project(joined, out_proj_weight, out_proj_bias, 0) => joined
  //~ wrong out_proj_not_transposed, weights_not_transposed: project => project_columns
  //~ wrong out_bias_forgotten, biases_forgotten: out_proj_bias => Tensor(out_proj_bias.shape())
  //~ end
}
