#include "tools/translation/train_translator.hpp"

#include "lib/score/bleu.hpp"

namespace heed {

double token_bleu(const std::vector<std::string>& hypotheses, const std::vector<std::string>& references) {
  return Bleu({.tokenize = BleuTokenizer::none}).corpus(hypotheses, {references}).score;
}

std::vector<std::vector<std::int32_t>> sources_of(const TranslationSplit& split) {
  std::vector<std::vector<std::int32_t>> sources;
  for (const Example& example : split.examples) sources.push_back(example.source);
  return sources;
}

TrainedTranslator train_translator(const TranslationData& data, Tokenisation tokenisation,
                                   SessionOptions options, Talk talk, const std::string& label,
                                   const std::function<void(const Translator&)>& on_best) {
  options.model.source_vocab = static_cast<std::int64_t>(data.source.size());
  options.model.target_vocab = static_cast<std::int64_t>(data.target.size());
  Rng rng(options.seed);
  const Translator translator(Transformer(options.model, rng), data.source, data.target, tokenisation,
                              data.languages);
  const auto sources = sources_of(data.valid);
  const auto bleu = [&] {
    return token_bleu(translator.decode_all(sources, {.beam = 1}), data.valid.references);
  };
  ValidationScore score{.name = "BLEU", .measure = bleu};
  if (on_best) score.on_best = [&] { on_best(translator); };
  SessionResult session =
      run_session(translator.model(), data.train.examples, data.valid.examples, score, options, talk, label);
  return {translator, std::move(session)};
}

}  // namespace heed
