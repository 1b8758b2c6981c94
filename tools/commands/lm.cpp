// heed lm: train a language model on a text and show what it writes, or let a saved one go on from a prompt.
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "lib/report/interrupt.hpp"
#include "lib/report/number.hpp"
#include "lib/text/display.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/decoding_options.hpp"
#include "tools/commands/option_kinds.hpp"
#include "tools/commands/settings_json.hpp"
#include "tools/commands/text_options.hpp"
#include "tools/commands/train_and_keep.hpp"
#include "tools/commands/training_options.hpp"
#include "tools/language/tr.hpp"
#include "tools/lm/train_language.hpp"
#include "tools/processes/processes.hpp"
#include "tools/run_config.hpp"
#include "tools/training/training_history.hpp"

namespace heed {
namespace {

struct LmOptions {
  std::vector<std::string> prompt;
  ModelFile file{};
  std::string data;
  TextChoice text{};
  LanguageSession session{};
  SamplingOptions sampling{};
  std::int64_t samples = 0;  // 0: 5, or of a prompt 1
};

std::filesystem::path model_path(const LmOptions& o) {
  return model_path(o.file, o.data.empty() ? "lm" : "lm-" + std::filesystem::path(o.data).stem().string());
}

void print_samples(const LanguageModel& model, const std::string& prompt, std::int64_t count,
                   const SamplingOptions& how) {
  model.write(prompt, count, how, [](const std::vector<LanguageModel::Text>& texts) {
    for (const LanguageModel::Text& text : texts)
      fmt::print("{}{}\n", printable_lines(text.text), text.finished ? "" : " …");
    std::fflush(stdout);
    return !interrupt_requested();
  });
}

void print_knowledge(const Knowledge& known, const LanguageData& data) {
  if (data.test.lines == 0) {
    fmt::print("\n{}", tr("all sentences of the test are in the training or in the validation: nothing "
                          "unseen to measure\n"));
    return;
  }
  fmt::print(
      "\n{}: {}",
      data.grammar_bits > 0
          ? trn("test, {} line not seen before", "test, {} lines not seen before", data.test.lines)
          : trn("held-out text that also chose the best epoch, {} line",
                "held-out text that also chose the best epoch, {} lines", data.test.lines),
      tr("perplexity {:.2f} a token; {:.3f} bits a character\n", known.perplexity, known.bits_a_character));
  if (data.test.unknown > 0)
    fmt::print("{}", tr("({} of its {} tokens are unknown to the model and counted as one and the same)\n",
                        grouped(data.test.unknown), grouped(data.test.tokens)));
  if (known.share_of_grammar > 0) {
    fmt::print(
        "{}",
        tr("a sentence: {:.2f} bits; the grammar that wrote it needs {:.2f} for its choices ({:.3f} ×)\n",
           known.bits_a_line, data.grammar_bits, known.share_of_grammar));
  }
}

int train_and_show(LmOptions o) {
  check_options(o.session.model);
  const std::filesystem::path file = model_path(o);
  check_model_file(file, o.file.keep, {o.data});
  o.text.file = o.data;
  const LanguageData data = load_and_describe(o.text, o.session.model.max_length - 1);  // <bos> takes a place
  o.session.samples = o.sampling;
  return train_model(
      file, o.file, training_identity(o.session.run, o.session.model, text_identity(o.text, data)),
      [&](Checkpointer& kept) { return train_language(data, o.session, {.kept = &kept}); },
      [&](const TrainedLanguage& trained, const TrainingEnd& end) {
        fmt::print("\n{}", trained_text(trained.model.model().parameter_count(), trained.training, end));
        print_knowledge(knowledge(trained.model.model(), data), data);
        fmt::print("\n{}\n", tr("What it writes:"));
        print_samples(trained.model, "", o.samples > 0 ? o.samples : 5, o.sampling);
      });
}

int write_with_saved(const LmOptions& o) {
  require_saved_model(model_path(o), "lm");
  const LanguageModel model = LanguageModel::load(model_path(o));
  fmt::print(stderr, "{}{}", note_on_training(model_path(o)), note_on_data(model_path(o), {o.data}));
  const std::string prompt = fmt::format("{}", fmt::join(o.prompt, " "));
  fmt::print(stderr, "{}", note_on_unknown(model.tokens(), prompt));
  print_samples(model, prompt, o.samples > 0 ? o.samples : o.prompt.empty() ? 5 : 1, o.sampling);
  return 0;
}

}  // namespace

void add_lm(CLI::App& app, Action& action) {
  auto o = std::make_shared<LmOptions>();
  CLI::App* command = add_command(app, "lm");
  const AddOptions add(*command);
  add("prompt", o->prompt);
  add_model_file_options(*command, o->file);
  add_text_options(*command, o->data, o->text);
  add("--samples", o->samples);
  add("--max-length", o->sampling.decoding.max_length);
  add_sampling_options(*command, o->sampling);
  for (const char* const option : {"--temperature", "--top-k", "--top-p", "--sample-seed"})
    command->get_option(option)->group(tr_noop("Writing"));
  add_training_options(*command, o->session.model, o->session.run, o->file.keep);
  command->callback([o, &action, command] {
    o->file.keep.run = config_text(*command);
    const bool writes =
        saved_model_answers(*command, o->prompt.empty() ? nullptr : "a prompt", model_path(*o), o->data);
    action = [o, writes] { return writes ? write_with_saved(*o) : train_and_show(*o); };
  });
}

}  // namespace heed
