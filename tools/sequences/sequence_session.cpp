#include "tools/sequences/sequence_session.hpp"

#include "nn/decoding.hpp"

namespace heed {
namespace {

std::vector<std::vector<std::int32_t>> decode_all(const Transformer& model,
                                                  const std::vector<Example>& examples) {
  std::vector<std::vector<std::int32_t>> produced;
  constexpr std::size_t sentences = 250;
  for (std::size_t first = 0; first < examples.size(); first += sentences) {
    std::vector<std::vector<std::int32_t>> sources;
    for (std::size_t i = first; i < std::min(examples.size(), first + sentences); ++i)
      sources.push_back(examples[i].source);
    for (Hypothesis& h : greedy_decode(model, make_sources(sources))) produced.push_back(std::move(h.tokens));
  }
  return produced;
}

std::int64_t count_exact(const std::vector<Example>& examples,
                         const std::vector<std::vector<std::int32_t>>& produced) {
  std::int64_t exact = 0;
  for (std::size_t i = 0; i < examples.size(); ++i) exact += produced[i] == examples[i].target ? 1 : 0;
  return exact;
}

}  // namespace

SequenceResult run_sequences(const SequenceOptions& corpus_options, SessionOptions options) {
  const SequenceCorpus corpus = sequence_corpus(corpus_options);
  options.model.source_vocab = options.model.target_vocab =
      corpus_options.first_symbol + corpus_options.symbols;
  options.model.max_length =
      std::max(options.model.max_length, 2 * static_cast<std::int64_t>(corpus_options.longest) + 2);
  Rng rng(options.seed);
  const Transformer model(options.model, rng);
  const auto exact_share = [&] {
    return 100 * static_cast<double>(count_exact(corpus.valid, decode_all(model, corpus.valid))) /
           static_cast<double>(corpus.valid.size());
  };
  SequenceResult result{
      model,
      run_session(model, corpus.train, corpus.valid, {"exact %", exact_share, 100}, options),
      corpus.test,
      {},
      0};
  if (result.session.training.interrupted) return result;
  result.produced = decode_all(model, result.test);
  result.exact = count_exact(result.test, result.produced);
  return result;
}

}  // namespace heed
