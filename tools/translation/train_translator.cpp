#include "tools/translation/train_translator.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "lib/core/message.hpp"
#include "lib/data/data_hash.hpp"
#include "nn/next_token_task.hpp"

namespace heed {

namespace {

EncoderDecoder make_model(const TranslationSession& session) {
  Rng rng(session.run.seed);
  if (session.architecture == Architecture::lstm) return AttentionLstm(lstm_options(session.model), rng);
  return Transformer(session.model, rng);
}

/// The first sentences of the validation part that fit on a page.
std::vector<ShownSentence> shown_sentences(const Translator& translator, const TranslationData& data) {
  const auto word_of = [](const Vocabulary& vocabulary) {
    return [&vocabulary](std::int32_t id) { return vocabulary.token(id); };
  };
  return shown_of(
      data.valid.examples, {word_of(data.source.vocabulary), word_of(data.target.vocabulary)},
      [translator](const std::vector<Example>& one) {
        const std::size_t first[] = {0};
        const Batch batch = make_batch(one, first);
        std::visit([&](const auto& model) { model(batch.source, batch.target_in); }, translator.model());
      },
      3);
}

}  // namespace

std::vector<std::vector<std::int32_t>> sources_of(const TranslationSplit& split) {
  std::vector<std::vector<std::int32_t>> sources;
  for (const Example& example : split.examples) sources.push_back(example.source);
  return sources;
}

TrainedTranslator train_translator(const TranslationData& data, TranslationSession session,
                                   const SessionPlace& place) {
  session.model.source_vocab = static_cast<std::int64_t>(data.source.vocabulary.size());
  session.model.target_vocab = static_cast<std::int64_t>(data.target.vocabulary.size());
  const Translator translator(make_model(session), data.source, data.target);
  const auto bleu = [&data, translator, sources = sources_of(data.valid)] {
    const Tokenizer& tokenizer = data.target.tokenizer;
    const auto translations = translator.decode_all(sources, {.beam = 1});
    return judged_bleu(tokenizer.letters(), scored_texts(tokenizer, translations), data.valid.references)
        .score;
  };
  NextTokenOptions options = task_options(session.run);
  if (data.options.subword_sampling > 0)
    options.examples_of = [&data, seed = session.run.seed](std::uint64_t epoch) {
      return drawn_subwords(data, seed, epoch);
    };
  const Training training{
      .task = seq2seq_task(translator.model(), data.train.examples, data.valid.examples, options),
      .score = {.name = "BLEU", .measure = bleu, .from = 1},
      .save = [translator](const std::filesystem::path& file) { translator.save(file); },
      .shown = shown_sentences(translator, data)};
  return {translator, run_session(training, run_of(session), place)};
}

std::int64_t usual_epochs(std::size_t pairs, const SessionOptions& o) {
  constexpr double steps = 3500;
  const double batches = std::ceil(static_cast<double>(pairs) / static_cast<double>(o.batch_sentences));
  return std::clamp<std::int64_t>(
      std::llround(std::ceil(steps * static_cast<double>(o.accumulate) / batches)), 5, 50);
}

nlohmann::json data_identity(const TranslationData& data) {
  nlohmann::json identity{{tr_noop("the training data"),
                           data_hash(data.train.examples, data.valid.examples,
                                     data.valid.references.judged(data.target.tokenizer.letters()))},
                          {tr_noop("the source vocabulary"), text_hash(data.source.vocabulary.tokens())},
                          {tr_noop("the target vocabulary"), text_hash(data.target.vocabulary.tokens())}};
  if (data.source.tokenizer.subwords())
    identity[tr_noop("the subwords")] =
        text_hash({data.source.tokenizer.subwords()->bytes(), data.target.tokenizer.subwords()->bytes()});
  return identity;
}

void check_session(const TranslationSession& session) {
  if (session.architecture == Architecture::lstm) return check_sizes(lstm_options(session.model));
  check_sizes(session.model);
}

AttentionLstmOptions lstm_options(const TransformerOptions& o) {
  return {.source_vocab = o.source_vocab,
          .target_vocab = o.target_vocab,
          .d_model = o.layer.d_model,
          .dropout = o.layer.dropout,
          .max_length = o.layer.max_length,
          .pad = o.pad};
}

SessionOptions run_of(const TranslationSession& session) {
  SessionOptions run = of_width(session.run, session.model.layer.d_model);
  // LSTMs learn most at twice the rate (docs/models.md); the factor of noam's schedule stays.
  if (session.architecture == Architecture::lstm && run.learning_rate == 0 &&
      run.schedule != ScheduleKind::noam)
    run.learning_rate = 2 * automatic_learning_rate(run);
  return run;
}

}  // namespace heed
