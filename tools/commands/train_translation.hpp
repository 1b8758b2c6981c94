// What a person chooses of `heed translate`, and its half that trains.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
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
  double budget = 0;  // seconds for a training with all before and behind it; 0: as long as it takes
  std::chrono::steady_clock::time_point begun{};
  /// With --budget: chooses what the command line has left open, once the data are known.
  std::function<void(TranslationData& data)> fit{};
  std::function<bool()> time_is_over{};  // with --budget, after an epoch
  bool cut = false;                      // it was, before the last epoch that had been planned
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
