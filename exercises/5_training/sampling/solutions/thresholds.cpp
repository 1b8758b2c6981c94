#include "exercises/given.hpp"

namespace {

/// Ids from the most probable on.
std::vector<int> ranked(const Tensor& p) {
  std::vector<std::pair<double, int>> pairs;
  for (int i = 0; i < p.size(); ++i) pairs.emplace_back(-p(i), i);
  std::sort(pairs.begin(), pairs.end());
  std::vector<int> ids;
  for (const auto& [probability, id] : pairs) ids.push_back(id);
  return ids;
}

/// The first `count` of the ranked ones, with the sum 1.
Tensor only(const Tensor& p, const std::vector<int>& ids, int count) {
  Tensor result = p * 0.0;
  double sum = 0;
  for (int i = 0; i < count; ++i) sum += p(ids[i]);
  for (int i = 0; i < count; ++i) result(ids[i]) = p(ids[i]) / sum;
  return result;
}

}  // namespace

Tensor with_temperature(const Tensor& logits, double t) {
  Tensor result = logits;
  const double largest = *std::max_element(logits.values().begin(), logits.values().end());
  double sum = 0;
  for (int i = 0; i < logits.size(); ++i) sum += result(i) = std::exp((logits(i) - largest) / t);
  return result / sum;
}

Tensor top_k(const Tensor& p, int k) { return only(p, ranked(p), k < p.size() ? k : p.size()); }

Tensor top_p(const Tensor& p, double enough) {
  const std::vector<int> ids = ranked(p);
  int count = 0;
  double sum = 0;
  while (count < p.size() && sum < enough) sum += p(ids[count++]);
  return only(p, ids, count);
}

int draw(const Tensor& p, double u) {
  int token = 0;
  while (token < p.size() - 1 && u >= p(token)) u -= p(token++);
  return token;
}

int next_token(const Tensor& logits, const given::SamplingOptions& options, double u) {
  if (options.temperature == 0) return ranked(logits).front();
  const Tensor p = with_temperature(logits, options.temperature);
  return draw(top_p(top_k(p, options.top_k == 0 ? p.size() : options.top_k), options.top_p), u);
}
