// One step as a function that calls itself; candidates in a multimap.
#include "exercises/given.hpp"

using Rows = std::vector<std::vector<int>>;
using NextLogProbabilities = std::function<Tensor(const Rows&)>;

double length_penalty(int length, double alpha) {
  const double base = (length + 5.0) / 6.0;
  return std::pow(base, alpha);
}

static void step(const NextLogProbabilities& next, const given::SearchOptions& options, int left,
                 const std::vector<given::Hypothesis>& open, std::vector<given::Hypothesis>& ended) {
  if (open.empty() || left == 0) {
    ended.insert(ended.end(), open.begin(), open.end());
    return;
  }
  Rows prefixes;
  for (const given::Hypothesis& h : open) {
    std::vector<int> prefix{options.bos};
    for (int token : h.tokens) prefix.push_back(token);
    prefixes.push_back(prefix);
  }
  const Tensor log_p = next(prefixes);
  std::multimap<double, std::pair<int, int>, std::greater<>> candidates;
  for (int i = 0; i < log_p.dim(0); ++i) {
    for (int v = 0; v < log_p.dim(1); ++v) candidates.insert({open[i].log_probability + log_p(i, v), {i, v}});
  }
  std::vector<given::Hypothesis> going_on;
  int kept = 0;
  for (const auto& [sum, where] : candidates) {
    if (kept++ == options.beam) break;
    given::Hypothesis h{open[where.first].tokens, sum, 0};
    if (where.second == options.eos) {
      ended.push_back(h);
      continue;
    }
    h.tokens.push_back(where.second);
    going_on.push_back(h);
  }
  step(next, options, left - 1, going_on, ended);
}

std::vector<given::Hypothesis> beam_search(const NextLogProbabilities& next,
                                           const given::SearchOptions& options) {
  std::vector<given::Hypothesis> ended;
  step(next, options, options.max_length, {given::Hypothesis{}}, ended);
  std::multimap<double, given::Hypothesis, std::greater<>> ranking;
  for (given::Hypothesis h : ended) {
    h.score = h.log_probability / length_penalty(static_cast<int>(h.tokens.size()), options.alpha);
    ranking.insert({h.score, h});
  }
  std::vector<given::Hypothesis> result;
  for (const auto& entry : ranking) {
    if (static_cast<int>(result.size()) < options.n_best) result.push_back(entry.second);
  }
  return result;
}
