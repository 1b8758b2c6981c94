// What a person chooses of `heed translate`, and its half that trains.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tools/commands/corpus_options.hpp"
#include "tools/commands/decoding_options.hpp"
#include "tools/commands/training_options.hpp"
#include "tools/translation/translation_session.hpp"

namespace heed {

struct TranslateOptions {
  std::vector<std::string> words;  // of the command line: sentences, or one that the shell has cut
  bool interactive = false, show_attention = false, train = false;
  bool languages_given = false;     // --source or --target stand on the command line
  bool training_asked = false;      // or something that only a training has
  bool architecture_given = false;  // --model names a kind of model, not a file
  std::string model, out, input, output;
  std::string own_text;  // defaults that are set for it, as options
  DecodingChoice decoding{};
  CorpusChoice corpus{};
  TranslationSession session{.run = {.epochs = 5}};
  KeepOptions keep{};
};

/// The model that is trained, or that translates.
std::filesystem::path model_path(const TranslateOptions& options);

/// Trains, and prints what came out. Returns the exit status.
int train_and_show(const TranslateOptions& options);

}  // namespace heed
