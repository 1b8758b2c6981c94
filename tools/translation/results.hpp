// Shows what a training of a translator has come to: its scores on the test part, and translations to read.
#pragma once

#include <filesystem>
#include <string>

#include "tools/training/training_history.hpp"
#include "tools/translation/train_translator.hpp"

namespace heed {

struct ResultOptions {
  BeamOptions beam{};
  bool unseen = false;    // no test sentence is in the training part
  std::string example{};  // whose attention is drawn; empty: the first test sentence
};

/// Greedy translations of the test part.
struct TestTranslations {
  std::vector<std::vector<std::string>> tokens;
  Usual usual{};
};
TestTranslations translate_test(const Translator& translator, const TranslationSplit& test,
                                const DecodingOptions& options);

/// Prints test BLEU (greedy, and by the beam), ten translations beside their references, and where one of
/// them looked. What was scored stands beside the model, as test.source.txt, test.reference.txt,
/// test.greedy.txt and test.beam.txt (for NAME.safetensors: NAME.test.*), so that `heed score` says the same
/// of it.
void show_results(const TrainedTranslator& trained, const TestTranslations& greedy,
                  const TranslationData& data, const std::filesystem::path& model,
                  const ResultOptions& options);

}  // namespace heed
