// The measurements of `heed bench`, each in a process of its own: so that its memory is its own, and so that
// heed and PyTorch can take turns.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "lib/score/median.hpp"

namespace heed {

/// Runs one task with the threads that are set and returns what it measured:
/// - `machine`: processor, cores, SIMD level, BLAS and its kernel;
/// - `sgemm`: GFLOP/s of a large product, the ceiling of everything below;
/// - `train:NAME`: ms of an optimiser step, tokens/s, GFLOP/s;
/// - `profile:NAME`: the same step by op;
/// - `attention:T`: ms forward and backward, 8 heads of 64, causal;
/// - `step:NAME`, `sample:B`: other models (tools/measure/bench_models.hpp);
/// - `decode:B[:NAME]`: tokens/s of greedy decoding with the medium model (or another), ms of its first and
///   last tokens, the memory of its weights;
/// - `engine`: ns that recording and sweeping add to an op.
///
/// An optimiser step is forward, loss, backward, clipping and Adam, with dropout 0.1. All have "peak_mib",
/// the largest resident memory. Throws UsageError for another name.
nlohmann::json run_bench_task(const std::string& task);

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

using Clock = std::chrono::steady_clock;

inline double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// Milliseconds of each of `count` calls, after one that warms up.
template <typename Work>
std::vector<double> repeat(int count, const Work& work) {
  work();
  std::vector<double> times;
  for (int i = 0; i < count; ++i) {
    const auto start = Clock::now();
    work();
    times.push_back(milliseconds_since(start));
  }
  return times;
}

/// GPT-2 of a size: 4 d_model units of the feed-forward part, 128 tokens, no dropout, as llm.c has it.
struct GptConfiguration {
  const char* name;
  std::int64_t d_model, heads, layers, vocab, batch;
  int steps;
};
inline constexpr std::int64_t gpt_tokens = 128;
inline constexpr GptConfiguration gpt_configurations[] = {{"gpt128", 128, 4, 4, 512, 32, 10},
                                                          {"gpt256", 256, 8, 4, 1024, 16, 8},
                                                          {"gpt512", 512, 8, 6, 8192, 8, 4}};

/// ms and tokens/s of forward, loss, backward and Adam, without clipping:
/// - `gpt128`, `gpt256`, `gpt512`;
/// - `lstm`: one layer of 256 units, 32 sequences of 64 inputs, all outputs;
/// - `vit`: 64 images (1, 28, 28) in patches of 7, d_model 128, 4 heads, 4 layers.
/// null for another name.
nlohmann::json model_step(const std::string& name);

/// tokens/s of drawing 64 tokens (temperature 0.8, top-k 40) behind a prompt of 16 from a GPT with caches,
/// `batch` texts at once, by the size gpt256.
nlohmann::json sample_gpt(std::int64_t batch);

/// A product of two matrices of 2048 × 2048: "ms", "gflops".
nlohmann::json measure_sgemm();
/// The time that an op of one number takes beyond its arithmetic, forward and backward: "ns_an_op".
nlohmann::json measure_engine();

}  // namespace heed
