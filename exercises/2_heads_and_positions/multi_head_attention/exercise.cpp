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

//~ wrong weights_not_transposed: weight(first + o, i) => weight(first + i, o)
//~ end
//~ wrong shared_projection M07 with shared_weights
//~ wrong softmax_over_heads M05 with exp_over_heads
//~ wrong split_interleaved M02 with deal_out
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
  //~ end
  //~ solution
  for (int b = 0; b < batch; ++b)
    for (int h = 0; h < heads; ++h)
      for (int i = 0; i < length; ++i)
        for (int j = 0; j < length; ++j)
          if (mask(b, j) == 0) scores(b, h, i, j) = -std::numeric_limits<double>::infinity();
  //~ wrong finite_mask: -std::numeric_limits<double>::infinity() => -1e4
  //~ wrong mask_ignored: mask(b, j) == 0 => false
  //~ wrong mask_inverted: == 0) scores(b, h, i, j) = -std::numeric_limits<double>::infinity() => != 0) scores(b, h, i, j) = -1e9
  //~ wrong mask_on_queries M04: j) == 0) scores(b, h, i, j) = -std::numeric_limits<double>::infinity() => i) == 0) scores(b, h, i, j) = -1e9
  //~ wrong mask_heads_before_batch M04: (b, j) == 0) scores(b, h, i, j) = -std::numeric_limits<double>::infinity() => ((b * heads + h) % batch, j) == 0) scores(b, h, i, j) = -1e9
  //~ wrong causal_too M03: = 0) scores => = 0 || j > i) scores
  //~ end
  //~ solution
  Tensor weights = given::softmax(scores);
  //~ wrong softmax_over_queries M05: given::softmax(scores => transpose(given::softmax(transpose(scores))
  //~ wrong softmax_over_heads M05: given::softmax(scores => exp_over_heads(scores
  //~ wrong mask_after_softmax: softmax(scores); => softmax(matmul(q, transpose(k)) / std::sqrt(size)); for (int n = 0; n < weights.size(); ++n) weights.flat(n) *= mask(n / (heads * length * length), n % length);
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
  // 3. Attention in each head: scores, scale, mask, softmax, weighted sum of the values.
  // 4. Join the heads, given::merge_heads, and project once more.
  return not_written("multi_head_attention");
  //~ solution
  const int dim = x.dim(2);
  const auto in_heads = [&](int first) {
    return given::split_heads(project(x, in_proj_weight, in_proj_bias, first), heads);
  };
  //~ wrong in_bias_forgotten: in_proj_bias => Tensor(in_proj_bias.shape())
  //~ wrong in_proj_per_head: in_proj_weight => given::split_heads(in_proj_weight.reshape({heads, 3 * dim * dim / heads}), 3).reshape({3 * dim, dim})
  //~ wrong in_proj_per_head: in_proj_bias => given::split_heads(in_proj_bias.reshape({heads, 3 * dim / heads}), 3).reshape({3 * dim})
  //~ wrong shared_projection M07: in_proj_weight => repeated_block(in_proj_weight, heads) | in_proj_bias => first_rows(in_proj_bias, dim, heads)
  //~ wrong split_by_reshape M02, reshaped_both_ways M02: given::split_heads(project => project | first), heads) => first).reshape({x.dim(0), heads, x.dim(1), dim / heads})
  //~ wrong split_interleaved M02: given::split_heads => deal_out
  //~ end
  //~ solution
  const Tensor q = in_heads(0), k = in_heads(dim), v = in_heads(2 * dim);
  //~ wrong query_and_key_swapped: 0), k = in_heads(dim => dim), k = in_heads(0
  //~ wrong key_and_value_swapped: dim), v = in_heads(2 * dim => 2 * dim), v = in_heads(dim
  //~ wrong one_projection_for_all_three: in_heads(dim), v = in_heads(2 * dim) => q, v = q
  //~ end
  //~ solution
  const Tensor attended = attend(q, k, v, mask);
  Tensor joined = given::merge_heads(attended);
  //~ wrong reshaped_both_ways M02, merged_by_reshape M01: given::merge_heads(attended) => attended.reshape(x.shape())
  //~ wrong merged_wrong_axes M01: given::merge_heads(attended) => transpose(attended).reshape(x.shape())
  //~ end
  //~ solution
  return project(joined, out_proj_weight, out_proj_bias, 0);
  //~ wrong no_output_projection: project(joined, out_proj_weight, out_proj_bias, 0) => joined
  //~ wrong out_bias_forgotten: out_proj_bias => Tensor(out_proj_bias.shape())
  //~ end
}
