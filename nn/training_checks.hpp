// What train() asks of a task, an optimiser and options before the first step.
#pragma once

#include "nn/trainer.hpp"

namespace heed::inline HEED_PRECISION {

/// Throws UsageError that names what is missing, or cannot be.
void require_training(const TrainingTask& task, const Optimizer& optimizer, const TrainingOptions& options);

}  // namespace heed
