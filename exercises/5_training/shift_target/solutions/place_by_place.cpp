// Position by position; the loss as a running mean.
#include "exercises/given.hpp"

using Rows = std::vector<std::vector<int>>;

std::pair<Rows, Rows> shift_target(const Rows& target, const given::SpecialIds& ids) {
  const int sentences = static_cast<int>(target.size());
  const int length = static_cast<int>(target.at(0).size());
  Rows in(sentences, std::vector<int>(length + 1)), out = in;
  for (int b = 0; b < sentences; ++b) {
    const auto word = [&](int t) { return t < 0 || t >= length ? ids.pad : target[b][t]; };
    for (int t = 0; t <= length; ++t) {
      in[b][t] = t == 0 ? ids.bos : word(t - 1);
      const bool just_ended = word(t) == ids.pad && (t == 0 || word(t - 1) != ids.pad);
      out[b][t] = just_ended ? ids.eos : word(t);
    }
  }
  return {in, out};
}

double sequence_loss(const Tensor& log_probabilities, const Rows& labels, const given::SpecialIds& ids) {
  double mean = 0;
  int seen = 0;
  for (std::size_t b = 0; b < labels.size(); ++b) {
    for (std::size_t t = 0; t < labels[b].size(); ++t) {
      if (labels[b][t] == ids.pad) continue;
      ++seen;
      const double loss = -log_probabilities(static_cast<int>(b), static_cast<int>(t), labels[b][t]);
      mean += (loss - mean) / seen;
    }
  }
  return mean;
}
