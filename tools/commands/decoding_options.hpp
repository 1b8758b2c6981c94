// How a saved model writes: the options of decoding, in one place for all commands.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "models/translator.hpp"
#include "tools/translation/text_session.hpp"

namespace heed {

/// --temperature, --top-k, --top-p and --sample-seed.
void add_sampling_options(CLI::App& command, SamplingOptions& sampling);

/// Holds what a person chooses of translations.
struct DecodingChoice {
  BeamOptions beam{};
  SamplingOptions sampling{};
  bool sample = false, alignments = false;
  std::string prefix{};
  Unknown unknown = Unknown::copy;
  std::vector<std::string> ensemble{};  // files of models that decode together with the first
};

/// --beam to --alignments.
void add_decoding_options(CLI::App& command, DecodingChoice& choice);

/// Returns the options of a text, with a beam of as many hypotheses as are to be printed. Throws UsageError
/// for options that contradict each other, or change nothing.
TextOptions text_options(const DecodingChoice& choice);

/// The model of a file, and with it those of the ensemble. Throws what loading throws, and UsageError for
/// models that cannot decode together.
Translator load_translator(const std::filesystem::path& model, const DecodingChoice& choice);

}  // namespace heed
