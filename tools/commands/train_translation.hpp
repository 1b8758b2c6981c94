// Declares what a person chooses of `heed translate`, and its half that trains.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tools/commands/corpus_options.hpp"
#include "tools/commands/decoding_options.hpp"
#include "tools/commands/train_and_keep.hpp"
#include "tools/commands/training_options.hpp"
#include "tools/translation/train_translator.hpp"

namespace heed {

struct TranslateOptions {
  std::vector<std::string> words;  // of the command line: sentences, or one that the shell has cut
  bool interactive = false, show_attention = false, train = false;
  bool languages_given = false;     // --source or --target stand on the command line
  bool training_asked = false;      // or something that only a training has
  bool architecture_given = false;  // --model names a kind of model, not a file
  std::string input, output;
  std::string own_text;  // defaults that are set for it, as options
  DecodingChoice decoding{};
  CorpusChoice corpus{};
  TranslationSession session{.run = {.epochs = 5}};
  ModelFile file{};
};

/// The model that is trained, or that translates.
std::filesystem::path model_path(const TranslateOptions& options);

/// Passes over so many pairs that make some 3,500 steps: 5 at least, 50 at most.
std::int64_t usual_epochs(std::size_t pairs, const SessionOptions& options);

/// With --data, once the command line is read: subwords, the target embedding as output layer, and the usual
/// epochs become the defaults where no option says otherwise. Returns these, as they would stand on the
/// command line; nothing where all are named, or there is no such text.
std::string set_defaults_for_own_text(CLI::App& command, const TranslateOptions& options);

/// Trains, and prints what came out. Returns the exit status.
int train_and_show(const TranslateOptions& options);

}  // namespace heed
