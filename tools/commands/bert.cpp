// heed bert: train an encoder on masked words, show which it finds again and what it tells apart from few
// labels, or let a saved one fill in hidden words.
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>

#include "lib/core/error.hpp"
#include "lib/report/interrupt.hpp"
#include "lib/report/number.hpp"
#include "lib/report/progress.hpp"
#include "lib/report/table.hpp"
#include "lib/text/display.hpp"
#include "tools/bert/tell_apart.hpp"
#include "tools/bert/train_bert.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/option_kinds.hpp"
#include "tools/commands/settings_json.hpp"
#include "tools/commands/text_options.hpp"
#include "tools/commands/train_and_keep.hpp"
#include "tools/commands/training_options.hpp"
#include "tools/language/spoken.hpp"
#include "tools/processes/processes.hpp"
#include "tools/run_config.hpp"

namespace heed {
namespace {

constexpr std::size_t held_out_sentences = 200;  // whose words are hidden one by one
constexpr std::int64_t shown_candidates = 5;

struct BertCommand {
  std::vector<std::string> text_to_fill;
  ModelFile file{};
  std::string data;
  TextChoice text{};
  BertSession session{};
  TellPlan tell{};
};

std::filesystem::path model_path(const BertCommand& o) {
  return model_path(o.file,
                    o.data.empty() ? "bert" : "bert-" + std::filesystem::path(o.data).stem().string());
}

void print_filled(const MaskedLanguageModel& model, const std::string& text) {
  fmt::print("{}\n", printable(text));
  for (const auto& best : model.fill(text, shown_candidates)) {
    std::string line;
    for (const auto& [word, probability] : best)
      line += fmt::format("   {} {:.0f} %", printable(word), 100 * probability);
    fmt::print("{}\n", line);
  }
}

void print_recovered(const Recovered& r) {
  const auto percent = [](std::int64_t part, std::int64_t all) {
    return all == 0 ? 0.0 : 100 * static_cast<double>(part) / static_cast<double>(all);
  };
  fmt::print("\n{}", spoken("words of {} unseen sentences, hidden one at a time:\n"
                            "  that the sentence determines     {:>6} of {:>6} found   {:.2f} %\n"
                            "  all                              {:>6} of {:>6} found   {:.2f} %\n",
                            "본 적 없는 문장 {}개에서 한 번에 한 단어씩 가림:\n"
                            "  문장이 정하는 단어     {:>6} / {:>6}개 맞힘   {:.2f} %\n"
                            "  모든 단어              {:>6} / {:>6}개 맞힘   {:.2f} %\n",
                            r.sentences, grouped(r.determined_found), grouped(r.determined),
                            percent(r.determined_found, r.determined), grouped(r.found), grouped(r.words),
                            percent(r.found, r.words)));
}

std::string shares(const std::vector<double>& all) {
  const double mean = std::accumulate(all.begin(), all.end(), 0.0) / static_cast<double>(all.size());
  const auto [least, most] = std::minmax_element(all.begin(), all.end());
  return fmt::format("{:.1f} % ({:.1f} … {:.1f})", 100 * mean, 100 * *least, 100 * *most);
}

void print_told(const MaskedLanguageModel& model, TellPlan plan) {
  const CatchInterrupts catching;
  Progress progress({.label = spoken("few labels", "적은 예"),
                     .total = static_cast<std::int64_t>(2 * plan.labels.size() * plan.seeds.size())});
  plan.on_next = [&](std::size_t done, std::size_t) {
    progress.update({.done = static_cast<std::int64_t>(done), .values = {}});
    return !interrupt_requested();
  };
  const std::vector<Told> results = tell_apart(model, plan);
  progress.finish();
  if (results.empty()) return;
  fmt::print("\n{}",
             plan.asked == Asked::tense
                 ? spoken("present, past or future? Right of {} unseen sentences, mean of {} seeds "
                          "(least … most):\n",
                          "현재, 과거, 미래? 본 적 없는 문장 {}개 중 맞힌 비율, 시드 {}개의 평균 (최소 … "
                          "최대):\n",
                          plan.tests, plan.seeds.size())
                 : spoken("question or statement? Right of {} unseen sentences, mean of {} seeds "
                          "(least … most):\n",
                          "의문문, 평서문? 본 적 없는 문장 {}개 중 맞힌 비율, 시드 {}개의 평균 (최소 … "
                          "최대):\n",
                          plan.tests, plan.seeds.size()));
  Table table{.columns = {{spoken("  labels", "  예"), Align::right},
                          {spoken("trained on masked words", "가린 단어로 학습한 뒤"), Align::right},
                          {spoken("begun anew", "처음부터"), Align::right}}};
  for (const Told& told : results)
    table.rows.push_back({std::to_string(told.labels), shares(told.pretrained), shares(told.anew)});
  fmt::print("{}", format_table(table));
}

int train_and_show(BertCommand o) {
  const std::filesystem::path file = model_path(o);
  check_options(o.session.model);
  check_model_file(file, o.file.keep);
  o.text.file = o.data;
  const LanguageData data = load_and_describe(o.text, o.session.model.max_length - 2);  // <bos> and <eos>
  o.session.run.model.layer.d_model = o.session.model.d_model;
  std::optional<MaskedLanguageModel> trained;
  return train_and_keep(
      file, o.file,
      {.identity = training_identity(o.session.run, o.session.model, text_identity(o.text, data)),
       .train =
           [&](KeptTraining& kept) {
             TrainedBert result = train_bert(data, o.session, {.kept = &kept, .unit = "masked words"});
             trained = std::move(result.model);
             return std::move(result.session.training);
           },
       .show =
           [&](const TrainingResult& training, const TrainingEnd& end) {
             fmt::print("\n{}", trained_text(trained->model().parameter_count(), training, end));
             std::fflush(stdout);
             if (!o.data.empty()) return;
             print_recovered(recover_words(*trained, o.text, held_out_sentences));
             if (processes().size() == 1) print_told(*trained, o.tell);
             fmt::print("\n");
             print_filled(*trained, "어제 그 소녀는 사과를 먹지 [MASK]");
             print_filled(*trained, "[MASK] he run ?");
           }});
}

int fill_with_saved(const BertCommand& o) {
  require_saved_model(model_path(o), "bert");
  const MaskedLanguageModel model = MaskedLanguageModel::load(model_path(o));
  fmt::print(stderr, "{}", note_on_training(model_path(o)));
  if (o.text_to_fill.empty()) {
    print_told(model, o.tell);
    return 0;
  }
  std::vector<std::string> words = o.text_to_fill;
  std::replace(words.begin(), words.end(), std::string("MASK"),  // CLI11 takes [MASK] alone for a list of one
               std::string(MaskedLanguageModel::hidden_word));
  const std::string text = fmt::format("{}", fmt::join(words, " "));
  if (text.find(MaskedLanguageModel::hidden_word) == std::string::npos)
    throw_error<UsageError>("no word is hidden: write [MASK] in its place");
  print_filled(model, text);
  return 0;
}

}  // namespace

void add_bert(CLI::App& app, Action& action) {
  auto o = std::make_shared<BertCommand>();
  o->text.sentences = 60'000;
  CLI::App* command = app.add_subcommand(
      "bert", "train an encoder (BERT) on masked words and on few labels; or let a saved one fill in words");
  command->footer(
      "Examples:\n"
      "  heed bert                                 train on the embedded grammar's sentences; once there is "
      "a\n"
      "                                            model: what it tells apart from few labels\n"
      "  heed bert --tell question\n"
      "  heed bert \"the girl [MASK] not eat an apple\"    by the model in runs/bert\n"
      "  heed bert --data book.txt");
  command->add_option("text", o->text_to_fill, "a text in which [MASK] stands for words to find")
      ->type_name("TEXT");
  add_model_file_options(*command, o->file, "bert");
  add_text_options(*command, o->data, o->text);
  put_in_group(
      "Few labels",
      {add_choice(*command, "--tell", o->tell.asked, {{"tense", Asked::tense}, {"question", Asked::question}},
                  "what is to be told of a sentence: present, past or future; or question from "
                  "statement, the question mark left out"),
       add_number<std::int64_t>(*command, "--steps", o->tell.steps, "STEPS",
                                "of training on labels, of 16 sentences each", 1, 1'000'000)});
  add_model_options(*command, o->session.model);
  add_session_options(*command, o->session.run);
  add_keep_options(*command, o->file.keep);
  add_engine_options(*command);
  command->callback([o, &action, command] {
    o->file.run = config_text(*command);
    o->tell.level = o->text.level;
    const bool fills =
        saved_model_answers(*command, o->text_to_fill.empty() ? nullptr : "a text", model_path(*o));
    action = [o, fills] { return fills ? fill_with_saved(*o) : train_and_show(*o); };
  });
}

}  // namespace heed
