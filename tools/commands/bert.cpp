// heed bert: train an encoder on masked words, show which it finds again and what it tells apart from few
// labels, or let a saved one fill in hidden words.
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "lib/report/interrupt.hpp"
#include "lib/report/number.hpp"
#include "lib/text/display.hpp"
#include "tools/bert/train_bert.hpp"
#include "tools/commands/bert_classes.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/option_kinds.hpp"
#include "tools/commands/settings_json.hpp"
#include "tools/commands/text_options.hpp"
#include "tools/commands/train_and_keep.hpp"
#include "tools/commands/training_options.hpp"
#include "tools/language/tr.hpp"
#include "tools/processes/processes.hpp"
#include "tools/run_config.hpp"
#include "tools/training/run_directory.hpp"
#include "tools/training/training_history.hpp"

namespace heed {

template <>
inline constexpr std::array<Word<Asked>, 2> setting_words<Asked>{
    {{"question", Asked::question}, {"tense", Asked::tense}}};

namespace {

constexpr std::size_t test_sentences = 200;  // whose words are hidden one by one

constexpr std::int64_t shown_candidates = 5;

/// Returns a share in per cent, or "< 1 %": of many words even the likeliest may have little.
std::string share_text(double probability) {
  return probability < 0.005 ? "< 1 %" : fmt::format("{:.0f} %", 100 * probability);
}

void print_filled(const MaskedLanguageModel& model, const std::string& text) {
  const auto filled = model.fill(text, shown_candidates);
  fmt::print("{}\n", printable(text));
  for (const auto& best : filled) {
    std::string line;
    for (const auto& [word, probability] : best)
      line += fmt::format("   {} {}", word == " " ? "' '" : printable(word), share_text(probability));
    fmt::print("{}\n", line);
  }
}

void print_recovered(const Recovered& r) {
  const auto percent = [](std::int64_t part, std::int64_t all) {
    return all == 0 ? 0.0 : 100 * static_cast<double>(part) / static_cast<double>(all);
  };
  fmt::print("\n{}", tr("words of {} unseen sentences, hidden one at a time:\n"
                        "  that the sentence determines     {:>6} of {:>6} found   {:.2f} %\n"
                        "  all                              {:>6} of {:>6} found   {:.2f} %\n",
                        r.sentences, grouped(r.determined_found), grouped(r.determined),
                        percent(r.determined_found, r.determined), grouped(r.found), grouped(r.words),
                        percent(r.found, r.words)));
}

void fill_with(const MaskedLanguageModel& model, const std::string& text) {
  if (text.find(MaskedLanguageModel::hidden_word) == std::string::npos)
    throw_error<UsageError>(tr_noop("no word is hidden: write [MASK] in its place"));
  std::string words = text;
  for (std::size_t at = 0; (at = words.find(MaskedLanguageModel::hidden_word, at)) != std::string::npos;)
    words.replace(at, MaskedLanguageModel::hidden_word.size(), " ");
  fmt::print(stderr, "{}", note_on_unknown(model.tokens(), words));
  print_filled(model, text);
}

struct BertCommand {
  std::vector<std::string> text_to_fill;
  ModelFile file{};
  std::string data;
  TextChoice text{};
  BertSession session{};
  TellPlan tell{};
  std::string labels;
  std::vector<std::string> text_to_classify;
  std::string classifier;
  bool steps_chosen = false;
};

std::filesystem::path model_path(const BertCommand& o) {
  return model_path(o.file,
                    o.data.empty() ? "bert" : "bert-" + std::filesystem::path(o.data).stem().string());
}

/// --classifier; or beside the model classifier-question.safetensors, and of a file mood.tsv of labels
/// labels-mood.safetensors, so that question.tsv is another one.
std::filesystem::path classifier_of(const BertCommand& o) {
  if (!o.classifier.empty()) return o.classifier;
  const std::string name = !o.labels.empty() ? "labels-" + std::filesystem::path(o.labels).stem().string()
                           : o.tell.asked == Asked::tense ? "classifier-tense"
                                                          : "classifier-question";
  return beside_model(model_path(o), name + ".safetensors");
}

int train_and_show(BertCommand o) {
  const std::filesystem::path file = model_path(o);
  check_options(o.session.model);
  check_model_file(file, o.file.keep, {o.data});
  if (o.data.empty()) check_classifier_place(classifier_of(o));
  o.text.file = o.data;
  const LanguageData data = load_and_describe(o.text, o.session.model.max_length - 2);  // <bos> and <eos>
  int told = 0;
  const int status = train_model(
      file, o.file, training_identity(o.session.run, o.session.model, text_identity(o.text, data)),
      [&](Checkpointer& kept) { return train_bert(data, o.session, {.kept = &kept}); },
      [&](const TrainedBert& trained, const TrainingEnd& end) {
        const CatchInterrupts catching;  // the model is safe: what it can do is shown no further
        fmt::print("\n{}", trained_text(trained.model.model().parameter_count(), trained.training, end));
        std::fflush(stdout);
        if (!o.data.empty()) return;
        print_recovered(recover_words(trained.model, o.text, test_sentences));
        if (processes().size() == 1) told = print_told(trained.model, o.tell, classifier_of(o));
        if (told != 0) return;
        fmt::print("\n");
        print_filled(trained.model, "어제 그 소녀는 사과를 먹지 [MASK]");
        print_filled(trained.model, "[MASK] he run ?");
      });
  return status != 0 ? status : told;
}

std::string joined(const std::vector<std::string>& words) { return fmt::format("{}", fmt::join(words, " ")); }

/// Answers what is asked of saved models: a class, labels to learn, a word, or what few labels teach.
int answer_with_saved(const BertCommand& o) {
  const bool classifies = !o.text_to_classify.empty();
  if (classifies && o.labels.empty()) {
    print_classes(classifier_of(o), joined(o.text_to_classify));
    return 0;
  }
  require_saved_model(model_path(o), "bert");
  fmt::print(stderr, "{}", note_on_data(model_path(o), {o.data}));
  const MaskedLanguageModel model = MaskedLanguageModel::load(model_path(o));
  const CatchInterrupts catching;
  fmt::print(stderr, "{}", note_on_training(model_path(o)));
  if (!o.labels.empty()) {
    const int status = learn_labels(model, o.labels, o.steps_chosen ? o.tell.steps : 0, classifier_of(o));
    if (status == 0 && classifies) print_classes(classifier_of(o), joined(o.text_to_classify));
    return status;
  }
  if (o.text_to_fill.empty()) {
    require_grammar(model, model_path(o), o.tell.level);
    return print_told(model, o.tell, classifier_of(o));
  }
  fill_with(model, joined(o.text_to_fill));
  return 0;
}

/// Returns what a saved model is asked for, as errors name it; null if nothing is asked.
const char* question(const BertCommand& o) {
  if (!o.text_to_classify.empty()) return "--classify";
  if (!o.labels.empty()) return "--labels";
  return o.text_to_fill.empty() ? nullptr : "a text";
}

/// Throws UsageError for options that say nothing about what is asked.
void refuse_beside_question(const CLI::App& command, const BertCommand& o) {
  const auto refuse = [&](const char* asked, std::initializer_list<const char*> options) {
    for (const char* const option : options)
      if (is_chosen(*command.get_option(option)))
        throw_error<UsageError>(tr_noop("{} excludes {}"), option, asked);
  };
  if (!o.text_to_fill.empty())
    refuse("text", {"--classify", "--labels", "--classifier", "--tell", "--steps"});
  else if (!o.labels.empty())
    refuse("--labels", {"--tell"});
  else if (!o.text_to_classify.empty())
    refuse("--classify", {"--steps"});
  else if (!o.data.empty())
    refuse("--data", {"--tell", "--steps", "--classifier"});
}

}  // namespace

void add_bert(CLI::App& app, Action& action) {
  auto o = std::make_shared<BertCommand>();
  o->text.sentences = 60'000;
  CLI::App* command = add_command(app, "bert");
  const AddOptions add(*command);
  add("text", o->text_to_fill);
  add_model_file_options(*command, o->file);
  add_text_options(*command, o->data, o->text);
  add("--tell", o->tell.asked);
  CLI::Option* const steps = add("--steps", o->tell.steps);
  add("--classify", o->text_to_classify);
  add("--labels", o->labels);
  add("--classifier", o->classifier);
  add_training_options(*command, o->session.model, o->session.run, o->file.keep);
  command->callback([o, &action, command, steps] {
    o->file.keep.run = config_text(*command);
    o->tell.level = o->text.level;
    o->tell.sentences = o->text.sentences;
    o->steps_chosen = steps->count() > 0;
    refuse_beside_question(*command, *o);
    const bool answers = saved_model_answers(*command, question(*o), model_path(*o), o->data);
    action = [o, answers] { return answers ? answer_with_saved(*o) : train_and_show(*o); };
  });
}

}  // namespace heed
