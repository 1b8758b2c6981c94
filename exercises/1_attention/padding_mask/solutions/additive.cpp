// The lowest of all doubles is added to the scores of padding, and the mask multiplies the weights in the
// end.
#include "exercises/given.hpp"
#include "exercises/learn.hpp"

Tensor padding_mask(const std::vector<int>& lengths, int longest) {
  const int B = static_cast<int>(lengths.size());
  Tensor flat({B, longest});
  for (int b = 0; b < B; ++b)
    for (int t = 0; t < longest; ++t) flat(b, t) = t < lengths[b] ? 1 : 0;
  return flat.reshape({B, 1, 1, longest});
}

Tensor padding_mask_of_ids(const std::vector<int>& ids, int batch, int pad) {
  Tensor flat({int(ids.size())});
  for (int n = 0; n < flat.size(); ++n) flat(n) = ids[n] == pad ? 0 : 1;
  return flat.reshape({batch, 1, 1, int(ids.size()) / batch});
}

Tensor padded_weights(const Tensor& scores, const Tensor& mask) {
  const int B = scores.dim(0), H = scores.dim(1), Q = scores.dim(2), K = scores.dim(3);
  Tensor bias({B, H, Q, K});
  for (int n = 0; n < bias.size(); ++n) {
    const int b = n / (H * Q * K), k = n % K;
    bias.flat(n) = (1 - mask.flat(b * K + k)) * std::numeric_limits<double>::lowest();
  }
  Tensor weights = given::softmax(scores + bias);
  for (int n = 0; n < weights.size(); ++n) weights.flat(n) *= mask.flat(n / (H * Q * K) * K + n % K);
  return weights;
}
