#include "tools/commands/text_options.hpp"

#include <fmt/ranges.h>

#include <nlohmann/json.hpp>
#include <set>

#include "lib/core/error.hpp"
#include "lib/data/data_hash.hpp"
#include "lib/report/number.hpp"
#include "lib/text/display.hpp"
#include "tools/commands/option_kinds.hpp"
#include "tools/commands/training_options.hpp"
#include "tools/language/tr.hpp"
#include "tools/processes/processes.hpp"

namespace heed {

void add_text_options(CLI::App& command, std::string& data, TextChoice& text) {
  const AddOptions add(command, "text");
  add("--data", data);
  add("--tokens", text.tokens);
  add("--level", text.level);
  add("--sentences", text.sentences);
  add("--min-frequency", text.min_frequency);
}

LanguageData load_and_describe(const TextChoice& text, std::int64_t most) {
  LanguageData data = load_text(text, most);
  for (const std::string& warning : data.warnings) fmt::print(stderr, "{}", tr("warning: {}\n", warning));
  const std::int64_t known = data.tokens.size() - std::ssize(Vocabulary::special_names);
  fmt::print("{}: {}\n",
             text.file.empty() ? tr("sentences of the embedded grammar in Korean and English")
                               : printable(text.file.string()),
             tr("{} to train on, {}; a vocabulary of {}", trn("{} line", "{} lines", data.train_lines),
                text.file.empty() ? tr("{} for validation, {} for the test", grouped(data.valid_lines),
                                       grouped(data.test.lines))
                                  : tr("{} held out", grouped(data.valid_lines)),
                text.tokens == "words" ? trn("{} word", "{} words", known)
                                       : trn("{} character", "{} characters", known)));
  return data;
}

namespace {

/// Throws UsageError for what is asked of the grammar beside a file that stands in its place.
void refuse_options_of_grammar(const CLI::App& command) {
  for (const char* const name : {"--level", "--sentences"}) {
    const CLI::Option* const option = command.get_option(name);
    if (is_chosen(*option))
      throw_error<UsageError>(tr_noop("{} is of the embedded grammar: leave out --data, or {}"), name, name);
  }
}

}  // namespace

bool saved_model_answers(const CLI::App& command, const char* question, const std::filesystem::path& model,
                         const std::string& data) {
  static const std::set<std::string> of_training{"--train", "--level", "--sentences", "--tokens",
                                                 "--min-frequency"};
  if (question != nullptr) {
    refuse_training_options(command, of_training, question);
    return true;
  }
  if (!data.empty()) refuse_options_of_grammar(command);
  return training_option(command, of_training).empty() && processes().size() == 1 &&
         std::filesystem::exists(model);
}

void require_saved_model(const std::filesystem::path& model, const std::string& command) {
  if (!std::filesystem::exists(model))
    throw_error<Error>(
        "{}", tr("there is no saved model {}: train one with `heed {}`, or name another with --model",
                 model.string(), command));
}

std::string note_on_unknown(const TextTokens& tokens, const std::string& text) {
  std::vector<std::string> unknown = tokens.unknown(text);
  if (unknown.empty()) return "";
  for (std::string& token : unknown) token = fmt::format("'{}'", token);  // which may be a comma
  return tr("note: the model does not know {}\n", printable(fmt::format("{}", fmt::join(unknown, ", "))));
}

nlohmann::json text_identity(const TextChoice& text, const LanguageData& data) {
  nlohmann::json settings{{"tokens", text.tokens},
                          {"min_frequency", text.min_frequency},
                          {tr_noop("the training data"), data_hash(data.train, data.valid)}};
  if (text.file.empty()) settings.update({{"level", text.level}, {"sentences", text.sentences}});
  return settings;
}

}  // namespace heed
