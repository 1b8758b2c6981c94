// The best candidates from a priority queue; prefixes kept with <bos>.
#include <queue>

#include "exercises/given.hpp"

using Rows = std::vector<std::vector<int>>;
using NextLogProbabilities = std::function<Tensor(const Rows&)>;

double length_penalty(int length, double alpha) { return std::exp(alpha * std::log((5.0 + length) / 6)); }

std::vector<given::Hypothesis> beam_search(const NextLogProbabilities& next,
                                           const given::SearchOptions& options) {
  Rows prefixes{{options.bos}};
  std::vector<double> sums{0};
  std::vector<given::Hypothesis> done;
  const auto finish = [&](const std::vector<int>& prefix, double sum) {
    given::Hypothesis h;
    h.tokens.assign(prefix.begin() + 1, prefix.end());
    h.log_probability = sum;
    h.score = sum / length_penalty(static_cast<int>(h.tokens.size()), options.alpha);
    done.push_back(h);
  };
  for (int length = 1; length <= options.max_length; ++length) {
    if (prefixes.empty()) break;
    const Tensor table = next(prefixes);
    std::priority_queue<std::pair<double, int>> queue;  // sum, row * words + token
    const int words = table.dim(1);
    for (int row = 0; row < table.dim(0); ++row) {
      for (int token = 0; token < words; ++token)
        queue.push({sums[row] + table(row, token), row * words + token});
    }
    Rows longer;
    std::vector<double> longer_sums;
    for (int kept = 0; kept < options.beam && !queue.empty(); ++kept) {
      const auto [sum, index] = queue.top();
      queue.pop();
      if (index % words == options.eos) {
        finish(prefixes[index / words], sum);
      } else {
        longer.push_back(prefixes[index / words]);
        longer.back().push_back(index % words);
        longer_sums.push_back(sum);
      }
    }
    prefixes = std::move(longer);
    sums = std::move(longer_sums);
  }
  for (std::size_t i = 0; i < prefixes.size(); ++i) finish(prefixes[i], sums[i]);
  std::sort(done.begin(), done.end(), [](const auto& a, const auto& b) { return a.score > b.score; });
  done.resize(std::min<std::size_t>(done.size(), options.n_best));
  return done;
}
