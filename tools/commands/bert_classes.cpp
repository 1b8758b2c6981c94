#include "tools/commands/bert_classes.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>

#include "lib/core/error.hpp"
#include "lib/files/folders.hpp"
#include "lib/report/interrupt.hpp"
#include "lib/report/number.hpp"
#include "lib/report/progress.hpp"
#include "lib/report/table.hpp"
#include "lib/score/significance.hpp"
#include "lib/text/display.hpp"
#include "lib/text/shell_word.hpp"
#include "models/saved_model.hpp"
#include "tools/bert/labels_file.hpp"
#include "tools/commands/text_options.hpp"
#include "tools/commands/training_options.hpp"
#include "tools/language/tr.hpp"
#include "tools/training/run_directory.hpp"

namespace heed {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t shown_classes = 8;
constexpr std::size_t longest_name = 40;  // columns of a class

std::string shares(const std::vector<double>& all) {
  const double mean = std::accumulate(all.begin(), all.end(), 0.0) / static_cast<double>(all.size());
  const auto [least, most] = std::minmax_element(all.begin(), all.end());
  return fmt::format("{:.1f} % ({:.1f} … {:.1f})", 100 * mean, 100 * *least, 100 * *most);
}

/// Returns the mean difference between results of the same seed, and its interval.
std::string difference(const std::vector<double>& one, const std::vector<double>& other) {
  std::vector<double> all;
  for (std::size_t i = 0; i < one.size(); ++i) all.push_back(100 * (one[i] - other[i]));
  const MeanInterval interval = mean_interval(all);
  return interval.half_width ? fmt::format("{:+.1f} ± {:.1f}", interval.mean, *interval.half_width)
                             : fmt::format("{:+.1f}", interval.mean);
}

void print_table_of(const Telling& results, const TellPlan& plan) {
  fmt::print("\n{}",
             tr("{} Right of {} unseen sentences, mean of {} seeds (least … most):\n",
                plan.asked == Asked::tense ? tr("present, past or future?") : tr("question or statement?"),
                results.tests, plan.seeds.size()));
  Table table{.columns = {{tr("  labels"), Align::right},
                          {tr("trained on masked words"), Align::right},
                          {tr("begun anew"), Align::right},
                          {tr("difference"), Align::right}}};
  for (const Told& told : results.told)
    table.rows.push_back({std::to_string(told.labels), shares(told.pretrained), shares(told.anew),
                          difference(told.pretrained, told.anew)});
  fmt::print("{}{}", format_table(table),
             tr("  who always says the most frequent one is right in {:.1f} %; ± is the 95 % interval of "
                "the seeds\n",
                100 * results.most_frequent));
}

/// 0, or the status of an interrupted program, which this says.
int status_of_interrupt(const std::string& what_is_left) {
  if (!interrupt_requested()) return 0;
  std::fflush(stdout);
  fmt::print(stderr, "{}{}\n", tr("interrupted"), what_is_left);
  return 128 + interrupt_signal();
}

/// Saves it, and says how it is used, and where an older one is kept.
void keep(const TextClassifier& classifier, const fs::path& file) {
  const fs::path older = RunDirectory(file).replace_model([&](const fs::path& to) {
    if (to.has_parent_path()) make_folders(to.parent_path());
    classifier.save(to);
  });
  fmt::print("{}", tr("the classifier is saved in {}; it answers: heed bert --classifier {} --classify "
                      "TEXT\n",
                      printable(file.string()), shell_word(file.string())));
  if (!older.empty())
    fmt::print("{}", tr("the classifier that was there is kept in {}; `{}` brings it back\n",
                        printable(older.string()), bring_back_command(older, file)));
}

void describe_labels(const LabelsFile& labels, const fs::path& path) {
  fmt::print("{}: {}\n", printable(path.string()),
             tr("{} with {} labels to learn from, {} held out",
                trn("{} text", "{} texts", std::ssize(labels.train.texts)), labels.names.size(),
                grouped(std::ssize(labels.held_out.texts))));
  if (!labels.left_out.empty()) fmt::print(stderr, "{}{}\n", tr("note: "), printable(labels.left_out));
  if (labels.repeated > 0)
    fmt::print(stderr, "{}",
               trn("note: {} line the same as an earlier one, and counted once\n",
                   "note: {} lines the same as an earlier one, and counted once\n", labels.repeated));
}

}  // namespace

void check_classifier_place(const fs::path& file) {
  check_folder(file.parent_path(), "--classifier");
  if (!fs::exists(file)) return;
  if (fs::is_directory(file))
    throw_error<UsageError>(tr_noop("{} is a folder: --classifier names a file"), file.string());
  if (::access(file.c_str(), W_OK) != 0)
    throw_error<Error>(tr_noop("{} may not be written: allow it, or name another file with --classifier"),
                       file.string());
  try {
    SavedModel(file).require_kind("bert_classifier");
  } catch (const Error& e) {
    throw_error<Error>(tr_noop("{}; a classifier would take its place: name another file with --classifier"),
                       localized(e));
  }
}

void require_grammar(const MaskedLanguageModel& model, const fs::path& file, int level) {
  std::int64_t unknown = 0, all = 0;
  for (const std::string& text : toy_text({.sentences = 200, .level = level, .seed = 1})) {
    unknown += std::ssize(model.tokens().unknown(text));
    all += std::ssize(model.tokens().encode(text));
  }
  if (2 * unknown > all)
    throw_error<Error>(
        tr_noop(
            "{} has not learned the embedded grammar: {} of {} tokens of its sentences are unknown to it, "
            "and few labels would say nothing. Give it a text with [MASK], --labels FILE, or --classify "
            "TEXT; "
            "--train trains another one"),
        file.string(), grouped(unknown), grouped(all));
}

int print_told(const MaskedLanguageModel& model, TellPlan plan, const fs::path& file) {
  check_classifier_place(file);
  Progress progress({.label = tr("few labels"),
                     .total = static_cast<std::int64_t>(2 * plan.labels.size() * plan.seeds.size())});
  plan.on_next = [&](std::size_t done) {
    progress.update({.done = static_cast<std::int64_t>(done), .values = {}});
    return !interrupt_requested();
  };
  plan.should_stop = interrupt_requested;
  const Telling results = tell_apart(model, plan);
  progress.finish();
  if (results.tests == 0)
    fmt::print("\n{}",
               tr("few labels: every sentence of level {} stands in the text of the training\n", plan.level));
  if (!results.told.empty()) print_table_of(results, plan);
  if (const int status = status_of_interrupt("")) return status;
  if (results.classifier) keep(*results.classifier, file);
  return 0;
}

int learn_labels(const MaskedLanguageModel& model, const fs::path& path, std::int64_t steps,
                 const fs::path& file) {
  check_classifier_place(file);
  const LabelsFile labels =
      read_labels(path, model.tokens(), model.model().options().max_length - 2);  // <bos> and <eos>
  describe_labels(labels, path);
  ClassifierTraining how;
  const std::size_t texts = labels.train.texts.size();
  const WholeEpochs usual = whole_epochs(how, texts);
  how.steps = steps > 0 ? steps : std::max(how.steps, 4 * usual.steps / usual.epochs);
  const WholeEpochs whole = whole_epochs(how, texts);
  fmt::print("{}",
             tr("training: {0} steps, {1} times over all\n", grouped(whole.steps), grouped(whole.epochs)));
  std::fflush(stdout);
  Progress progress({.label = tr("labels"), .total = whole.steps});
  how.on_step = [&](std::int64_t step, std::int64_t) { progress.update({.done = step, .values = {}}); };
  how.should_stop = interrupt_requested;
  const TextClassifier classifier = TextClassifier::on(model, {.classes = labels.names});
  classifier.learn(labels.train, how);
  progress.finish();
  if (const int status = status_of_interrupt(tr(": no classifier is saved"))) return status;
  const double accuracy = classifier.accuracy(labels.held_out);
  const std::int64_t held_out = std::ssize(labels.held_out.texts);
  const ShareInterval interval =
      wilson_interval(std::llround(accuracy * static_cast<double>(held_out)), held_out);
  fmt::print("{}", tr("held out: {:.1f} % of {} right, 95 % interval {:.1f} … {:.1f} %; who always says the "
                      "most frequent one: {:.1f} %\n",
                      100 * accuracy, grouped(held_out), 100 * interval.least, 100 * interval.most,
                      100 * share_of_most_frequent(labels.held_out.classes)));
  keep(classifier, file);
  return 0;
}

void print_classes(const fs::path& file, const std::string& text) {
  if (!fs::exists(file))
    throw_error<Error>(
        tr_noop("there is no classifier {}: `heed bert` saves that of questions, `heed bert --tell "
                "tense` that of tenses, `heed bert --labels FILE` one of yours"),
        file.string());
  const TextClassifier classifier = TextClassifier::load(file);
  std::fflush(stdout);
  fmt::print(stderr, "{}", note_on_unknown(classifier.tokens(), classifier.seen(text)));
  std::string line;
  const std::vector<TextClassifier::Class> classes = classifier.classify(text);
  for (std::size_t i = 0; i < std::min(shown_classes, classes.size()); ++i)
    line +=
        fmt::format("   {} {:.1f} %", fit_width(classes[i].name, longest_name), 100 * classes[i].probability);
  fmt::print("{}\n{}\n", printable(text), line);
}

}  // namespace heed
