// What is measured: four sizes of the same encoder-decoder, from a toy to the paper's base model.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace heed {

struct BenchConfiguration {
  const char* name;
  std::int64_t d_model, heads, ff, layers, vocab;  // layers of the encoder, and as many of the decoder
  std::int64_t batch, length;                      // sentences, and tokens of each on both sides
  int steps;                                       // that one measurement takes

  std::int64_t tokens() const { return batch * length; }

  /// Floating-point operations of one training step: 6 for each parameter of a product and each token (2
  /// forward, 4 backward), and the products of attention, 12 B T² d for each of the 3·layers attentions.
  double step_flops() const {
    const auto product_parameters =
        static_cast<double>(layers * (4 * d_model * d_model + 2 * d_model * ff) +
                            layers * (8 * d_model * d_model + 2 * d_model * ff) + d_model * vocab);
    return 6 * product_parameters * static_cast<double>(tokens()) +
           static_cast<double>(12 * 3 * layers * batch * length * length * d_model);
  }
};

inline constexpr std::array bench_configurations{
    BenchConfiguration{"toy", 64, 4, 256, 2, 64, 64, 16, 40},
    BenchConfiguration{"small", 128, 8, 512, 2, 1000, 64, 24, 15},
    BenchConfiguration{"medium", 256, 8, 1024, 3, 8000, 64, 24, 5},
    BenchConfiguration{"base", 512, 8, 2048, 6, 8000, 32, 32, 3}};

/// Throws UsageError for an unknown name.
const BenchConfiguration& bench_configuration(const std::string& name);

}  // namespace heed
