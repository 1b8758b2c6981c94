#include "tools/translation/results.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>

#include "lib/core/error.hpp"
#include "lib/files/atomic_write.hpp"
#include "lib/text/display.hpp"
#include "tools/language/tr.hpp"
#include "tools/training/run_directory.hpp"
#include "tools/translation/show.hpp"

namespace heed {
namespace {

/// A text that the scores are of, for `heed score`.
std::string test_file(const std::filesystem::path& model, const std::string& ending) {
  return beside_model(model, "test." + ending + ".txt").string();
}

/// A score that is printed already is no reason to fail.
void write_lines(const std::string& file, const std::vector<std::string>& lines) try {
  atomic_write(file, fmt::format("{}\n", fmt::join(lines, "\n")));
} catch (const Error& error) {
  fmt::print(stderr, "heed: {}\n", localized(error));
}

std::string scores_text(const std::string& label, Case letters, const std::vector<Score>& scores) {
  if (letters == Case::lower) return fmt::format("{}  {}\n", label, format(scores.front()));
  std::string text = label + '\n';
  for (const Score& score : scores) text += fmt::format("  {}\n", format(score, {.signature = true}));
  return text;
}

void show_scores(const TrainedTranslator& trained, const TestTranslations& greedy,
                 const TranslationData& data, const std::filesystem::path& model, const BeamOptions& beam) {
  const Translator& translator = trained.translator;
  const TrainingResult& training = trained.training;
  const auto sources = sources_of(data.test);
  const Tokenizer& tokenizer = translator.target().tokenizer;
  const Case letters = tokenizer.letters();
  const auto written = [&](const BeamOptions& options) {
    return scored_texts(tokenizer, translator.decode_all(sources, options));
  };
  const auto show = [&](const std::string& label, const std::string& ending, const ScoredTexts& texts) {
    fmt::print("{}", scores_text(label, letters, all_scores(letters, texts, data.test.references)));
    write_lines(test_file(model, ending), texts.judged(letters));
  };
  fmt::print("\n");
  show("test, greedy:", "greedy", scored_texts(tokenizer, greedy.tokens));
  if (!training.averaged.empty())
    fmt::print("   (the mean of the weights of epochs {})\n", fmt::join(training.averaged, ", "));
  if (beam.beam > 1) {
    show(fmt::format("test, beam {}:", beam.beam), "beam", written(beam));
  } else {
    std::error_code nothing_there;
    std::filesystem::remove(test_file(model, "beam"), nothing_there);
  }
  std::vector<std::string> read;
  for (const SentencePair& pair : data.test.pairs) read.push_back(pair.source);
  write_lines(test_file(model, "source"), read);
  write_lines(test_file(model, "reference"), data.test.references.judged(letters));
  if (letters == Case::lower) {
    fmt::print("{}\n", tr("(of lower-cased tokens; to check it: heed score {} --ref {} --tokenize none)",
                          test_file(model, "greedy"), test_file(model, "reference")));
  } else {
    fmt::print("{}\n",
               tr("(tok:13a is of the text as it is, tok:none of its lower-cased words; to check it: heed "
                  "score {} --ref {})",
                  test_file(model, "greedy"), test_file(model, "reference")));
  }
}

void show_translations(const Translator& translator, const TranslationSplit& test, const ResultOptions& o) {
  fmt::print("\n{}\n",
             o.unseen ? tr("Test sentences, none of which was in training:") : tr("Test sentences:"));
  std::vector<std::string> sentences;
  for (std::size_t i = 0; i < std::min<std::size_t>(10, test.pairs.size()); ++i)
    sentences.push_back(test.pairs[i].source);
  const std::vector<Translation> translations =
      translator.translate(sentences, {.generation = {.beam = o.beam}});
  const Tokenizer& tokenizer = translator.target().tokenizer;
  for (std::size_t i = 0; i < translations.size(); ++i) {
    // The reference is joined as the translation is: what looks different is different.
    fmt::print("\n  {}\n  → {}{}\n  = {}\n", printable(sentences[i]), printable(translations[i].text),
               remarks(translations[i]), printable(tokenizer.join(tokenizer.split(test.pairs[i].target))));
  }
}

/// So many of a hundred values are below it.
double low(std::vector<double> values, std::size_t percent) {
  if (values.empty()) return -std::numeric_limits<double>::infinity();
  const auto place = values.begin() + static_cast<std::ptrdiff_t>(percent * values.size() / 100);
  std::nth_element(values.begin(), place, values.end());
  return *place;
}

}  // namespace

TestTranslations translate_test(const Translator& translator, const TranslationSplit& test,
                                const DecodingOptions& options) {
  std::vector<double> least;
  TestTranslations all{.tokens =
                           translator.decode_all(sources_of(test), {.beam = 1, .decoding = options}, &least)};
  all.usual.least = low(least, translator.source().counterparts.empty() ? 3 : 2);
  return all;
}

void show_results(const TrainedTranslator& trained, const TestTranslations& greedy,
                  const TranslationData& data, const std::filesystem::path& model, const ResultOptions& o) {
  show_scores(trained, greedy, data, model, o.beam);
  show_translations(trained.translator, data.test, o);
  const std::string shown = o.example.empty() ? data.test.pairs.front().source : o.example;
  const Translation translation =
      trained.translator.translate({shown}, {.generation = {.beam = o.beam}}).front();
  fmt::print("\n{} → {}\n\n{}\n{}", printable(shown), printable(translation.text),
             tr("Where the decoder looked (rows: words it wrote; columns: words it read; per cent):"),
             alignment_maps(trained.translator.attention(translation), terminal(Stream::output)));
}

}  // namespace heed
