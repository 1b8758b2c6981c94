#include "tools/translation/train_translator.hpp"

#include <nlohmann/json.hpp>

#include "lib/score/bleu.hpp"
#include "models/seq2seq.hpp"
#include "tools/training/data_hash.hpp"
#include "tools/training/kept_training.hpp"

namespace heed {

double token_bleu(const std::vector<std::string>& hypotheses, const std::vector<std::string>& references) {
  return Bleu({.tokenize = BleuTokenizer::none}).corpus(hypotheses, {references}).score;
}

std::vector<std::vector<std::int32_t>> sources_of(const TranslationSplit& split) {
  std::vector<std::vector<std::int32_t>> sources;
  for (const Example& example : split.examples) sources.push_back(example.source);
  return sources;
}

TrainedTranslator train_translator(const TranslationData& data, SessionOptions options,
                                   const SessionPlace& place) {
  options.model.source_vocab = static_cast<std::int64_t>(data.source.vocabulary.size());
  options.model.target_vocab = static_cast<std::int64_t>(data.target.vocabulary.size());
  Rng rng(options.seed);
  const Translator translator(Transformer(options.model, rng), data.source, data.target);
  const auto sources = sources_of(data.valid);
  const auto bleu = [&] {
    return token_bleu(translator.decode_all(sources, {.beam = 1}), data.valid.references);
  };
  if (place.kept)
    place.kept->save_with(
        translator.model(), [translator](const std::filesystem::path& file) { translator.save(file); },
        "BLEU");
  SessionResult session = run_session(
      seq2seq_task(translator.model(), data.train.examples, data.valid.examples, task_options(options)),
      {.name = "BLEU", .measure = bleu}, options, place);
  return {translator, std::move(session)};
}

nlohmann::json data_identity(const TranslationData& data) {
  return {{"the training data", data_hash(data.train.examples, data.valid.examples, data.valid.references)},
          {"the source vocabulary", text_hash(data.source.vocabulary.tokens())},
          {"the target vocabulary", text_hash(data.target.vocabulary.tokens())}};
}

}  // namespace heed
