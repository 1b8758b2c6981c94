// All that a training is between two steps, so that it can go on from there, now or in another process.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <vector>

#include "nn/checkpoint.hpp"
#include "nn/state_dict.hpp"

namespace heed::inline HEED_PRECISION {

/// After each epoch.
struct EpochReport {
  std::int64_t epoch = 0, epochs = 0;
  double train_loss = 0;                // nats a token, with dropout, averaged over the epoch
  double valid_loss = 0;                // nats a token, without dropout and label smoothing
  std::optional<double> valid_score{};  // what `score` gave, e.g. BLEU
  double tokens_per_second = 0;         // target tokens, training alone
  bool best = false;                    // the best epoch so far
};

/// The weights of an epoch that are kept for an average.
struct KeptEpoch {
  std::int64_t epoch = 0;
  StateDict weights{};
};

/// Random streams are functions of (seed, step) and the order of batches of (seed, epoch): numbers of the
/// place stand for all of them.
struct TrainingState {
  std::int64_t step = 0;            // optimiser steps that are done
  std::vector<EpochReport> epochs;  // those that are done
  std::int64_t best_epoch = 0;      // 0: none yet
  std::int64_t batch = 0;           // batches of the epoch at hand that are done
  double loss_sum = 0;              // of these, nats
  std::int64_t tokens = 0;          // of these, targets without padding
  double epoch_seconds = 0;         // of these
  double seconds = 0;               // of the whole training, validation included
  double untrained_loss =
      std::numeric_limits<double>::infinity();  // validation loss before the first step; infinity: not known
  StateDict weights, optimizer;
  StateDict best_weights;              // of the best epoch
  std::vector<KeptEpoch> kept_epochs;  // by age
};

/// Everything in one safetensors file, whole or not at all: tensors "weights.NAME", "best.NAME" (left out
/// where they are the weights), "epoch.NUMBER.NAME" and "optimizer.NAME", the numbers as JSON in
/// the metadata, beside `metadata`: what the caller needs to know whether a state belongs to a training.
/// Throws Error when writing fails.
void write_training_state(const std::filesystem::path& path, const TrainingState& state,
                          const Metadata& metadata = {});

struct SavedTraining {
  TrainingState state;
  Metadata metadata;
};

/// Throws Error (TruncatedError, FormatError, VersionError) that names the file and what is wrong.
SavedTraining read_training_state(const std::filesystem::path& path);

}  // namespace heed
