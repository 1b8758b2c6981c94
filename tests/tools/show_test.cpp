// heed show: what a file of weights is.
#include <fmt/ranges.h>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/safetensors.hpp"
#include "models/language_model.hpp"
#include "models/saved_net.hpp"
#include "models/seq2seq.hpp"
#include "nn/checkpoint.hpp"
#include "nn/training_state.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/lib/files/unhashed.hpp"
#include "tests/tools/speaking.hpp"
#include "tools/inspect/terminal_view.hpp"

using namespace heed;

namespace {

const std::filesystem::path gpt2 = std::string(HEED_SOURCE_DIR) + "/tests/golden/gpt2_tiny";

void check_parts(const std::string& text, const std::vector<std::string>& parts) {
  INFO(text);
  for (const std::string& part : parts) CHECK_THAT(text, Catch::Contains(part));
}

}  // namespace

TEST_CASE("a saved model is described: kind, options, parts, vocabulary, hashes") {
  const Scratch scratch;
  Rng rng(1);
  TokenCounts counts;
  counts.add(std::vector<std::string>{"나는", "사과를", "apple"});
  const TextTokens words{Vocabulary(counts), Tokenizer(Tokenisation::words)};
  const Gpt gpt(
      {.vocabulary = 7, .max_length = 5, .d_model = 4, .heads = 2, .layers = 3, .dim_feedforward = 8}, rng);
  const std::filesystem::path file = scratch / "model.safetensors";
  LanguageModel(gpt, words).save(file);
  check_parts(describe_file(file),
              {"a language model, saved by heed (kind: gpt)", "d_model 4", "layers 3", "h.* (3)",
               "3 tokens: 나는 사과를 apple\n", "tokenisation", "every byte is as it was written",
               fmt::format("{} in 40 tensors (F32)", gpt.parameter_count())});
  CHECK(describe_file(file).find("h.2.mlp.c_fc.weight") == std::string::npos);
  CHECK(describe_file(file, Detail::words) == "vocabulary (3):\n  apple 나는 사과를\n");
  check_parts(describe_file(file, Detail::tensors), {"h.2.mlp.c_fc.weight", "(4, 8)"});

  save_net(file, "transformer",
           Transformer({.source_vocab = 9,
                        .target_vocab = 9,
                        .encoder_layers = 1,
                        .decoder_layers = 2,
                        .layer = {.d_model = 8, .heads = 2, .dim_feedforward = 8},
                        .tie = Tie::all},
                       rng),
           {});
  check_parts(describe_file(file), {"kind: transformer", "decoder.layers.* (2)", "(tied)", "tie all"});
  save_net(file, "lstm", AttentionLstm({.source_vocab = 9, .target_vocab = 8, .d_model = 4}, rng), {});
  check_parts(describe_file(file), {"LSTMs with additive attention, saved by heed (kind: lstm)", "bridge"});
  save_model(file, "regressor", R"({"width":3})", Linear(3, 2, rng), {});
  check_parts(describe_file(file),
              {"a model of one's own, saved by heed (kind: regressor)", "width 3", "8 in 2 tensors"});
  const Speaking korean(Language::korean);
  check_parts(describe_file(file), {"매개변수     8개, 텐서 2개 (F32)", "모든 바이트가 쓰인 그대로임"});
}

TEST_CASE("what is no parameter is counted apart") {
  const Scratch scratch;
  const std::filesystem::path file = scratch / "model.safetensors";
  TrainingState state;  // of an interrupted training the weights of now are its parameters
  state.weights = state.best_weights = {{"a.weight", Array::ones({2, 3})}};
  state.optimizer = {{"m.a.weight", Array::ones({2, 3})}, {"v.a.weight", Array::ones({2, 3})}};
  write_training_state(file, state, {{"heed.settings", "{}"}});
  check_parts(describe_file(file), {"a training that was interrupted", "6 in 1 tensor (",
                                    "12 that are no parameters (", "optimizer"});
  spill(file, file_of(R"({"net.qweight":{"dtype":"I32","shape":[2,2],"data_offsets":[0,16]},)"
                      R"("net.scales":{"dtype":"F32","shape":[2],"data_offsets":[16,24]}})",
                      std::string(24, '\1')));
  check_parts(describe_file(file), {"2 in 1 tensor (F32)", "others       4 that are no parameters (qweight)",
                                    "hashes       none"});
}

TEST_CASE("weights that heed did not save are described by their parts") {
  const Scratch scratch;
  check_parts(describe_file(gpt2 / "model.safetensors"),
              {"not a model that heed saved", "hashes       none", "  transformer.wte ", "= lm_head"});
  save_checkpoint(scratch / "one", {{"layer.weight", Array::ones({2, 3})}}, {{"who", "somebody"}});
  check_parts(describe_file(scratch / "one"), {"somebody", "6 in 1 tensor ("});
}

TEST_CASE("tied are tensors of the same bytes, with hashes or without, and not those of one number") {
  const Scratch scratch;
  const auto tensor = [](const std::string& name, std::vector<std::int64_t> shape, char first) {
    Tensor t{.name = name, .dtype = DType::F32, .shape = std::move(shape), .bytes = {}};
    for (int i = 0; i < 16; ++i) t.bytes.push_back(static_cast<std::byte>(first == '\0' ? 0 : first + i));
    return t;
  };
  const std::vector<Tensor> tensors{tensor("a.weight", {2, 2}, 'a'),  tensor("b.weight", {2, 2}, 'a'),
                                    tensor("c.weight", {4, 1}, 'a'),  tensor("d.bias", {4}, 'a'),
                                    tensor("e.weight", {2, 2}, '\0'), tensor("f.weight", {2, 2}, '\0')};
  write_safetensors(scratch / "ours.safetensors", tensors);
  check_parts(describe_file(scratch / "ours.safetensors"),
              {"20 in 5 tensors (F32); 1 more as another has them (tied)", "= a.weight"});
}

TEST_CASE("damaged files are refused") {
  const Scratch scratch;
  const std::filesystem::path file = scratch / "model.safetensors";
  save_checkpoint(file, {{"layer.weight", Array::ones({2, 3})}}, {});
  std::string bytes = slurp(file);
  bytes.back() ^= 1;
  spill(file, bytes);
  CHECK_THROWS_WITH(describe_file(file), Catch::Contains("layer.weight"));
  CHECK_THROWS_AS(describe_file(scratch / "none.safetensors"), Error);
  for (const std::string& key :
       {std::string("heed.vocabulary"), "heed." + std::string(5000, 'x') + "vocabulary"}) {
    save_checkpoint(file, {{"layer.weight", Array::ones({2, 3})}}, {{key, "7"}});
    const std::string said = error_text<FormatError>([&] { describe_file(file); });
    CHECK_THAT(said, Catch::Contains("no list of words"));
    CHECK(said.size() < scratch.folder().string().size() + 300);
  }
}
