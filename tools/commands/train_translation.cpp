#include "tools/commands/train_translation.hpp"

#include <nlohmann/json.hpp>
#include <optional>

#include "lib/core/error.hpp"
#include "lib/process/process.hpp"
#include "lib/report/interrupt.hpp"
#include "lib/report/number.hpp"
#include "lib/report/sparkline.hpp"
#include "tools/commands/settings_json.hpp"
#include "tools/language/overwrite.hpp"
#include "tools/language/spoken.hpp"
#include "tools/processes/processes.hpp"
#include "tools/report/write_report.hpp"
#include "tools/run_config.hpp"
#include "tools/training/learned_data.hpp"
#include "tools/training/model_place.hpp"
#include "tools/translation/results.hpp"

namespace heed {
namespace {

std::filesystem::path run_folder(const TranslateOptions& o) {
  if (!o.out.empty()) return o.out;
  const bool lstm = o.session.architecture == Architecture::lstm;
  return std::filesystem::path("runs") / (corpus_name(o.corpus) + (lstm ? "-lstm" : ""));
}

}  // namespace

std::filesystem::path model_path(const TranslateOptions& o) {
  if (o.model.empty()) return run_folder(o) / "model.safetensors";
  const std::filesystem::path inside =
      model_file(o.model);  // a folder without a model is named as it was given
  return std::filesystem::exists(inside) ? inside : std::filesystem::path(o.model);
}

int train_and_show(const TranslateOptions& o) {
  if (o.show_attention)
    throw_error<UsageError>("--show-attention draws one translation: give a sentence, or --interactive");
  check_training_decoding(o.decoding);
  check_session(o.session);
  const std::filesystem::path folder = model_path(o).parent_path();
  if (o.keep.resume) require_state(model_path(o));
  check_folder(folder);
  if (std::filesystem::is_directory(model_path(o)))
    throw_error<UsageError>("{} is a folder: --model names a file", model_path(o).string());
  std::optional<CatchInterrupts> catching(std::in_place);
  TranslationData data = load_corpus(o.corpus, o.session.model.tie);
  try {
    if (o.fit) o.fit(data);
  } catch (const Interrupted&) {
    fmt::print(stderr, "\n{}\n",
               spoken("Interrupted while measuring: nothing has been trained",
                      "재는 동안 중단됨: 아무것도 학습하지 않았습니다"));
    return 128 + interrupt_signal();
  }
  const TrainingFolder made(folder);
  TranslationSession chosen = o.session;
  // Room for everything that may be read, and for translations of twice the length.
  chosen.model.layer.max_length = std::max<std::int64_t>(
      chosen.model.layer.max_length, 2 * static_cast<std::int64_t>(o.corpus.data.max_tokens) + 2);
  nlohmann::json settings = settings_json(o.corpus);
  settings.update(data_identity(data));
  TrainingIdentity identity = training_identity(chosen, settings);
  refuse_to_overwrite("--report", o.keep.report, training_files(o.corpus));
  identity.data_hash = files_hash(training_files(o.corpus));
  KeptTraining kept(model_path(o), o.keep, std::move(identity));
  fmt::print("{}", kept.going_on_text());
  std::fflush(stdout);
  const TrainedTranslator trained =
      train_translator(data, chosen, {.kept = &kept, .no_more = o.time_is_over});
  const SessionResult& session = trained.session;
  std::optional<TestTranslations> greedy;
  if (first_process() && !session.training.interrupted && session.training.best_epoch > 0)
    greedy = translate_test(trained.translator, data.test, o.decoding.beam.decoding);
  const KeptTraining::End end =
      kept.finish(session.training, greedy ? std::optional(greedy->usual) : std::nullopt);
  if (!first_process()) return end.status;
  catching.reset();  // from here on Ctrl-C simply ends the program: everything is saved
  if (session.training.interrupted) {
    const std::string how = model_path({}) == end.model ? "" : fmt::format(" --model {}", end.model.string());
    fmt::print("\n{}\n", end.text);
    if (!end.model.empty())
      fmt::print("{}", spoken("To translate with these weights: heed translate{} SENTENCE\n",
                              "이 가중치로 번역하려면: heed translate{} 문장\n", how));
    return end.status;
  }
  std::vector<double> losses;
  for (const EpochReport& e : session.training.epochs) losses.push_back(e.valid_loss);
  fmt::print("\n{}",
             spoken("{} parameters trained in {}; valid loss {}; best epoch {}; saved in {}\n",
                    "매개변수 {}개를 {} 동안 학습함; 검증 손실 {}; 가장 좋은 에포크 {}; 저장 위치 {}\n",
                    grouped(module_of(trained.translator.model()).parameter_count()),
                    duration_text(session.training.seconds), sparkline(losses, 40),
                    session.training.best_epoch, end.model.string()));
  write_run(end.model, o.run);
  fmt::print("{}", replaced_text(end));
  const bool embedded = o.corpus.folder.empty();
  show_results(trained, *greedy, data, end.model,
               {.beam = o.decoding.beam,
                .unseen = embedded,
                .example = !embedded                 ? ""
                           : o.corpus.source == "ko" ? "나는 사과를 좋아한다"
                                                     : "I love apples"});
  if (const LivePage* const page = kept.page()) fmt::print("\n{}", finish_page(page->path(), end.model));
  if (!end.text.empty()) fmt::print(stderr, "\n{}\n", end.text);
  return end.status;
}

}  // namespace heed
