#include "tools/commands/train_translation.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>

#include "lib/core/error.hpp"
#include "lib/report/interrupt.hpp"
#include "lib/report/number.hpp"
#include "lib/report/shade.hpp"
#include "tools/commands/settings_json.hpp"
#include "tools/commands/train_and_keep.hpp"
#include "tools/language/duration.hpp"
#include "tools/language/tr.hpp"
#include "tools/processes/processes.hpp"
#include "tools/translation/results.hpp"

namespace heed {
namespace {

void show_trained(const TranslateOptions& o, const TrainedTranslator& trained, const TestTranslations& greedy,
                  const TranslationData& data, const TrainingEnd& end) {
  const TrainingResult& training = trained.training;
  std::vector<double> losses;
  for (const EpochReport& e : training.epochs) losses.push_back(e.valid_loss);
  fmt::print("\n{}{}",
             tr("{} parameters trained in {}; valid loss {}; best epoch {}; saved in {}\n",
                grouped(module_of(trained.translator.model()).parameter_count()),
                duration_in(training.seconds, spoken_language()), sparkline(losses, 40), training.best_epoch,
                end.model.string()),
             replaced_text(end));
  const bool embedded = o.corpus.folder.empty();
  show_results(trained, greedy, data, end.model,
               {.beam = o.decoding.beam,
                .unseen = embedded,
                .example = !embedded                 ? ""
                           : o.corpus.source == "ko" ? "나는 사과를 좋아한다"
                                                     : "I love apples"});
}

}  // namespace

std::filesystem::path model_path(const TranslateOptions& o) {
  const bool lstm = o.session.architecture == Architecture::lstm;
  return model_path(o.file, corpus_name(o.corpus) + (lstm ? "-lstm" : ""));
}

std::int64_t usual_epochs(std::size_t pairs, const SessionOptions& o) {
  constexpr double steps = 3500;
  const double batches = std::ceil(static_cast<double>(pairs) / static_cast<double>(o.batch_sentences));
  return std::clamp<std::int64_t>(
      std::llround(std::ceil(steps * static_cast<double>(o.accumulate) / batches)), 5, 50);
}

std::string set_defaults_for_own_text(CLI::App& command, const TranslateOptions& o) {
  if (o.corpus.folder.empty()) return "";
  std::ifstream file(training_files(o.corpus).front(), std::ios::binary);
  const auto pairs = static_cast<std::size_t>(std::count(std::istreambuf_iterator<char>(file), {}, '\n'));
  if (pairs == 0) return "";  // whoever reads it says why
  std::string set;
  const auto open = [&](std::initializer_list<const char*> options) {
    return std::ranges::all_of(options, [&](const char* option) { return command.count(option) == 0; });
  };
  const auto set_default = [&](const char* option, const std::string& value) {
    command.get_option(option)->run_callback_for_default()->default_val(value);
    set += fmt::format(" {} {}", option, value);
  };
  if (open({"--tokens", "--min-frequency", "--subwords", "--subword-kind", "--subword-sampling"})) {
    set_default("--tokens", "subwords");
    if (o.session.architecture == Architecture::transformer && open({"--tie"}))
      set_default("--tie", "target");
  }
  if (open({"--epochs", "--batch-tokens"}))
    set_default("--epochs", std::to_string(usual_epochs(pairs, o.session.run)));
  return set;
}

int train_and_show(const TranslateOptions& o) {
  if (o.show_attention)
    throw_error<UsageError>(
        tr_noop("--show-attention draws one translation: give a sentence, or --interactive"));
  text_options(o.decoding);
  check_session(o.session);
  const std::filesystem::path file = model_path(o);
  check_model_file(file, o.file.keep, corpus_files(o.corpus));
  std::optional<CatchInterrupts> catching(std::in_place);
  const TranslationData data = load_corpus(o.corpus, o.session.model.tie);
  if (!o.own_text.empty())
    fmt::print(stderr, "{}{}\n", tr("note: of a text of yours the defaults are"), o.own_text);
  TranslationSession chosen = o.session;
  // Room for everything that may be read, and for translations of twice the length.
  chosen.model.layer.max_length = std::max<std::int64_t>(
      chosen.model.layer.max_length, 2 * static_cast<std::int64_t>(o.corpus.data.max_tokens) + 2);
  nlohmann::json settings = settings_json(o.corpus);
  settings.update(data_identity(data));
  TestTranslations greedy;
  const auto train = [&](Checkpointer& kept) {
    TrainedTranslator trained = train_translator(data, chosen, {.kept = &kept});
    if (first_process() && !trained.training.interrupted && trained.training.best_epoch > 0) {
      greedy = translate_test(trained.translator, data.test, o.decoding.beam.decoding);
      kept.remember_usual(greedy.usual);
    }
    return trained;
  };
  const auto show = [&](const TrainedTranslator& trained, const TrainingEnd& end) {
    show_trained(o, trained, greedy, data, end);
  };
  return train_model(file, o.file, training_identity(chosen, settings), train, show, &catching);
}

}  // namespace heed
