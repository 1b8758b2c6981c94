// Options of the sentences that a translation model is trained on.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "models/transformer.hpp"
#include "tools/translation/data.hpp"

namespace heed {

/// Holds where the sentence pairs come from.
struct CorpusChoice {
  std::string folder{};  // empty: the embedded grammar
  std::string source = "ko", target = "en";
  int level = 4;
  std::size_t pairs = 40000;
  TranslationDataOptions data{};
  std::optional<Tokenisation> tokens{};  // nothing: words, or subwords where something is said of these
  bool subwords_named = false;
};

/// Returns what the tokens are. Throws UsageError if the options contradict each other.
Tokenisation tokenisation_of(const CorpusChoice& choice);

/// Throws UsageError for languages that the embedded grammar has not, where no folder is named.
void check_languages(const CorpusChoice& choice);

/// Adds the options. The variables must live until parsing is over.
void add_corpus_options(CLI::App& command, CorpusChoice& choice);

/// Loads the chosen corpus as ids and prints what there is to know about it.
TranslationData load_corpus(const CorpusChoice& choice, Tie tie);
/// The files of the folder: of train, valid and test. None of the embedded grammar.
std::vector<std::filesystem::path> corpus_files(const CorpusChoice& choice);
/// "toy-ko-en", or "tatoeba_koen-ko-en" for a folder of that name.
std::string corpus_name(const CorpusChoice& choice);

}  // namespace heed
