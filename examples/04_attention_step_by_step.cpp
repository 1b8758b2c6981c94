// 04  Attention step by step, with numbers (Vaswani et al. 2017, section 3.2.1)
//
//     Attention(Q, K, V) = softmax(Q Kᵀ / √Dk) V        Q (Tq, Dk), K (Tk, Dk), V (Tk, Dv) -> (Tq, Dv)
//
// Each query asks every key "how well do we go together?" (a dot product), turns the answers into weights
// that are positive and 1 in sum, and takes that mixture of the values.
// Two worked examples from study notes are computed again here, and what the notes print is checked.
//
// last line: the attention of "The" is [0.319, 0.348, 0.333], its output [0.21, -0.58]
#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <string>

#include "autograd/ops.hpp"
#include "lib/array/elementwise.hpp"
#include "lib/array/reduce.hpp"
#include "lib/core/shape_format.hpp"

using namespace heed;

namespace {

void show(const std::string& step, const Variable& m) {  // m (rows, columns)
  fmt::print("  {} {}\n", step, m.shape());
  for (std::int64_t i = 0; i < m.dim(0); ++i) {
    for (std::int64_t j = 0; j < m.dim(1); ++j) fmt::print("{:>9.4f}", m.value().at({i, j}));
    fmt::print("\n");
  }
}

/// The formula one operation at a time; `hidden` (Tq, Tk) is 1 where a query may not look.
Variable attention_by_steps(const Variable& Q, const Variable& K, const Variable& V, const Array& hidden) {
  const auto Dk = static_cast<Scalar>(K.dim(-1));
  const Variable scores = matmul(Q, transpose(K));  // (Tq, Tk): score[i][j] = Q[i] · K[j]
  show("Q Kᵀ", scores);
  const Variable scaled = scores / std::sqrt(Dk);  // without this, long vectors make softmax all or nothing
  show("Q Kᵀ / √Dk", scaled);
  const Variable masked = masked_fill(scaled, hidden, -std::numeric_limits<Scalar>::infinity());
  show("masked: e^-inf = 0, so a hidden key gets no weight", masked);
  const Variable weights = softmax(masked);  // (Tq, Tk): each row is positive and 1 in sum
  show("softmax: the attention weights", weights);
  const Variable output = matmul(weights, V);  // (Tq, Dv): mixtures of the rows of V
  show("weights V: the output", output);
  return output;
}

/// The same in one operation, as the models use it. Its mask says who *may* attend.
void compare_with_fused(const Variable& by_steps, const Variable& fused) {
  const Array apart = by_steps.value() - fused.value();
  const bool same = max(apart * apart).item() < 1e-12;
  fmt::print("  scaled_dot_product_attention gives the same: {}\n\n", same ? "yes" : "no");
}

/// A figure that a note prints, and what comes out here.
void check(const std::string& what, Scalar here, double printed) {
  const bool right = std::abs(static_cast<double>(here) - printed) < 0.5e-4;
  fmt::print("  {:<30} {:>8.4f}   the note: {:>7.4f}  {}\n", what, here, printed,
             right ? "right" : "not from these scores");
}

}  // namespace

int main() {
  // Four positions, Dk = 3, Dv = 2: the notebook's example, which draws the numbers as colours.
  const Variable Q(Array({4, 3}, {1, 0, 1,  // what position 0 looks for
                                  0, 1, 0,  //
                                  1, 1, 0,  //
                                  0, 0, 1}));
  const Variable K(Array({4, 3}, {1, 0, 0,  // what position 0 can be found by
                                  0, 1, 0,  //
                                  0, 0, 1,  //
                                  1, 1, 0}));
  const Variable V(Array({4, 2}, {1, 0,  // what position 0 gives to those who look at it
                                  0, 1,  //
                                  1, 1,  //
                                  0.5, 0.5}));

  fmt::print("Every position sees every other one\n");
  const Array nothing_hidden = Array::zeros({4, 4});
  compare_with_fused(attention_by_steps(Q, K, V, nothing_hidden), scaled_dot_product_attention(Q, K, V));

  fmt::print("No position sees a later one (a causal mask, as in a decoder)\n");
  const Array future_hidden({4, 4}, {0, 1, 1, 1,  //
                                     0, 0, 1, 1,  //
                                     0, 0, 0, 1,  //
                                     0, 0, 0, 0});
  compare_with_fused(attention_by_steps(Q, K, V, future_hidden),
                     scaled_dot_product_attention(Q, K, V, {.mask = Mask::causal()}));

  // "The dog chased", Dk = Dv = 2: what does "The" attend to?
  const Variable q_the(Array({1, 2}, {0.31, -0.22}));
  // Rows: The, dog, chased.
  const Variable keys(Array({3, 2}, {-0.05, -1.34, 1.12, -0.26, 0.53, -0.80}));
  const Variable values(Array({3, 2}, {0.52, 0.23, -0.08, -1.35, 0.22, -0.56}));

  fmt::print("\"The\" asks The, dog and chased\n");
  const Variable scores = matmul(q_the, transpose(keys));  // (1, 3)
  Array weights;                                           // (B, H, Tq, Tk) = (1, 1, 1, 3)
  const Variable output = scaled_dot_product_attention(q_the, keys, values, {.weights = &weights});
  check("score of dog", scores.value().at({0, 1}), 0.4044);
  check("score of chased", scores.value().at({0, 2}), 0.3403);
  fmt::print("  score of The itself: {:.4f}, which the note leaves out\n", scores.value().at({0, 0}));

  // The note goes on with weights and values that it made up. Their mixture is added up correctly …
  const Variable made_up_weights(Array({1, 3}, {0.2, 0.5, 0.3}));
  const Variable made_up_values(Array({3, 2}, {0.1, 0.3, 0.2, 0.4, 0.0, 0.5}));
  const Array mixture = matmul(made_up_weights, made_up_values).value();
  check("0.2·0.1 + 0.5·0.2 + 0.3·0.0", mixture.at({0, 0}), 0.12);
  check("0.2·0.3 + 0.5·0.4 + 0.3·0.5", mixture.at({0, 1}), 0.41);
  // … but they belong to other scores: equal scores give equal weights, and these scores are nearly equal.
  check("weight of The", weights.at({0, 0, 0, 0}), 0.2);
  check("weight of dog", weights.at({0, 0, 0, 1}), 0.5);
  check("weight of chased", weights.at({0, 0, 0, 2}), 0.3);

  fmt::print("the attention of \"The\" is [{:.3f}, {:.3f}, {:.3f}], its output [{:.2f}, {:.2f}]\n",
             weights.at({0, 0, 0, 0}), weights.at({0, 0, 0, 1}), weights.at({0, 0, 0, 2}),
             output.value().at({0, 0}), output.value().at({0, 1}));
}
