// heed show: what a file of weights is.
#include "lib/core/error.hpp"
#include "models/language_model.hpp"
#include "models/saved_encoder_decoder.hpp"
#include "models/saved_transformer.hpp"
#include "nn/checkpoint.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tools/show/describe.hpp"

using namespace heed;

namespace {

Vocabulary words() {
  TokenCounts counts;
  counts.add(std::vector<std::string>{"나는", "사과를", "apple"});
  return Vocabulary(counts);
}

}  // namespace

TEST_CASE("a saved model is described: kind, options, parts, vocabulary, hashes") {
  const Scratch scratch;
  Rng rng(1);
  const Gpt gpt(
      {.vocabulary = 7, .max_length = 5, .d_model = 4, .heads = 2, .layers = 3, .dim_feedforward = 8}, rng);
  LanguageModel(gpt, TextTokens(words(), Tokenizer(Tokenisation::words))).save(scratch / "gpt.safetensors");
  const std::string text = describe_file(scratch / "gpt.safetensors");
  INFO(text);
  CHECK_THAT(text, Catch::Contains("a language model, saved by heed (kind: gpt)") &&
                       Catch::Contains("d_model 4") && Catch::Contains("layers 3") &&
                       Catch::Contains("h.* (3)") && Catch::Contains("7 tokens: 나는 사과를 apple\n") &&
                       Catch::Contains("tokenisation") && Catch::Contains("every byte is as it was written"));
  CHECK_THAT(text, Catch::Contains(fmt::format("{} in 40 tensors (F32)", gpt.parameter_count())));
  CHECK(text.find("h.2.mlp.c_fc.weight") == std::string::npos);
  CHECK_THAT(describe_file(scratch / "gpt.safetensors", Detail::tensors),
             Catch::Contains("h.2.mlp.c_fc.weight") && Catch::Contains("(4, 8)"));

  const Transformer tied({.source_vocab = 9,
                          .target_vocab = 9,
                          .encoder_layers = 1,
                          .decoder_layers = 2,
                          .layer = {.d_model = 8, .heads = 2, .dim_feedforward = 8},
                          .tie = Tie::all},
                         rng);
  save_transformer(scratch / "tied.safetensors", tied, {});
  const std::string other = describe_file(scratch / "tied.safetensors");
  INFO(other);
  CHECK_THAT(other, Catch::Contains("kind: transformer") && Catch::Contains("decoder.layers.* (2)") &&
                        Catch::Contains("(tied)") && Catch::Contains("tie all"));
}

TEST_CASE("a saved LSTM that translates is described") {
  const Scratch scratch;
  Rng rng(1);
  save_encoder_decoder(scratch / "lstm.safetensors",
                       AttentionLstm({.source_vocab = 9, .target_vocab = 8, .d_model = 4}, rng), {});
  CHECK_THAT(describe_file(scratch / "lstm.safetensors"),
             Catch::Contains("LSTMs with additive attention, saved by heed (kind: lstm)") &&
                 Catch::Contains("d_model 4") && Catch::Contains("bridge") && Catch::Contains("attention"));
}

TEST_CASE("files of others are described, and damaged ones refused") {
  const Scratch scratch;
  const std::string gpt2 =
      describe_file(std::filesystem::path(HEED_SOURCE_DIR) / "tests/golden/gpt2_tiny/model.safetensors");
  CHECK_THAT(gpt2, Catch::Contains("names of GPT-2") && Catch::Contains("hashes       none"));
  save_checkpoint(scratch / "plain.safetensors", {{"layer.weight", Array::ones({2, 3})}},
                  {{"who", "somebody"}});
  CHECK_THAT(describe_file(scratch / "plain.safetensors"), Catch::Contains("not a model that heed saved") &&
                                                               Catch::Contains("somebody") &&
                                                               Catch::Contains("6 in 1 tensors"));
  std::string bytes = slurp(scratch / "plain.safetensors");
  bytes.back() ^= 1;
  spill(scratch / "damaged.safetensors", bytes);
  CHECK_THROWS_WITH(describe_file(scratch / "damaged.safetensors"), Catch::Contains("layer.weight"));
  CHECK_THROWS_AS(describe_file(scratch / "none.safetensors"), Error);
}
