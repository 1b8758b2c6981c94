#include <cmath>

#include "exercises/demos/forward.hpp"

namespace heed::grading {

/// The layer in a wider space: behind the C channels of its inputs stand a 1, which its biases are weights
/// of, and the number of the position as a one-hot vector, which the values are.
AttentionProbe probe_of(const Forward::Seen& seen) {
  const Tensor weight = to_tensor(seen.layer->in_proj_weight.value()),
               bias = to_tensor(seen.layer->in_proj_bias.value());
  const int channels = seen.from.dim(1), heads = seen.heads, size = channels / heads,
            longest = std::max(seen.from.dim(0), seen.to.dim(0)), wide = size + longest, all = heads * wide;
  if (all < channels + 1 + longest)
    throw_error<UsageError>("a sentence of {} words is too long for a probe", longest);
  const auto widened = [&](const Tensor& x) {
    Tensor result({1, x.dim(0), all});
    for (int t = 0; t < x.dim(0); ++t) {
      for (int c = 0; c < channels; ++c) result(0, t, c) = x(t, c);
      result(0, t, channels) = result(0, t, channels + 1 + t) = 1;
    }
    return result;
  };
  AttentionProbe probe{.from = widened(seen.from),
                       .to = widened(seen.to),
                       .query = Tensor({all, all}),
                       .key = Tensor({all, all}),
                       .value = Tensor({all, all}),
                       .output = identity(all),
                       .heads = heads};
  for (int h = 0; h < heads; ++h) {
    for (int i = 0; i < size; ++i) {
      const int row = h * size + i, to = h * wide + i;
      for (int c = 0; c <= channels; ++c) {
        const auto of = [&](int part) {
          return c == channels ? bias(part * channels + row) : weight(part * channels + row, c);
        };
        probe.query(to, c) =
            of(0) * std::sqrt(double(wide) / size);  // scores are divided by the root of more channels
        probe.key(to, c) = of(1);
      }
    }
    for (int t = 0; t < longest; ++t) probe.value(h * wide + t, channels + 1 + t) = 1;
  }
  return probe;
}

Tensor AttentionProbe::weights(const Tensor& result, int head) const {
  const int wide = result.dim(2) / heads;
  Tensor found({from.dim(1), to.dim(1)});
  for (int q = 0; q < found.dim(0); ++q)
    for (int k = 0; k < found.dim(1); ++k) found(q, k) = result(0, q, head * wide + k);
  return found;
}

}  // namespace heed::grading
