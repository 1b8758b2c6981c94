// GPT-2's files: what is read of them, what is refused, and what is written.
#include "models/gpt2_file.hpp"

#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/safetensors.hpp"
#include "models/gpt2_tokens.hpp"
#include "models/language_model.hpp"
#include "models/saved_model.hpp"
#include "nn/checkpoint.hpp"
#include "nn/decoding.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"

using namespace heed;

namespace {

std::filesystem::path stored_gpt2() {
  return std::filesystem::path(HEED_SOURCE_DIR) / "tests/golden/gpt2_tiny";
}

}  // namespace

TEST_CASE("a GPT-2 that is computed otherwise is refused by the name of the setting", "[gpt]") {
  const Scratch scratch;
  std::filesystem::copy(stored_gpt2() / "model.safetensors", scratch / "model.safetensors");
  for (const std::string setting :
       {R"("scale_attn_by_inverse_layer_idx": true)", R"("scale_attn_weights": false)"}) {
    spill(scratch / "config.json", "{\"n_head\": 2, " + setting + "}");
    CHECK_THROWS_WITH(load_gpt2(scratch / "model.safetensors"),
                      Catch::Contains(setting.substr(1, 12)) && Catch::Contains("is computed"));
  }
  // Two names of one function, and another one.
  for (const std::string activation : {"gelu_new", "gelu_pytorch_tanh"}) {
    spill(scratch / "config.json", R"({"n_head": 2, "activation_function": ")" + activation + "\"}");
    CHECK_NOTHROW(load_gpt2(scratch / "model.safetensors"));
  }
  // 1 / sqrt(variance + epsilon): what the config says is what is computed.
  const auto logits = [&](const std::string& epsilon) {
    spill(scratch / "config.json", R"({"n_head": 2, "layer_norm_epsilon": )" + epsilon + "}");
    return load_gpt2(scratch / "model.safetensors")(Tokens({1, 2}, {1, 2})).value();
  };
  const Array wide = logits("1e-3");
  CHECK_FALSE(identical(logits("1e-5"), wide));
  spill(scratch / "config.json", R"({"n_head": 2, "activation_function": "gelu"})");
  CHECK_THROWS_WITH(load_gpt2(scratch / "model.safetensors"), Catch::Contains("the activation is gelu;"));
}

TEST_CASE("the dropout of a GPT-2's config is read and written, where three differ, that of the embeddings",
          "[gpt]") {
  const Scratch scratch;
  for (const char* name : {"model.safetensors", "vocab.json", "merges.txt"})
    std::filesystem::copy(stored_gpt2() / name, scratch / name);
  const auto load = [&](const std::string& settings) {
    spill(scratch / "config.json", "{\"n_head\": 2" + settings + "}");
    return LanguageModel::load(scratch.folder());
  };
  CHECK(load("").model().options().dropout == 0.1);  // GPT-2's
  const LanguageModel none = load(R"(, "attn_pdrop": 0.0, "embd_pdrop": 0.0, "resid_pdrop": 0.0)");
  CHECK(none.model().options().dropout == 0);
  none.save_gpt2(scratch / "again");
  for (const char* const name : {"attn_pdrop", "embd_pdrop", "resid_pdrop"})
    CHECK(nlohmann::json::parse(slurp(scratch / "again/config.json")).at(name) == 0);
  const std::string text = none.write("The", 1, {.seed = 1})[0].text;
  for (const std::string name : {"attn_pdrop", "embd_pdrop", "resid_pdrop"}) {
    const LanguageModel other = load(", \"" + name + "\": 0.3");
    CHECK(other.model().options().dropout == (name == "embd_pdrop" ? 0.3 : 0.1));
    CHECK(other.write("The", 1, {.seed = 1})[0].text == text);  // it matters in training alone
  }
  CHECK_THROWS_WITH(load(R"(, "attn_pdrop": 2, "embd_pdrop": 2, "resid_pdrop": 2)"),
                    Catch::Contains("dropout"));
}

TEST_CASE("GPT-2's files that do not belong together, or do not say the number of heads, are refused",
          "[gpt]") {
  const Scratch scratch;
  for (const char* name : {"model.safetensors", "vocab.json", "merges.txt"})
    std::filesystem::copy(stored_gpt2() / name, scratch / name);
  const auto load = [&] { LanguageModel::load(scratch.folder()); };
  CHECK_THROWS_WITH(load(), Catch::Contains("config.json beside it") && Catch::Contains("\"n_head\""));
  spill(scratch / "config.json", "{}");
  CHECK_THROWS_WITH(load(), Catch::Contains("there is no n_head"));
  spill(scratch / "config.json", R"({"n_head": "2"})");
  CHECK_THROWS_WITH(load(), Catch::Contains("n_head is \"2\": it must be a whole number"));
  for (const auto& [setting, wrong] :
       {std::pair(R"("activation_function": 5)", "5: it must be a text"),
        std::pair(R"("layer_norm_epsilon": "x")", "\"x\": it must be a number"),
        std::pair(R"("scale_attn_weights": 1)", "1: it must be true or false")}) {
    spill(scratch / "config.json", fmt::format(R"({{"n_head": 2, {}}})", setting));
    CHECK_THROWS_WITH(load(),
                      Catch::StartsWith((scratch / "config.json").string() + ": ") && Catch::EndsWith(wrong));
  }
  const GptOptions o = load_gpt2(stored_gpt2() / "model.safetensors").options();
  for (const auto& [name, there] : std::map<std::string, std::int64_t>{{"n_layer", o.layers},
                                                                       {"n_embd", o.d_model},
                                                                       {"n_positions", o.max_length},
                                                                       {"vocab_size", o.vocabulary},
                                                                       {"n_inner", o.dim_feedforward}}) {
    spill(scratch / "config.json", fmt::format(R"({{"n_head": 2, "{}": {}}})", name, there + 1));
    CHECK_THROWS_WITH(load(), Catch::Contains(fmt::format("{} is {}", name, there + 1)) &&
                                  Catch::Contains(fmt::format("are {}: ", there)));
    spill(scratch / "config.json", fmt::format(R"({{"n_head": 2, "{}": {}}})", name, there));
    load();
  }
  spill(scratch / "config.json", R"({"n_head": 2, "n_inner": null})");  // as the published ones have it
  auto vocabulary = nlohmann::json::parse(slurp(scratch / "vocab.json"));
  vocabulary["zebra"] = vocabulary.size();
  spill(scratch / "vocab.json", vocabulary.dump());
  CHECK_THROWS_WITH(load(), Catch::Contains(fmt::format("vocab.json has {} tokens, and wte.weight {} rows",
                                                        o.vocabulary + 1, o.vocabulary)));
  spill(scratch / "merges.txt", "no\n");
  CHECK_THROWS_WITH(load(), Catch::StartsWith((scratch / "merges.txt").string() + ", line 1: "));
  vocabulary["zebra"] = 0;
  spill(scratch / "vocab.json", vocabulary.dump());
  CHECK_THROWS_WITH(load(), Catch::StartsWith((scratch / "vocab.json").string() + ": "));
}

TEST_CASE("the masks in a GPT-2's file are left out, of whatever type they are", "[gpt]") {
  const Scratch scratch;
  for (const char* name : {"config.json", "vocab.json", "merges.txt"})
    std::filesystem::copy(stored_gpt2() / name, scratch / name);
  const Safetensors whole = read_safetensors(stored_gpt2() / "model.safetensors");
  for (const DType type : {DType::U8, DType::BOOL}) {
    std::vector<Tensor> tensors = whole.tensors;
    std::erase_if(tensors, [](const Tensor& t) { return t.name.ends_with(".attn.bias"); });
    tensors.push_back(
        {"transformer.h.0.attn.bias", type, {1, 1, 16, 16}, std::vector<std::byte>(16 * 16, std::byte{1})});
    write_safetensors(scratch / "model.safetensors", tensors);
    const LanguageModel model = LanguageModel::load(scratch.folder());
    CHECK(model.write("The", 1, {.seed = 1})[0].text ==
          LanguageModel::load(stored_gpt2()).write("The", 1, {.seed = 1})[0].text);
  }
}

TEST_CASE("a folder of pickled weights alone says how they are converted", "[gpt]") {
  const Scratch scratch;
  spill(scratch / "pytorch_model.bin", "");
  const auto hint = Catch::Contains("pytorch_model.bin: heed reads safetensors, not files of torch.save: ");
  CHECK_THROWS_WITH(LanguageModel::load(scratch.folder()), hint);
  CHECK_THROWS_WITH(SavedModel(scratch.folder()), hint);
  CHECK_THROWS_WITH(load_gpt2(scratch / "model.safetensors"), hint);
  spill(scratch / "config.json", "{}");
  CHECK_THROWS_WITH(LanguageModel::load(scratch.folder()), hint);
  std::filesystem::remove(scratch / "pytorch_model.bin");
  CHECK_THROWS_WITH(SavedModel(scratch.folder()),
                    Catch::EndsWith("there is no model.safetensors in this folder"));
}

TEST_CASE("GPT-2's files: names with a prefix, masks and the head twice are read, and text goes on",
          "[gpt]") {
  const Gpt model = load_gpt2(stored_gpt2() / "model.safetensors");
  CHECK(model.options().heads == 2);  // of config.json
  CHECK(model.options().layers == 1);
  CHECK(model.options().max_length == 16);
  const StateDict stored = load_checkpoint(stored_gpt2() / "model.safetensors").weights;
  for (const auto& [name, array] : model.state_dict()) {
    const auto found = std::find_if(stored.begin(), stored.end(), [&n = name](const auto& entry) {
      return entry.first == "transformer." + n;
    });
    REQUIRE(found != stored.end());
    CHECK(identical(array, found->second));
  }
  // Its own file is one of GPT-2's again.
  const Scratch folder;
  save_checkpoint(folder / "model.safetensors", model.state_dict());
  spill(folder / "config.json", R"({"n_head": 2})");
  CHECK(load_gpt2(folder / "model.safetensors").options().d_model == 8);

  const LanguageModel whole = LanguageModel::load(stored_gpt2());
  const auto texts = whole.write("The dog", 2, {.seed = 1, .decoding = {.max_length = 3}});
  const auto many =
      whole.write("The dog", LanguageModel::at_a_time + 2, {.seed = 1, .decoding = {.max_length = 3}});
  REQUIRE(std::ssize(many) == LanguageModel::at_a_time + 2);
  CHECK(many[1].text == texts[1].text);
  const auto later = whole.write(
      "The dog", 1, {.seed = 1, .first_row = LanguageModel::at_a_time + 1, .decoding = {.max_length = 3}});
  CHECK(many.back().text == later[0].text);  // draws of its own, however many go before
  REQUIRE(texts.size() == 2);
  CHECK(texts[0].text.starts_with("The dog"));
  whole.save(folder / "saved.safetensors");
  const LanguageModel again = LanguageModel::load(folder / "saved.safetensors");
  CHECK(again.write("The dog", 2, {.seed = 1, .decoding = {.max_length = 3}})[1].text == texts[1].text);

  const Scratch own;  // a folder of heed's
  whole.save(own / "model.safetensors");
  CHECK(LanguageModel::load(own.folder()).tokens().size() == whole.tokens().size());
  CHECK_THROWS_WITH(LanguageModel::load(stored_gpt2() / "model.safetensors"),
                    Catch::Contains("model.safetensors: no model that heed has saved; `heed show "));

  StateDict other = model.state_dict();
  other.emplace_back("lm_head.weight", Array::ones({model.options().vocabulary, 8}));
  save_checkpoint(folder / "other.safetensors", other);
  CHECK_THROWS_WITH(load_gpt2(folder / "other.safetensors"), Catch::Contains("lm_head.weight is not wte"));
  other = model.state_dict();
  std::erase_if(other, [](const auto& entry) { return entry.first == "h.0.attn.c_attn.bias"; });
  save_checkpoint(folder / "other.safetensors", other);
  CHECK_THROWS_WITH(load_gpt2(folder / "other.safetensors"), Catch::Contains("h.0.attn.c_attn.bias"));
}

TEST_CASE("a model written as GPT-2's files is the same again, of byte pairs and of words", "[gpt]") {
  const LanguageModel model = LanguageModel::load(stored_gpt2());
  const Scratch scratch;
  model.save_gpt2(scratch / "gpt");
  const Tokens ids({1, 5}, {1, 2, 3, 4, 5});
  const Array logits = model.model()(ids).value();
  const Gpt by_config = load_gpt2(scratch / "gpt/model.safetensors");
  CHECK(identical(by_config(ids).value(), logits));
  CHECK(by_config.options().heads == 2);
  CHECK(identical(LanguageModel::load(scratch / "gpt").model()(ids).value(), logits));
  CHECK(slurp(scratch / "gpt/merges.txt").starts_with("#version"));
  const TextTokens again = load_gpt2_tokens(scratch / "gpt").tokens;
  for (const std::string text : {"The dog and the fox", " 나는 20  사과를\n"})
    CHECK(again.encode(text) == model.tokens().encode(text));
  const auto config = nlohmann::json::parse(slurp(scratch / "gpt/config.json"));
  CHECK(config.at("model_type") == "gpt2");
  CHECK(config.at("eos_token_id") == again.ids().eos);
  CHECK_FALSE(config.contains("pad_token_id"));
  CHECK_THROWS_AS(model.save_gpt2(scratch / "gpt"), UsageError);

  Rng rng(1);
  const TextTokens words(Vocabulary(std::vector<std::string>{"<pad>", "<unk>", "<bos>", "<eos>", "a", "b"}),
                         Tokenizer());
  const LanguageModel other(
      Gpt({.vocabulary = 6, .max_length = 8, .d_model = 8, .heads = 2, .layers = 1, .dropout = 0}, rng),
      words);
  other.model().eval();
  other.save_gpt2(scratch / "words");
  const LanguageModel read = LanguageModel::load(scratch / "words");
  CHECK(identical(read.model()(ids).value(), other.model()(ids).value()));
  CHECK(read.tokens().encode("b a") == words.encode("b a"));
  CHECK(identical(load_gpt2(scratch / "words/model.safetensors")(ids).value(), other.model()(ids).value()));
  CHECK_FALSE(exists(scratch / "words/vocab.json"));
}

TEST_CASE("GPT-2 goes on from a prompt as it stands, and from <|endoftext|> where there is none", "[gpt]") {
  const LanguageModel whole = LanguageModel::load(stored_gpt2());
  const auto greedy = [&](const std::vector<std::int32_t>& read, std::vector<std::int32_t> said) {
    const SamplingOptions how{.top_k = 1,
                              .decoding = {.bos = -1, .eos = whole.tokens().ids().eos, .pad = -1}};
    const auto more = sample(whole.model(), Tokens({1, std::ssize(read)}, read), how).at(0).tokens;
    said.insert(said.end(), more.begin(), more.end());
    return whole.tokens().decode(said);
  };
  const std::int32_t end_of_text = whole.tokens().ids().bos;
  for (const std::string prompt : {"The dog", "a", ""}) {
    const std::vector<std::int32_t> said = whole.tokens().encode(prompt);
    const std::string text = whole.write(prompt, 1, {.top_k = 1}).at(0).text;
    CHECK(text == greedy(prompt.empty() ? std::vector{end_of_text} : said, said));
  }
}
