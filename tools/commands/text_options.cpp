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
#include "tools/language/spoken.hpp"
#include "tools/language/spoken_error.hpp"
#include "tools/processes/processes.hpp"
#include "tools/training/learned_data.hpp"

namespace heed {

void add_text_options(CLI::App& command, std::string& data, TextChoice& text) {
  put_in_group(
      "Text",
      {command
           .add_option("--data", data, "text to learn, a line each; without it the embedded grammar speaks")
           ->type_name("FILE"),
       command.add_option("--tokens", text.tokens, "what a token is: words or characters")
           ->type_name("KIND")
           ->check(CLI::IsMember({"words", "characters"}).description(""))
           ->capture_default_str(),
       add_number(
           command, "--level", text.level, "1|2|3",
           "embedded grammar: 1 single clauses, 2 also two clauses and relative clauses, 3 long sentences", 1,
           3),
       add_number<std::size_t>(command, "--sentences", text.sentences, "SENTENCES",
                               "of the embedded grammar, to train on", 1, 10'000'000),
       add_number<std::size_t>(command, "--min-frequency", text.min_frequency, "TIMES",
                               "tokens seen less often in training become <unk>", 1, 1'000'000'000)});
}

LanguageData load_and_describe(const TextChoice& text, std::int64_t most) {
  LanguageData data = load_text(text, most);
  for (const std::string& warning : data.warnings)
    fmt::print(stderr, "{}", spoken("warning: {}\n", "주의: {}\n", warning));
  const std::int64_t known = data.tokens.size() - std::ssize(Vocabulary::special_names);
  fmt::print("{}: {}\n",
             text.file.empty() ? spoken("sentences of the embedded grammar in Korean and English",
                                        "내장 문법의 한국어와 영어 문장")
                               : printable(text.file.string()),
             spoken("{2} to train on, {5}; a vocabulary of {3}", "학습 {0}줄, {5}; 어휘 {4}가지",
                    grouped(data.train_lines), grouped(data.valid_lines), counted(data.train_lines, "line"),
                    counted(known, text.tokens == "words" ? "word" : "character"), grouped(known),
                    text.file.empty() ? spoken("{} for validation, {} for the test", "검증 {}줄, 시험 {}줄",
                                               grouped(data.valid_lines), grouped(data.test.lines))
                                      : spoken("{} held out", "따로 둔 글 {}줄", grouped(data.valid_lines))));
  return data;
}

namespace {

/// Throws UsageError for what is asked of the grammar beside a file that stands in its place.
void refuse_options_of_grammar(const CLI::App& command) {
  for (const char* const name : {"--level", "--sentences"}) {
    const CLI::Option* const option = command.get_option(name);
    if (is_chosen(*option))
      throw_spoken<UsageError>("{} is of the embedded grammar: leave out --data, or {}",
                               "{}: 내장 문법의 옵션입니다. --data나 {} 중 하나를 빼세요", name, name);
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
         std::filesystem::exists(model) && (data.empty() || !learned_from_others(model, files_hash({data})));
}

void require_saved_model(const std::filesystem::path& model, const std::string& command) {
  if (!std::filesystem::exists(model))
    throw_error<Error>(
        "{}", spoken("there is no saved model {}: train one with `heed {}`, or name another with --model",
                     "저장된 모델이 없습니다: {}. `heed {}`로 학습하거나 --model로 다른 모델을 주세요",
                     model.string(), command));
}

std::string note_on_unknown(const TextTokens& tokens, const std::string& text) {
  std::vector<std::string> unknown = tokens.unknown(text);
  if (unknown.empty()) return "";
  for (std::string& token : unknown) token = fmt::format("'{}'", token);  // which may be a comma
  return spoken("note: the model does not know {}\n", "참고: 모델이 모르는 말: {}\n",
                printable(fmt::format("{}", fmt::join(unknown, ", "))));
}

nlohmann::json text_identity(const TextChoice& text, const LanguageData& data) {
  nlohmann::json settings{{"tokens", text.tokens},
                          {"min_frequency", text.min_frequency},
                          {"the training data", data_hash(data.train, data.valid)}};
  if (text.file.empty()) settings.update({{"level", text.level}, {"sentences", text.sentences}});
  return settings;
}

}  // namespace heed
