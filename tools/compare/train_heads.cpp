#include "tools/compare/train_heads.hpp"

#include <fmt/ranges.h>

#include "lib/core/error.hpp"
#include "lib/files/atomic_write.hpp"
#include "lib/files/folders.hpp"
#include "lib/score/bleu.hpp"
#include "tools/processes/processes.hpp"
#include "tools/training/kept_training.hpp"
#include "tools/training/model_place.hpp"
#include "tools/translation/train_translator.hpp"

namespace heed {
namespace {

/// A run of a training without a result: its model translates nothing.
HeadRun diverged_run(HeadRun run, const TranslationData& data, const Bleu& bleu) {
  run.statistics =
      bleu.statistics(std::vector<std::string>(data.test.examples.size()), {data.test.references.words});
  return run;
}

/// Of the validation score; of one epoch from 0.
double last_rise(const std::vector<EpochReport>& epochs) {
  const double last = epochs.back().valid_score.value_or(0);
  return epochs.size() < 2 ? last : last - epochs[epochs.size() - 2].valid_score.value_or(0);
}

void keep_model(const std::filesystem::path& model, const TrainedTranslator& trained,
                const TranslationData& data, const std::vector<std::string>& written, const HeadRun& run,
                const TrainingRecord& record) {
  make_folders(model.parent_path());
  trained.translator.save(model);
  const TrainingResult& training = trained.session.training;
  write_history(history_of(model), {.seed = run.seed,
                                    .planned_epochs = run.epochs,
                                    .best_epoch = training.best_epoch,
                                    .ended_by = training.ended_by,
                                    .seconds = training.seconds,
                                    .epochs = training.epochs,
                                    .record = record});
  std::vector<std::string> sources;
  for (const SentencePair& pair : data.test.pairs) sources.push_back(pair.source);
  using Lines = const std::vector<std::string>*;
  for (const auto& [name, lines] : {std::pair<const char*, Lines>("test.source.txt", &sources),
                                    {"test.reference.txt", &data.test.references.words},
                                    {"test.greedy.txt", &written}})
    atomic_write(beside_model(model, name), fmt::format("{}\n", fmt::join(*lines, "\n")));
}

}  // namespace

std::optional<HeadRun> train_heads(const TranslationData& data, TranslationSession session,
                                   const PlannedRun& next, const SessionPlace& place,
                                   const std::filesystem::path& model) {
  session.model.layer.heads = next.heads;
  session.run.epochs = next.epochs;
  session.run.learning_rate = next.learning_rate;
  session.run.seed = next.seed;
  const Bleu bleu({.tokenize = BleuTokenizer::none});
  HeadRun run{
      .heads = next.heads, .epochs = next.epochs, .learning_rate = next.learning_rate, .seed = next.seed};
  try {
    const TrainedTranslator trained = train_translator(data, session, place);
    const TrainingResult& training = trained.session.training;
    run.parameters = module_of(trained.translator.model()).parameter_count();
    run.seconds = training.seconds;
    if (training.interrupted) {
      if (place.kept) place.kept->finish(training);
      return std::nullopt;
    }
    if (training.best_epoch == 0) return diverged_run(run, data, bleu);
    if (place.kept) place.kept->finish(training);
    run.best_epoch = training.best_epoch;
    const EpochReport& best = training.epochs[static_cast<std::size_t>(run.best_epoch - 1)];
    run.valid_loss = best.valid_loss;
    run.valid_bleu = best.valid_score.value_or(0);
    run.last_rise = last_rise(training.epochs);
    const ScoredTexts written = scored_texts(
        data.target.tokenizer, trained.translator.decode_all(sources_of(data.test), {.beam = 1}));
    run.statistics = bleu.statistics(written.words, {data.test.references.words});
    if (!model.empty() && first_process())
      keep_model(model, trained, data, written.words, run,
                 place.kept ? place.kept->record() : TrainingRecord());
    run.test_bleu = bleu.from_statistics(run.statistics).score;
    return run;
  } catch (const NumericError&) {
    return diverged_run(run, data, bleu);
  }
}

}  // namespace heed
