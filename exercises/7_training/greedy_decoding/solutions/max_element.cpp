// Results cut out of the prefixes at the end.
#include "exercises/given.hpp"

using Rows = std::vector<std::vector<int>>;
using NextLogits = std::function<Tensor(const Rows&)>;

Rows greedy_decoding(const NextLogits& next_logits, int batch, const given::SearchOptions& options) {
  Rows sentences(batch, std::vector<int>(1, options.bos));
  const auto ended = [&](const std::vector<int>& s) { return s.size() > 1 && s.back() == options.eos; };
  int length = 0;
  while (length++ < options.max_length && !std::all_of(sentences.begin(), sentences.end(), ended)) {
    const std::vector<double> logits = next_logits(sentences).values();
    const auto words = static_cast<std::ptrdiff_t>(logits.size()) / batch;
    for (int b = 0; b < batch; ++b) {
      if (ended(sentences[b])) continue;
      const auto first = logits.begin() + b * words;
      sentences[b].push_back(static_cast<int>(std::max_element(first, first + words) - first));
    }
  }
  for (auto& s : sentences) {
    if (ended(s)) s.pop_back();
    s.erase(s.begin());
  }
  return sentences;
}
