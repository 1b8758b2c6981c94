#include "exercises/given.hpp"
#include "exercises/learn.hpp"

/// Your predictions, made before anything is computed: the answers 1, 2 or 3 to the statement's question
/// number `which`, 1 … 5.
int prediction(int which) {
  //~ stub
  return not_written("prediction");
  //~ solution
  const std::vector<int> answers{1, 1, 2, 3, 2};
  //~ wrong always_vanishes: 1, 1, 2, 3, 2 => 1, 1, 2, 3, 1
  //~ wrong stays_above_one: 1, 1, 2, 3, 2 => 1, 1, 2, 3, 3
  //~ wrong rnn_gradient_arrives: 1, 1, 2, 3, 2 => 2, 1, 2, 3, 2
  //~ wrong attention_gradient_vanishes: 1, 1, 2, 3, 2 => 3, 1, 2, 3, 2
  //~ wrong gradient_halves: 1, 1, 2, 3, 2 => 1, 2, 2, 3, 2
  //~ wrong gradient_stays: 1, 1, 2, 3, 2 => 1, 3, 2, 3, 2
  //~ wrong convolution_like_rnn: 1, 1, 2, 3, 2 => 1, 1, 3, 3, 2
  //~ wrong convolution_like_attention: 1, 1, 2, 3, 2 => 1, 1, 1, 3, 2
  //~ wrong average_is_enough: 1, 1, 2, 3, 2 => 1, 1, 2, 1, 2
  //~ wrong loss_is_enough: 1, 1, 2, 3, 2 => 1, 1, 2, 2, 2
  //~ end
  //~ solution
  return answers.at(which - 1);
  //~ end
}

/// The accuracy by distance: bucket b holds the answers whose distance is at most edges[b] and
/// above edges[b − 1]; −1 for a bucket without answers. Answers beyond the last edge do not count.
/// distances and right have one number for each answer; right: 1 or 0. edges grow. -> (buckets).
Tensor accuracy_by_distance(const std::vector<int>& distances, const std::vector<int>& right,
                            const std::vector<int>& edges) {
  //~ stub
  return not_written("accuracy_by_distance");
  //~ solution
  const int buckets = static_cast<int>(edges.size());
  Tensor hits({buckets}), answers({buckets});
  for (std::size_t n = 0; n < distances.size(); ++n) {
    for (int b = 0; b < buckets; ++b) {
      if (distances[n] > edges[b]) continue;
      answers(b) += 1;
      hits(b) += right[n];
      break;
      //~ wrong buckets_by_lower_end: distances[n] > => distances[n] >=
      //~ wrong distance_zero_left_out: if (distances[n] > edges[b]) => if (distances[n] == 0 || distances[n] > edges[b])
      //~ wrong errors_not_right: += right[n] => += 1 - right[n]
      //~ end
      //~ solution
    }
  }
  for (int b = 0; b < buckets; ++b) hits(b) = answers(b) == 0 ? -1 : hits(b) / answers(b);
  return hits;
  //~ wrong empty_is_nan: answers(b) == 0 ? -1 : hits(b) / answers(b) => hits(b) / answers(b)
  //~ wrong empty_is_zero: ? -1 : => ? 0 :
  //~ wrong counts_of_right: hits(b) / answers(b) => hits(b)
  //~ end
}

/// The gradient that reaches the first token of h_t = W h_{t−1} + x_t: the Frobenius norm of dh_T / dx_1.
/// This is W multiplied by itself, T − 1 factors; for T = 1 the identity. recurrent W (C, C), length T ≥ 1.
double first_token_gradient(const Tensor& recurrent, int length) {
  //~ stub
  // How does h_2 depend on x_1? And h_3?
  return not_written("first_token_gradient");
  //~ solution
  const int width = recurrent.dim(0);
  Tensor power({width, width});
  for (int c = 0; c < width; ++c) power(c, c) = 1;
  for (int t = 1; t < length; ++t) power = matmul(recurrent, power);
  double sum = 0;
  for (int n = 0; n < power.size(); ++n) sum += power.flat(n) * power.flat(n);
  return std::sqrt(sum);
  //~ wrong one_step_only: t = 1; t < length => t = 1; t < std::min(length, 2)
  //~ wrong times_not_power: power = matmul(recurrent, power) => power = recurrent * double(t)
  //~ wrong elementwise_power: power = matmul(recurrent, power) => power = t == 1 ? recurrent : recurrent * power
  //~ wrong norm_not_rooted: std::sqrt(sum) => sum
  //~ end
}
