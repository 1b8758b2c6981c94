#include "tools/commands/corpus_options.hpp"

#include "lib/core/error.hpp"
#include "lib/data/parallel_text.hpp"
#include "lib/data/toy_grammar.hpp"
#include "lib/text/display.hpp"
#include "tools/commands/option_kinds.hpp"
#include "tools/commands/training_settings.hpp"
#include "tools/language/tr.hpp"

namespace heed {

Tokenisation tokenisation_of(const CorpusChoice& c) {
  const Tokenisation tokens =
      c.tokens.value_or(c.subwords_named ? Tokenisation::subwords : Tokenisation::words);
  if (c.subwords_named && tokens != Tokenisation::subwords)
    throw_error<UsageError>(tr_noop("--tokens {}: then there are no subwords, of which other options speak"),
                            setting_text(tokens));
  if (tokens == Tokenisation::subwords && c.data.min_frequency > 1)
    throw_error<UsageError>(
        tr_noop("--min-frequency is for words and characters: --subwords chooses how many there are"));
  return tokens;
}

void check_languages(const CorpusChoice& c) {
  const bool known = (c.source == "ko" && c.target == "en") || (c.source == "en" && c.target == "ko");
  if (c.folder.empty() && !known)
    throw_error<UsageError>(
        "{}", tr("the grammar has ko and en, one into the other, not {} to {}; other languages need --data",
                 c.source, c.target));
}

void add_corpus_options(CLI::App& command, CorpusChoice& c) {
  const AddOptions add(command, "sentences");
  visit_settings(c, [&](const std::string& name, auto& value, Since) {
    CLI::Option* const option = add("--" + name, value);
    // A run's file has no value for what was not said: each one means subwords.
    if (name.starts_with("subword"))
      option->default_str("")->each([&c](const std::string&) { c.subwords_named = true; });
  });
}

TranslationData load_corpus(const CorpusChoice& c, Tie tie) {
  Corpus corpus;
  if (c.folder.empty()) {
    check_languages(c);
    corpus = toy_corpus(
        {.direction = c.source == "ko" ? Direction::korean_to_english : Direction::english_to_korean,
         .train = c.pairs,
         .level = c.level});
  } else {
    ParallelText text = read_parallel_text({.folder = c.folder, .source = c.source, .target = c.target});
    corpus = std::move(text.corpus);
    for (const Message& warning : text.warnings)
      fmt::print(stderr, "{}{}\n", tr("note: "), printable(localized(warning)));
  }
  TranslationDataOptions options = c.data;
  options.tokenisation = tokenisation_of(c);
  options.shared = tie == Tie::all ? SharedVocabulary::yes : SharedVocabulary::no;
  TranslationData data = make_translation_data(corpus, options);
  data.source.name = c.source;
  data.target.name = c.target;
  for (const std::string& warning : data.warnings)
    fmt::print(stderr, "{}{}\n", tr("note: "), printable(warning));
  fmt::print(
      "{}", tr("{} → {}: {} training, {} validation, {} test pairs; {} and {} vocabulary entries\n", c.source,
               c.target, data.train.examples.size(), data.valid.examples.size(), data.test.examples.size(),
               data.source.vocabulary.size(), data.target.vocabulary.size()));
  return data;
}

std::vector<std::filesystem::path> corpus_files(const CorpusChoice& c) {
  std::vector<std::filesystem::path> files;
  for (const char* const part : {"train.", "valid.", "test."}) {
    for (const std::string& language : {c.source, c.target})
      files.push_back(std::filesystem::path(c.folder) / (part + language));
  }
  return c.folder.empty() ? std::vector<std::filesystem::path>() : files;
}

std::string corpus_name(const CorpusChoice& c) {
  std::filesystem::path folder = std::filesystem::path(c.folder).lexically_normal();
  if (!folder.has_filename()) folder = folder.parent_path();
  return fmt::format("{}-{}-{}", c.folder.empty() ? "toy" : folder.filename().string(), c.source, c.target);
}

}  // namespace heed
