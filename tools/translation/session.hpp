// One training run on the terminal: progress, a line an epoch, the best model, Ctrl-C.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "nn/trainer.hpp"
#include "tools/translation/data.hpp"
#include "tools/translation/translator.hpp"

namespace heed {

/// The learning rate over the steps: rises linearly over `warmup` steps, then as the name says.
enum class ScheduleKind { constant, inverse_sqrt, cosine, noam };

/// What a person chooses of a run.
struct SessionOptions {
  TransformerOptions model{
      .d_model = 128, .heads = 4, .encoder_layers = 2, .decoder_layers = 2, .dim_feedforward = 256};
  std::int64_t epochs = 12;
  std::size_t batch_sentences = 64, batch_tokens = 0;
  std::int64_t accumulate = 1;
  double learning_rate = 1e-3;
  ScheduleKind schedule = ScheduleKind::inverse_sqrt;
  std::int64_t warmup = 400;
  double clip = 1, label_smoothing = 0.1;
  std::int64_t patience = 0;
  std::uint64_t seed = 1;
};

enum class Talk { quiet, lines };

struct SessionResult {
  Translator translator;  // with the weights of the best epoch
  TrainingResult training;
  double seconds = 0;
};

/// Trains a model on the data. The best epoch is the one whose greedy translations of the validation part
/// have the highest BLEU (tokenised, lower-cased). With Talk::lines it shows progress on standard error and a
/// line an epoch on standard output.
SessionResult run_session(const TranslationData& data, Tokenisation tokenisation, SessionOptions options,
                          Talk talk, const std::string& label = "");

/// BLEU of tokenised text against one reference each, as `sacrebleu --tokenize none`.
double token_bleu(const std::vector<std::string>& hypotheses, const std::vector<std::string>& references);

/// The sources of a part, in its order.
std::vector<std::vector<std::int32_t>> sources_of(const TranslationSplit& split);

}  // namespace heed
