#include "tools/lm/language_data.hpp"

#include <algorithm>

#include "lib/core/error.hpp"
#include "lib/data/text_lines.hpp"
#include "lib/report/number.hpp"
#include "lib/text/shell_word.hpp"
#include "lib/text/unicode.hpp"
#include "tools/language/tr.hpp"

namespace heed {
namespace {

using Lines = std::vector<std::vector<std::string>>;

Lines tokens_of(const std::vector<std::string>& lines, const Tokenizer& tokenizer) {
  Lines all;
  for (const std::string& line : lines) all.push_back(tokenizer.split(line));
  return all;
}

/// Ids of the lines, longer ones in pieces that go on from the token before; how many were cut.
std::size_t encode(const Lines& lines, const Vocabulary& vocabulary, std::size_t most,
                   std::vector<Example>& into) {
  std::size_t cut = 0;
  for (const std::vector<std::string>& line : lines) {
    const std::vector<std::int32_t> ids = vocabulary.encode(line);
    for (std::size_t begin = 0; begin < ids.size(); begin += most) {
      const auto first = ids.begin() + static_cast<std::ptrdiff_t>(begin);
      const auto count = static_cast<std::ptrdiff_t>(std::min(most, ids.size() - begin));
      into.push_back({.source = {},
                      .target = {first, first + count},
                      .before = begin == 0 ? -1 : ids[begin - 1],
                      .ends = begin + most >= ids.size()});
    }
    cut += ids.size() > most ? 1 : 0;
  }
  return cut;
}

struct Parts {
  std::vector<std::string> train{}, valid{}, test{};
  double bits = 0;
  Message left_out{};  // how many lines of a file were; empty if none
};

ToyTextOptions training_text(const TextChoice& choice) {
  return {.sentences = choice.sentences, .level = choice.level};
}

/// The sentences of the grammar that choose the best epoch.
ToyTextOptions validation_text(const TextChoice& choice) {
  return {.sentences = 1000, .level = choice.level, .seed = 1};
}

std::unordered_set<std::string> set_of(const std::vector<std::string>& train,
                                       const std::vector<std::string>& valid) {
  std::unordered_set<std::string> all(train.begin(), train.end());
  all.insert(valid.begin(), valid.end());
  return all;
}

Parts grammar(const TextChoice& choice) {
  const ToyTextOptions test = test_text(choice, 1000);
  Parts parts{.train = toy_text(training_text(choice)),
              .valid = toy_text(validation_text(choice)),
              .test = toy_text(test)};
  const std::unordered_set<std::string> seen = set_of(parts.train, parts.valid);
  parts.bits = toy_text_bits(test, seen);
  std::erase_if(parts.test, [&](const std::string& sentence) { return seen.contains(sentence); });
  return parts;
}

Parts file(const TextChoice& choice) {
  // characters learn how lines are indented
  const LineForm form =
      parse_tokenisation(choice.tokens) == Tokenisation::characters ? LineForm::indented : LineForm::tidy;
  TextLines text = read_text_lines(choice.file, form, tr_noop("one sentence"), BadLines::left_out);
  LeftOutLines left_out(choice.file.string());
  for (const auto& [index, why] : text.bad)
    left_out.add(fmt::format("{}:{}", choice.file.string(), index + 1), why);
  Parts parts{.train = {}, .left_out = left_out.note(text.lines.size())};
  parts.train = std::move(text.lines);
  std::erase(parts.train, "");
  if (parts.train.size() < 2)
    throw_error<Error>(tr_noop("{}: {} of text: some are needed to train on, and some to be held out{}"),
                       choice.file.string(), trn("{} line", "{} lines", std::ssize(parts.train)),
                       parts.train.empty()
                           ? ""
                           : tr("; break it into lines: {}", fmt::format("fold -s -w 80 {} > lines.txt",
                                                                         shell_word(choice.file.string()))));
  const std::size_t held_out = std::clamp<std::size_t>(parts.train.size() / 20, 1, 2000);
  const auto last = parts.train.end() - static_cast<std::ptrdiff_t>(held_out);
  parts.valid.assign(last, parts.train.end());
  parts.train.erase(last, parts.train.end());
  parts.test = parts.valid;
  return parts;
}

}  // namespace

ToyTextOptions test_text(const TextChoice& choice, std::size_t sentences) {
  return {.sentences = sentences, .level = choice.level, .seed = 2};
}

std::unordered_set<std::string> seen_sentences(const TextChoice& choice) {
  return set_of(toy_text(training_text(choice)), toy_text(validation_text(choice)));
}

LanguageData load_text(const TextChoice& choice, std::int64_t most) {
  const Parts parts = choice.file.empty() ? grammar(choice) : file(choice);
  const Tokenisation kind = parse_tokenisation(choice.tokens);
  const Tokenizer tokenizer(kind, usual_case(kind), Blanks::all);
  const Lines train = tokens_of(parts.train, tokenizer), valid = tokens_of(parts.valid, tokenizer),
              test = tokens_of(parts.test, tokenizer);
  TokenCounts counts;
  for (const std::vector<std::string>& line : train) counts.add(line);
  const Vocabulary vocabulary(counts, {.min_frequency = choice.min_frequency});

  LanguageData data{.tokens = TextTokens(vocabulary, tokenizer), .train = {}, .valid = {}};
  if (!parts.left_out.empty()) data.warnings.push_back(localized(parts.left_out));
  encode(test, vocabulary, static_cast<std::size_t>(most), data.test.examples);
  const std::size_t cut = encode(train, vocabulary, static_cast<std::size_t>(most), data.train) +
                          encode(valid, vocabulary, static_cast<std::size_t>(most), data.valid);
  if (cut > 0)
    data.warnings.push_back(tr("{} of more than {} cut into pieces (--context)",
                               trn("{} line", "{} lines", static_cast<std::int64_t>(cut)),
                               trn("{} token", "{} tokens", most)));
  data.train_lines = std::ssize(parts.train);
  data.valid_lines = std::ssize(parts.valid);
  data.test.lines = std::ssize(test);
  for (const std::vector<std::string>& line : test)
    data.test.characters += std::ssize(to_code_points(tokenizer.join(line))) + 1;
  for (const Example& example : data.test.examples) {
    data.test.tokens += std::ssize(example.target) + (example.ends ? 1 : 0);
    data.test.unknown += std::count(example.target.begin(), example.target.end(), Vocabulary::unk);
  }
  data.grammar_bits = parts.bits;
  return data;
}

}  // namespace heed
