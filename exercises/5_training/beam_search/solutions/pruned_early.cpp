// Each hypothesis puts up only its own `beam` best; the finished ones are kept in order and no more than
// needed.
#include "exercises/given.hpp"

using Rows = std::vector<std::vector<int>>;
using NextLogProbabilities = std::function<Tensor(const Rows&)>;

double length_penalty(int length, double alpha) { return std::pow((5 + length) / 6.0, alpha); }

namespace {

bool more_probable(const given::Hypothesis& a, const given::Hypothesis& b) {
  return a.log_probability > b.log_probability;
}

bool better(const given::Hypothesis& a, const given::Hypothesis& b) { return a.score > b.score; }

template <typename Better>
void keep_best(std::vector<given::Hypothesis>& list, int count, Better compare) {
  const auto middle =
      list.begin() + std::min<std::ptrdiff_t>(count, static_cast<std::ptrdiff_t>(list.size()));
  std::partial_sort(list.begin(), middle, list.end(), compare);
  list.erase(middle, list.end());
}

}  // namespace

std::vector<given::Hypothesis> beam_search(const NextLogProbabilities& next,
                                           const given::SearchOptions& options) {
  std::vector<given::Hypothesis> open(1), best;
  const auto enter = [&](given::Hypothesis h) {
    h.score = h.log_probability / length_penalty(static_cast<int>(h.tokens.size()), options.alpha);
    best.push_back(h);
    keep_best(best, options.n_best, better);
  };
  for (int step = 0; step < options.max_length; ++step) {
    Rows prefixes;
    for (const auto& h : open) {
      prefixes.push_back(h.tokens);
      prefixes.back().insert(prefixes.back().begin(), options.bos);
    }
    const Tensor p = next(prefixes);
    std::vector<given::Hypothesis> all;
    for (int i = 0; i < p.dim(0); ++i) {
      std::vector<given::Hypothesis> own;
      for (int v = 0; v < p.dim(1); ++v) {
        given::Hypothesis h = open[i];
        h.tokens.push_back(v);
        h.log_probability += p(i, v);
        own.push_back(h);
      }
      keep_best(own, options.beam, more_probable);
      all.insert(all.end(), own.begin(), own.end());
    }
    keep_best(all, options.beam, more_probable);
    open.clear();
    for (auto& h : all) {
      if (h.tokens.back() == options.eos) {
        h.tokens.pop_back();
        enter(h);
      } else {
        open.push_back(h);
      }
    }
    if (open.empty()) break;
  }
  for (const auto& h : open) enter(h);
  return best;
}
