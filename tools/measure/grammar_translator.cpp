#include "tools/measure/grammar_translator.hpp"

#include <algorithm>

#include "lib/data/toy_grammar.hpp"
#include "lib/score/bleu.hpp"

namespace heed {

TranslationData grammar_data(const ExperimentOptions& options, std::size_t test) {
  const Corpus corpus = toy_corpus(
      {.train = std::size_t{options.quick ? 6'000U : 12'000U}, .test = test, .level = options.quick ? 1 : 2});
  return make_translation_data(corpus, {});
}

TranslationSession grammar_session(const ExperimentOptions& options) {
  TranslationSession session{.run = {.epochs = options.quick ? 8 : 12, .learning_rate = 2e-3, .warmup = 100}};
  session.model.layer = {.d_model = 64, .heads = 4, .dim_feedforward = 128};
  session.run.seed = options.seed;
  return session;
}

SegmentStatistics bleu_counts(const TranslationData& data, const Translator& translator,
                              std::size_t sentences) {
  std::vector<std::vector<std::int32_t>> sources = sources_of(data.test);
  std::vector<std::string> references = data.test.references.words;
  sources.resize(std::min(sentences, sources.size()));
  references.resize(sources.size());
  const ScoredTexts texts = scored_texts(data.target.tokenizer, translator.decode_all(sources, {.beam = 1}));
  return Bleu({.tokenize = BleuTokenizer::none}).statistics(texts.words, {references});
}

}  // namespace heed
