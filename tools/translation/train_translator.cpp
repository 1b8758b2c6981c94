#include "tools/translation/train_translator.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "lib/text/display.hpp"
#include "nn/batch.hpp"
#include "tools/training/data_hash.hpp"
#include "tools/training/kept_training.hpp"

namespace heed {

namespace {

EncoderDecoder make_model(const TranslationSession& session) {
  Rng rng(session.run.seed);
  if (session.architecture == Architecture::lstm) return AttentionLstm(lstm_options(session.model), rng);
  return Transformer(session.model, rng);
}

/// The first sentences of the validation part that fit on a page.
std::vector<ShownSentence> shown_sentences(const Translator& translator, const TranslationData& data) {
  constexpr std::size_t most = 3;
  std::vector<ShownSentence> shown;
  const auto words = [](const Vocabulary& vocabulary, const std::vector<std::int32_t>& ids) {
    std::vector<std::string> all;
    for (const std::int32_t id : ids) all.push_back(printable(vocabulary.token(id)));
    return all;
  };
  for (const Example& e : data.valid.examples) {
    if (shown.size() == most) break;
    if (e.source.size() < 3 || e.target.size() < 3 ||
        std::max(e.source.size(), e.target.size()) > longest_shown)
      continue;
    ShownSentence s{.source = words(data.source.vocabulary, e.source),
                    .input = words(data.target.vocabulary, e.target),
                    .output = {},
                    .read = [translator, examples = std::vector{e}] {
                      const std::size_t first[] = {0};
                      const Batch batch = make_batch(examples, first);
                      std::visit([&](const auto& model) { model(batch.source, batch.target_in); },
                                 translator.model());
                    }};
    s.output = s.input;
    s.source.emplace_back(Vocabulary::special_names[Vocabulary::eos]);
    s.output.emplace_back(Vocabulary::special_names[Vocabulary::eos]);
    s.input.insert(s.input.begin(), std::string(Vocabulary::special_names[Vocabulary::bos]));
    shown.push_back(std::move(s));
  }
  return shown;
}

}  // namespace

std::vector<std::vector<std::int32_t>> sources_of(const TranslationSplit& split) {
  std::vector<std::vector<std::int32_t>> sources;
  for (const Example& example : split.examples) sources.push_back(example.source);
  return sources;
}

Translator untrained_translator(const TranslationData& data, TranslationSession session) {
  session.model.source_vocab = static_cast<std::int64_t>(data.source.vocabulary.size());
  session.model.target_vocab = static_cast<std::int64_t>(data.target.vocabulary.size());
  return {make_model(session), data.source, data.target};
}

TrainedTranslator train_translator(const TranslationData& data, const TranslationSession& session,
                                   const SessionPlace& given) {
  const Translator translator = untrained_translator(data, session);
  SessionPlace place = given;
  if (place.kept) place.shown = shown_sentences(translator, data);
  const auto sources = sources_of(data.valid);
  const Tokenizer& tokenizer = data.target.tokenizer;
  const auto bleu = [&] {
    const auto translations = translator.decode_all(sources, {.beam = 1});
    return judged_bleu(tokenizer.letters(), scored_texts(tokenizer, translations), data.valid.references)
        .score;
  };
  NextTokenOptions task = task_options(session.run);
  if (data.options.subword_sampling > 0)
    task.examples_of = [&data, seed = session.run.seed](std::uint64_t epoch) {
      return drawn_subwords(data, seed, epoch);
    };
  if (place.kept)
    place.kept->save_with(
        module_of(translator.model()),
        [translator](const std::filesystem::path& file) { translator.save(file); }, "BLEU");
  SessionResult result =
      run_session(seq2seq_task(translator.model(), data.train.examples, data.valid.examples, task),
                  {.name = "BLEU", .measure = bleu}, run_of(session), place);
  return {translator, std::move(result)};
}

nlohmann::json data_identity(const TranslationData& data) {
  nlohmann::json identity{
      {"the training data", data_hash(data.train.examples, data.valid.examples,
                                      data.valid.references.judged(data.target.tokenizer.letters()))},
      {"the source vocabulary", text_hash(data.source.vocabulary.tokens())},
      {"the target vocabulary", text_hash(data.target.vocabulary.tokens())}};
  if (data.source.tokenizer.subwords())
    identity["the subwords"] =
        text_hash({data.source.tokenizer.subwords()->bytes(), data.target.tokenizer.subwords()->bytes()});
  return identity;
}

}  // namespace heed
