#include "tools/lab/translator.hpp"

#include <algorithm>

#include "lib/data/toy_grammar.hpp"
#include "lib/score/bleu.hpp"
#include "tools/language/spoken.hpp"

namespace heed {

TranslationData lab_corpus(const LabOptions& options, std::size_t test) {
  const Corpus corpus = toy_corpus(
      {.train = std::size_t{options.quick ? 6'000U : 12'000U}, .test = test, .level = options.quick ? 1 : 2});
  return make_translation_data(corpus, {});
}

TranslationSession lab_session(const LabOptions& options) {
  TranslationSession session{.run = {.epochs = options.quick ? 8 : 12, .learning_rate = 2e-3, .warmup = 100}};
  session.model.layer = {.d_model = 64, .heads = 4, .dim_feedforward = 128};
  session.run.seed = options.seed;
  return session;
}

LabTranslator train_lab_translator(const LabOptions& options, std::uint64_t seed, std::size_t test) {
  TranslationData data = lab_corpus(options, test);
  TranslationSession session = lab_session(options);
  session.run.seed = seed;
  const TrainedTranslator result =
      train_translator(data, session, {.talk = Talk::bar, .label = spoken("a translator", "번역기")});
  return {std::move(data), result.translator};
}

SegmentStatistics lab_counts(const TranslationData& data, const Translator& translator,
                             std::size_t sentences) {
  std::vector<std::vector<std::int32_t>> sources = sources_of(data.test);
  std::vector<std::string> references = data.test.references.words;
  sources.resize(std::min(sentences, sources.size()));
  references.resize(sources.size());
  const ScoredTexts texts = scored_texts(data.target.tokenizer, translator.decode_all(sources, {.beam = 1}));
  return Bleu({.tokenize = BleuTokenizer::none}).statistics(texts.words, {references});
}

}  // namespace heed
