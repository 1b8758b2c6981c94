#include "tools/commands/corpus_options.hpp"

#include <initializer_list>

#include "lib/core/error.hpp"
#include "lib/data/parallel_text.hpp"
#include "lib/data/toy_grammar.hpp"
#include "lib/text/display.hpp"
#include "tools/commands/option_kinds.hpp"
#include "tools/language/tr.hpp"

namespace heed {

Tokenisation tokenisation_of(const CorpusChoice& c) {
  const Tokenisation tokens =
      c.tokens.value_or(c.subwords_named ? Tokenisation::subwords : Tokenisation::words);
  if (c.subwords_named && tokens != Tokenisation::subwords)
    throw_error<UsageError>(tr_noop("--tokens {}: then there are no subwords, of which other options speak"),
                            to_string(tokens));
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
  const auto subword_option = [&c](CLI::Option* option) {
    // A run's file has no value for what was not said: each one means subwords.
    return option->default_str("")->each([&c](const std::string&) { c.subwords_named = true; });
  };
  put_in_group(
      tr_noop("Sentences"),
      {command
           .add_option(
               "--data", c.folder,
               tr_noop("folder with train.SRC, train.TGT, valid.*, test.*, one sentence a line; without it "
                       "the embedded grammar speaks"))
           ->type_name("DIR"),
       command
           .add_option(
               "--source", c.source,
               tr_noop(
                   "language to translate from: the ending of the files; ko or en for the embedded grammar"))
           ->type_name("LANG")
           ->capture_default_str(),
       command.add_option("--target", c.target, tr_noop("language to translate into"))
           ->type_name("LANG")
           ->capture_default_str(),
       add_number(
           command, "--level", c.level, "1|2|3|4",
           tr_noop("embedded grammar: 1 single clauses, 2 also two clauses and relative clauses, 3 long "
                   "sentences, 4 what people type: polite endings, no subjects, everyday words"),
           1, 4),
       add_number<std::size_t>(command, "--pairs", c.pairs, "PAIRS",
                               tr_noop("training pairs of the embedded grammar"), 1, 1'000'000),
       add_choice(command, "--tokens", c.tokens,
                  {{"words", std::optional(Tokenisation::words)},
                   {"characters", std::optional(Tokenisation::characters)},
                   {"subwords", std::optional(Tokenisation::subwords)}},
                  tr_noop("what a token is"))
           ->option_text("words|characters|subwords [words]"),
       subword_option(
           add_number<std::size_t>(command, "--subwords", c.data.subwords.size, "PIECES",
                                   tr_noop("so many subwords of each language (with --tie all: of both "
                                           "together); 0: a fifteenth of the words of the "
                                           "text, from 1000 to 4000"),
                                   0, 1'000'000)),
       subword_option(add_choice(command, "--subword-kind", c.data.subwords.kind,
                                 {{"unigram", SubwordKind::unigram}, {"bpe", SubwordKind::bpe}},
                                 tr_noop("how subwords are found"))),
       subword_option(add_number(
           command, "--subword-sampling", c.data.subword_sampling, "ALPHA",
           tr_noop("train on other subwords of the same words in each epoch; for unigram the power of "
                   "their probability "
                   "(0.2), for bpe the probability of leaving a join out (0.1); 0: always the best"),
           0.0, 1.0)),
       add_choice(command, "--case", c.data.letters,
                  {{"lower", std::optional(Case::lower)}, {"keep", std::optional(Case::keep)}},
                  tr_noop("capital letters: all small (usual for words), or as they are (usual for others)"))
           ->option_text(tr_noop("lower|keep [as usual]")),
       add_number<std::size_t>(command, "--min-frequency", c.data.min_frequency, "TIMES",
                               tr_noop("tokens seen less often in training become <unk>"), 1, 1'000'000'000),
       add_number<std::size_t>(
           command, "--max-tokens", c.data.max_tokens, "TOKENS",
           tr_noop(
               "training pairs longer on a side are left out, test pairs cut; the saved model reads texts of "
               "at least twice as many"),
           1, 10'000)});
}

namespace {

/// None of the embedded grammar.
std::vector<std::filesystem::path> files_of(const CorpusChoice& c, std::initializer_list<const char*> parts) {
  if (c.folder.empty()) return {};
  std::vector<std::filesystem::path> files;
  for (const char* const part : parts) {
    for (const std::string& language : {c.source, c.target})
      files.push_back(std::filesystem::path(c.folder) / (part + language));
  }
  return files;
}

}  // namespace

TranslationData load_corpus(const CorpusChoice& c, Tie tie) {
  Corpus corpus;
  if (c.folder.empty()) {
    check_languages(c);
    corpus = toy_corpus(
        {.direction = c.source == "ko" ? Direction::korean_to_english : Direction::english_to_korean,
         .train = c.pairs,
         .seed = c.corpus_seed,
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

std::vector<std::filesystem::path> training_files(const CorpusChoice& c) {
  return files_of(c, {"train.", "valid."});
}

std::vector<std::filesystem::path> corpus_files(const CorpusChoice& c) {
  return files_of(c, {"train.", "valid.", "test."});
}

std::string corpus_name(const CorpusChoice& c) {
  std::filesystem::path folder = std::filesystem::path(c.folder).lexically_normal();
  if (!folder.has_filename()) folder = folder.parent_path();
  return fmt::format("{}-{}-{}", c.folder.empty() ? "toy" : folder.filename().string(), c.source, c.target);
}

}  // namespace heed
