#include "exercises/given.hpp"

namespace {

constexpr double never = -std::numeric_limits<double>::infinity();

Tensor logs(const Tensor& p) {
  Tensor result = p;
  for (int i = 0; i < p.size(); ++i) result(i) = std::log(p(i));
  return result;
}

/// How many tokens come before this one: more probable, or as probable with a smaller id.
int rank(const Tensor& p, int token) {
  int before = 0;
  for (int i = 0; i < p.size(); ++i) before += p(i) > p(token) || (p(i) == p(token) && i < token) ? 1 : 0;
  return before;
}

}  // namespace

Tensor with_temperature(const Tensor& logits, double t) { return given::softmax(logits * (1 / t)); }

Tensor top_k(const Tensor& p, int k) {
  Tensor logits = logs(p);
  for (int i = 0; i < p.size(); ++i) {
    if (rank(p, i) >= k) logits(i) = never;
  }
  return given::softmax(logits);
}

Tensor top_p(const Tensor& p, double enough) {
  Tensor logits = logs(p);
  for (int i = 0; i < p.size(); ++i) {
    double before = 0;  // of the tokens that come first
    for (int j = 0; j < p.size(); ++j) before += rank(p, j) < rank(p, i) ? p(j) : 0;
    if (before >= enough) logits(i) = never;
  }
  return given::softmax(logits);
}

int draw(const Tensor& p, double u) {
  std::vector<double> sums(static_cast<std::size_t>(p.size()));
  std::partial_sum(p.values().begin(), p.values().end(), sums.begin());
  const auto at = std::upper_bound(sums.begin(), sums.end(), u);
  return std::min(static_cast<int>(at - sums.begin()), p.size() - 1);
}

int next_token(const Tensor& logits, const given::SamplingOptions& options, double u) {
  if (options.temperature == 0) {
    int best = 0;
    for (int i = 1; i < logits.size(); ++i) best = logits(i) > logits(best) ? i : best;
    return best;
  }
  Tensor p = with_temperature(logits, options.temperature);
  if (options.top_k != 0) p = top_k(p, options.top_k);
  if (options.top_p != 1) p = top_p(p, options.top_p);
  return draw(p, u);
}
