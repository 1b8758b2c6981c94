// A small convolution net for images, as they were before ViT: each block finds patterns of 3 × 3, and halves
// the image; the head sees the means over what is left (Lin et al. 2014).
//
//   x = max_pool2d(relu(bn(conv(x))))        channels, 2 channels, 4 channels, … of them
//   logits = head(mean over all places of x)
#pragma once

#include <cstdlib>
#include <vector>

#include "nn/layers.hpp"

namespace heed::inline HEED_PRECISION {

struct ConvNetOptions {
  std::int64_t channels_in = 1;
  std::int64_t channels = 16;  // of the first block
  std::int64_t blocks = 4, classes = 10;
};

/// conv.weight (out, in, 3, 3), bn.weight, bn.bias (out), and the buffers of bn.
class ConvBlock : public Module {
 public:
  ConvBlock(std::int64_t in, std::int64_t out, Rng& rng)
      : conv(child("conv", Conv2d(in, out, {3, 3}, rng, {.padding = {1, 1}, .bias = false}))),
        bn(child("bn", BatchNorm2d(out))) {}
  /// (B, in, H, W) -> (B, out, H / 2, W / 2).
  Variable operator()(const Variable& x) const { return max_pool2d(relu(bn(conv(x)))); }

  Conv2d conv;
  BatchNorm2d bn;
};

/// blocks.0.conv.weight, …, head.weight (classes, C), head.bias (classes).
class ConvNet : public Module {
  ConvNetOptions options_;

 public:
  ConvNet(const ConvNetOptions& options, Rng& rng) : Module(rng), options_(options) {}
  /// Logits: images (B, channels_in, H, W) -> (B, classes), for images of at least 2^blocks pixels each way.
  Variable operator()(const Variable& images) const {
    Variable x = images;
    for (const ConvBlock& block : blocks) x = block(x);
    return head(mean(x, {2, 3}));
  }

  std::vector<ConvBlock> blocks = children("blocks", options_.blocks, [this](std::int64_t i) {
    const std::int64_t in = i == 0 ? options_.channels_in : options_.channels << (i - 1);
    return ConvBlock(in, options_.channels << i, initial());
  });
  Linear head =
      child("head", Linear(options_.channels << (options_.blocks - 1), options_.classes, initial()));
};

/// The options whose net has as nearly as possible so many parameters.
inline ConvNetOptions with_parameters(ConvNetOptions options, std::int64_t parameters) {
  ConvNetOptions best = options;
  std::int64_t least = -1;
  for (options.channels = 1;; ++options.channels) {
    Rng rng(1);
    const std::int64_t off = std::abs(ConvNet(options, rng).parameter_count() - parameters);
    if (least >= 0 && off >= least) return best;
    least = off;
    best = options;
  }
}

}  // namespace heed
