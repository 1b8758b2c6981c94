// Batch norm as a module, with PyTorch's names, buffers and defaults.
#pragma once

#include "nn/layers.hpp"

namespace heed::inline HEED_PRECISION {

/// weight (C) = 1, bias (C) = 0; x (B, C, H, W) -> (B, C, H, W). In training mode each channel is normalised
/// by the mean and variance of its batch, so that the examples of a batch see each other, and the running
/// ones follow; in evaluation mode by the running ones. Buffers: running_mean (C) = 0, running_var (C) = 1
/// (of unbiased variances), num_batches_tracked ().
class BatchNorm2d : public Module {
 public:
  struct Options {
    double eps = 1e-5;
    double momentum = 0.1;  // share of the newest batch in the running statistics
  };
  BatchNorm2d(std::int64_t channels, Options options);
  explicit BatchNorm2d(std::int64_t channels) : BatchNorm2d(channels, Options()) {}
  Variable operator()(const Variable& x) const;

  Variable weight, bias;

 private:
  Options options_;
  Buffer running_mean_, running_var_, num_batches_tracked_;
};

}  // namespace heed
