// heed show: what a file of weights is.
#include <fmt/ranges.h>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/safetensors.hpp"
#include "models/language_model.hpp"
#include "models/saved_net.hpp"
#include "nn/checkpoint.hpp"
#include "nn/training_state.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tools/language/language.hpp"
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
                       Catch::Contains("h.* (3)") &&
                       Catch::Contains("3 tokens and 4 special ones: 나는 사과를 apple\n") &&
                       Catch::Contains("tokenisation") && Catch::Contains("every byte is as it was written"));
  CHECK_THAT(text, Catch::Contains(fmt::format("{} in 40 tensors (F32)", gpt.parameter_count())));
  CHECK(text.find("h.2.mlp.c_fc.weight") == std::string::npos);
  CHECK(describe_file(scratch / "gpt.safetensors", Detail::words) ==
        "vocabulary (3):\n  apple 나는 사과를\n");
  CHECK_THAT(describe_file(scratch / "gpt.safetensors", Detail::tensors),
             Catch::Contains("h.2.mlp.c_fc.weight") && Catch::Contains("(4, 8)"));

  const Transformer tied({.source_vocab = 9,
                          .target_vocab = 9,
                          .encoder_layers = 1,
                          .decoder_layers = 2,
                          .layer = {.d_model = 8, .heads = 2, .dim_feedforward = 8},
                          .tie = Tie::all},
                         rng);
  save_net(scratch / "tied.safetensors", "transformer", tied, {});
  const std::string other = describe_file(scratch / "tied.safetensors");
  INFO(other);
  CHECK_THAT(other, Catch::Contains("kind: transformer") && Catch::Contains("decoder.layers.* (2)") &&
                        Catch::Contains("(tied)") && Catch::Contains("tie all"));
}

TEST_CASE("byte pairs are counted, shown and listed") {
  const Scratch scratch;
  const std::filesystem::path gpt2 = std::string(HEED_SOURCE_DIR) + "/tests/golden/gpt2_tiny";
  const TextTokens tokens(ByteBpe::load(gpt2 / "vocab.json", gpt2 / "merges.txt"));
  Rng rng(1);
  const Gpt gpt({.vocabulary = tokens.size(), .max_length = 5, .d_model = 4, .heads = 2, .layers = 1}, rng);
  LanguageModel(gpt, tokens).save(scratch / "bpe.safetensors");
  const std::string text = describe_file(scratch / "bpe.safetensors");
  INFO(text);
  CHECK_THAT(text, Catch::Contains(fmt::format(" {} tokens of bytes: ", tokens.size())));
  const std::string merges = tokens.byte_pairs()->merges();
  CHECK_THAT(text, Catch::Contains(fmt::format("bpe.merges {} merges\n", std::ranges::count(merges, '\n'))) &&
                       !Catch::Contains("\uFFFD"));
  CHECK_THAT(describe_file(scratch / "bpe.safetensors", Detail::words),
             Catch::StartsWith(fmt::format("bpe.vocab ({}):\n", tokens.size())));
  const std::string listed = describe_file(gpt2 / "model.safetensors", Detail::words);
  CHECK_THAT(listed, Catch::StartsWith(fmt::format("vocab.json ({}):\n", tokens.size())));
  CHECK(listed.substr(listed.find('\n')) == [](const std::string& own) {
    return own.substr(own.find('\n'));
  }(describe_file(scratch / "bpe.safetensors", Detail::words)));
}

TEST_CASE("two files with the same weights have one hash of them, whatever stands beside them") {
  const Scratch scratch;
  const auto hash_of = [&](const StateDict& weights, const Metadata& texts) {
    save_checkpoint(scratch / "w.safetensors", weights, texts);
    const std::string text = describe_file(scratch / "w.safetensors"), begin = "weights      hash ";
    const std::size_t at = text.find(begin);
    REQUIRE(at != std::string::npos);
    return text.substr(at + begin.size(), 32);
  };
  const Array a = Array::ones({2, 3}), b = Array::zeros({4});
  const std::string hash = hash_of({{"a", a}, {"b", b}}, {});
  CHECK(hash.find(':') == std::string::npos);
  CHECK(hash_of({{"b", b}, {"a", a}}, {{"note", "other"}}) == hash);
  CHECK(hash_of({{"b", a}, {"a", b}}, {}) != hash);
  CHECK(hash_of({{"a", Array::ones({3, 2})}, {"b", b}}, {}) != hash);
  CHECK(hash_of({{"a", Array::full({2, 3}, 2)}, {"b", b}}, {}) != hash);
}

TEST_CASE("what the optimizer remembers of an interrupted training is no parameter") {
  const Scratch scratch;
  TrainingState state;
  state.weights = state.best_weights = {{"a.weight", Array::ones({2, 3})}};
  state.optimizer = {{"m.a.weight", Array::ones({2, 3})}, {"v.a.weight", Array::ones({2, 3})}};
  state.mean_weights = {{"a.weight", Array::ones({2, 3})}};
  write_training_state(scratch / "model.state.safetensors", state, {{"heed.settings", "{}"}});
  const std::string text = describe_file(scratch / "model.state.safetensors");
  INFO(text);
  CHECK_THAT(text, Catch::Contains("6 in 1 tensor (") && Catch::Contains("12 in 2 tensors\n") &&
                       Catch::Contains("other epochs"));
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

TEST_CASE("a saved model of one's own kind is described") {
  const Scratch scratch;
  Rng rng(1);
  save_model(scratch / "own.safetensors", "regressor", R"({"width":3})", Linear(3, 2, rng), {});
  CHECK_THAT(describe_file(scratch / "own.safetensors"),
             Catch::Contains("a model of one's own, saved by heed (kind: regressor)") &&
                 Catch::Contains("width 3") && Catch::Contains("8 in 2 tensors") &&
                 !Catch::Contains("texts"));
  save_model(scratch / "plain.safetensors", "regressor", "{}", Linear(3, 2, rng), {});
  CHECK_THAT(describe_file(scratch / "plain.safetensors"), !Catch::Contains("options"));
}

TEST_CASE("what is not trained is no parameter, and numbered parts that differ have rows of their own") {
  const Scratch scratch;
  // As nn.Sequential(Conv2d, BatchNorm2d, ReLU, Conv2d, Linear) of PyTorch has them.
  save_checkpoint(scratch / "net.safetensors",
                  {{"features.0.weight", Array::ones({4, 1, 3, 3})},
                   {"features.1.weight", Array::ones({4})},
                   {"features.1.bias", Array::ones({4})},
                   {"features.1.running_mean", Array::zeros({4})},
                   {"features.1.running_var", Array::ones({4})},
                   {"features.1.num_batches_tracked", Array::ones({})},
                   {"features.3.weight", Array::zeros({4, 1, 3, 3})},
                   {"features.10.weight", Array::ones({2, 4})}},
                  {});
  const std::string text = describe_file(scratch / "net.safetensors");
  INFO(text);
  CHECK_THAT(text, Catch::Contains("parameters   88 in 5 tensors") &&
                       Catch::Contains("buffers      9 in 3 tensors, not trained (num_batches_tracked, "
                                       "running_mean, running_var)") &&
                       Catch::Contains("features.0, 3 ") && Catch::Contains("features.1 ") &&
                       Catch::Contains("features.10 ") && !Catch::Contains("features.*"));
}

TEST_CASE("whole numbers may be packed weights: heed show does not say that they are not trained") {
  const Scratch scratch;
  const std::string header = R"({"net.qweight":{"dtype":"I32","shape":[2,2],"data_offsets":[0,16]},)"
                             R"("net.scales":{"dtype":"F32","shape":[2],"data_offsets":[16,24]}})";
  std::string file(8, '\0');
  file[0] = static_cast<char>(header.size());
  spill(scratch / "packed.safetensors", file + header + std::string(24, '\0'));
  CHECK_THAT(describe_file(scratch / "packed.safetensors"),
             Catch::Contains("parameters   2 in 1 tensor (F32)") &&
                 Catch::Contains("integers     4 in 1 tensor of whole numbers: places, packed weights, a "
                                 "generator's state (qweight)") &&
                 !Catch::Contains("not trained"));
}

TEST_CASE("bytes in a vector are whole numbers, with a sign too, and a matrix of them is rounded weights") {
  const Scratch scratch;
  const std::string header = R"({"a":{"dtype":"I8","shape":[3],"data_offsets":[0,3]},)"
                             R"("b":{"dtype":"U8","shape":[1],"data_offsets":[3,4]},)"
                             R"("w":{"dtype":"I8","shape":[2,2],"data_offsets":[4,8]}})";
  std::string file(8, '\0');
  file[0] = static_cast<char>(header.size());
  spill(scratch / "bytes.safetensors", file + header + std::string(8, '\1'));
  CHECK_THAT(describe_file(scratch / "bytes.safetensors"),
             Catch::Contains("parameters   4 in 1 tensor (I8)") &&
                 Catch::Contains("integers     4 in 2 tensors of whole numbers"));
}

TEST_CASE("folders of others are recognised by config.json or by names") {
  const Scratch scratch;
  const auto saved = [&](const StateDict& weights) {
    save_checkpoint(scratch / "model.safetensors", weights, {});
    return describe_file(scratch / "model.safetensors");
  };
  const Array one = Array::ones({1, 2});
  const StateDict marian{{"final_logits_bias", one},
                         {"model.decoder.layers.0.encoder_attn.k_proj.weight", Array({1, 2}, {1, 2})},
                         {"model.encoder.embed_positions.weight", Array({1, 2}, {2, 3})},
                         {"model.shared.weight", Array({1, 2}, {3, 4})}},
      bert{{"bert.embeddings.token_type_embeddings.weight", Array({1, 2}, {1, 2})},
           {"bert.encoder.layer.0.attention.self.query.weight", Array({1, 2}, {2, 3})},
           {"bert.pooler.dense.weight", Array({1, 2}, {3, 4})},
           {"cls.predictions.transform.dense.weight", Array({1, 2}, {4, 5})}};
  CHECK_THAT(saved(marian), Catch::Contains("MarianMTModel: heed import " + scratch.folder().string()) &&
                                Catch::Contains("  model.encoder.embed_positions ") &&
                                Catch::Contains("  model.shared ") && !Catch::Contains("config.json"));
  CHECK_THAT(saved(bert), Catch::Contains("the names of Hugging Face's BERT") &&
                              Catch::Contains("  bert.embeddings ") && Catch::Contains("  bert.pooler ") &&
                              Catch::Contains("  cls.predictions "));
  spill(scratch / "config.json", R"({"model_type": "marian", "d_model": 512, "pad_token_id": 3})");
  CHECK_THAT(
      saved({{"x.weight", one}}),
      Catch::Contains("MarianMTModel") && Catch::Contains("config.json  d_model 512 · model_type marian\n"));
  std::filesystem::create_directory(scratch / "two words");
  save_checkpoint(scratch / "two words/model.safetensors", marian, {});
  CHECK_THAT(describe_file(scratch / "two words/model.safetensors"),
             Catch::Contains("heed import '" + (scratch / "two words").string() + "' --out runs/NAME"));
  spill(scratch / "config.json", R"({"model_type": "llama"})");
  CHECK_THAT(saved({{"x.weight", one}}), Catch::Contains("the type llama, by its config.json"));
  spill(scratch / "config.json", "[");
  CHECK_THAT(saved({{"x.weight", one}}),
             Catch::Contains("not a model that heed saved") && Catch::Contains("config.json  "));
}

TEST_CASE("tied are tensors of the same bytes, with hashes or without, and not those of one number") {
  const Scratch scratch;
  const auto tensor = [](const std::string& name, std::vector<std::int64_t> shape, const std::string& bytes) {
    Tensor t{.name = name, .dtype = DType::F32, .shape = std::move(shape), .bytes = {}};
    for (const char c : bytes) t.bytes.push_back(static_cast<std::byte>(c));
    return t;
  };
  const std::string some = "abcdefgh12345678", zeros(16, '\0');
  const std::vector<Tensor> tensors{tensor("a.weight", {2, 2}, some),  tensor("b.weight", {2, 2}, some),
                                    tensor("c.weight", {4, 1}, some),  tensor("d.bias", {4}, some),
                                    tensor("e.weight", {2, 2}, zeros), tensor("f.weight", {2, 2}, zeros)};
  write_safetensors(scratch / "ours.safetensors", tensors);
  const std::string expected = "20 in 5 tensors (F32); 1 more as another has them (tied)";
  CHECK_THAT(describe_file(scratch / "ours.safetensors"), Catch::Contains(expected));
  // The same file without hashes, as other programs write it.
  std::string header = "{", data;
  for (const Tensor& t : tensors) {
    header += fmt::format(R"({}"{}":{{"dtype":"F32","shape":[{}],"data_offsets":[{},{}]}})",
                          header.size() > 1 ? "," : "", t.name, fmt::join(t.shape, ","), data.size(),
                          data.size() + t.bytes.size());
    for (const std::byte b : t.bytes) data += static_cast<char>(b);
  }
  header += "}";
  std::string file(8, '\0');
  file[0] = static_cast<char>(header.size() & 255);
  file[1] = static_cast<char>(header.size() >> 8);
  spill(scratch / "theirs.safetensors", file + header + data);
  CHECK_THAT(describe_file(scratch / "theirs.safetensors"),
             Catch::Contains(expected) && Catch::Contains("hashes       none"));
}

TEST_CASE("heed show speaks Korean") {
  const Scratch scratch;
  save_checkpoint(scratch / "plain.safetensors", {{"layer.weight", Array::ones({2, 3})}}, {});
  spoken_language() = Language::korean;
  const std::string text = describe_file(scratch / "plain.safetensors", Detail::tensors);
  spoken_language() = Language::english;
  CHECK_THAT(text, Catch::Contains("heed가 저장한 모델은 아님") &&
                       Catch::Contains("매개변수     6개, 텐서 1개 (F32)") &&
                       Catch::Contains("모든 바이트가 쓰인 그대로임") && !Catch::Contains("parameters"));
}

TEST_CASE("files of others are described, and damaged ones refused") {
  const Scratch scratch;
  const std::string gpt2 =
      describe_file(std::filesystem::path(HEED_SOURCE_DIR) / "tests/golden/gpt2_tiny/model.safetensors");
  CHECK_THAT(gpt2, Catch::Contains("names of GPT-2") && Catch::Contains("hashes       none"));
  CHECK_THAT(gpt2, Catch::Contains("config.json  ") && Catch::Contains("n_head 2") &&
                       Catch::Contains("gpt2_tiny PROMPT"));
  // Of tied matrices both names are there, and the part of the second one too.
  CHECK_THAT(gpt2, Catch::Contains("tied         lm_head = transformer.wte\n") &&
                       Catch::Contains("  transformer.wte ") && Catch::Contains("= lm_head\n"));
  save_checkpoint(scratch / "plain.safetensors", {{"layer.weight", Array::ones({2, 3})}},
                  {{"who", "somebody"}});
  CHECK_THAT(describe_file(scratch / "plain.safetensors"), Catch::Contains("not a model that heed saved") &&
                                                               Catch::Contains("somebody") &&
                                                               Catch::Contains("6 in 1 tensor ("));
  std::string bytes = slurp(scratch / "plain.safetensors");
  bytes.back() ^= 1;
  spill(scratch / "damaged.safetensors", bytes);
  CHECK_THROWS_WITH(describe_file(scratch / "damaged.safetensors"), Catch::Contains("layer.weight"));
  CHECK_THROWS_AS(describe_file(scratch / "none.safetensors"), Error);
  save_checkpoint(scratch / "words.safetensors", {{"layer.weight", Array::ones({2, 3})}},
                  {{"heed.vocabulary", "7"}});
  CHECK_THROWS_WITH(describe_file(scratch / "words.safetensors"),
                    Catch::Contains("words.safetensors: \"heed.vocabulary\": no list of words"));
  save_checkpoint(scratch / "long.safetensors", {{"layer.weight", Array::ones({2, 3})}},
                  {{"heed." + std::string(5000, 'x') + "vocabulary", "7"}});
  try {
    describe_file(scratch / "long.safetensors");
    FAIL();
  } catch (const FormatError& e) {
    CHECK(std::string_view(e.what()).size() < scratch.folder().string().size() + 300);
  }
}
