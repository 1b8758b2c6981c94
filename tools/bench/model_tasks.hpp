// Models that are no encoder-decoder: a training step of each, and sampling.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace heed {

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

}  // namespace heed
