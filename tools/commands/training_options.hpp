// The options that every training command shares.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <set>
#include <string>

#include "lib/data/corpus.hpp"
#include "models/gpt.hpp"
#include "tools/training/kept_training.hpp"
#include "tools/training/session.hpp"
#include "tools/translation/data.hpp"

namespace heed {

/// Where the sentence pairs come from.
struct CorpusChoice {
  std::string folder{};  // empty: the embedded grammar
  std::string source = "ko", target = "en";
  int level = 2;
  std::size_t pairs = 20000;
  std::uint64_t corpus_seed = 0;
  TranslationDataOptions data{};
  std::optional<Tokenisation> tokens{};  // nothing: words, or subwords where something is said of these
  bool subwords_named = false;
};

/// What the tokens are. Throws UsageError where the options contradict each other.
Tokenisation tokenisation_of(const CorpusChoice& choice);

/// Adds the options of each group to a command. The variables must live until parsing is over.
void add_corpus_options(CLI::App& command, CorpusChoice& choice);
void add_model_options(CLI::App& command, TransformerOptions& model);
void add_model_options(CLI::App& command, GptOptions& model);
void add_session_options(CLI::App& command, SessionOptions& session);
/// --resume and --checkpoint-every.
void add_keep_options(CLI::App& command, KeepOptions& keep);
/// --threads, --lang and --detect-anomaly, which act at once; --config and --print-config.
void add_engine_options(CLI::App& command);

/// The first option on the command line that can only mean a training: one of the groups Model and Training,
/// or one of `others`. Empty if there is none.
std::string training_option(const CLI::App& command, const std::set<std::string>& others);
/// For a command that uses a saved model: throws UsageError for a training_option(), as an option that
/// changes nothing would let a person believe that it did. `with` says what makes the command use a saved
/// model.
void refuse_training_options(const CLI::App& command, const std::set<std::string>& others,
                             const std::string& with);

/// Loads the chosen corpus as ids and prints what there is to know about it.
TranslationData load_corpus(const CorpusChoice& choice, Tie tie);
/// "toy-ko-en", or "tatoeba_koen-ko-en" for a folder of that name.
std::string corpus_name(const CorpusChoice& choice);

/// Throws Error when the folder could not be written to, whether it is there yet or not.
void check_folder(const std::filesystem::path& folder);
/// Creates the folder, and checks it.
void prepare_folder(const std::filesystem::path& folder);

}  // namespace heed
