// GPT-2: what PyTorch computes, what its files hold, and cached sampling.
#include "models/gpt.hpp"

#include <cmath>
#include <fstream>

#include "autograd/ops.hpp"
#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "models/gpt2_file.hpp"
#include "models/language_model.hpp"
#include "models/saved_model.hpp"
#include "nn/checkpoint.hpp"
#include "nn/optimizer.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/nn/golden.hpp"

using namespace heed;
using golden::columns;

namespace {

GptOptions gpt_options_of(const golden::Case& c) {
  return {.vocabulary = c.option<int>("vocabulary"),
          .max_length = c.option<int>("max_length"),
          .d_model = c.option<int>("d_model"),
          .heads = c.option<int>("heads"),
          .layers = c.option<int>("layers"),
          .dim_feedforward = c.option<int>("dim_feedforward"),
          .dropout = 0};
}

Gpt gpt_of(const golden::Case& c) {
  Rng rng(1);
  const Gpt model(gpt_options_of(c), rng);
  model.load_state_dict(c.parameters());
  return model;
}

Variable gpt_loss(const Gpt& model, const Tokens& ids) {
  const std::int64_t length = ids.dim(1);
  return cross_entropy(model(columns(ids, 0, length - 1)), columns(ids, 1, length), {.ignore_index = -1});
}

std::filesystem::path tiny() { return std::filesystem::path(HEED_SOURCE_DIR) / "tests/golden/gpt2_tiny"; }

}  // namespace

TEST_CASE("GPT-2 equals the same model in PyTorch: logits, loss, gradients", "[pytorch][gpt]") {
  const Safetensors file = golden::load("gpt.safetensors");
  const auto all = golden::cases(file, "gpt/");
  REQUIRE(all.size() == 2);
  for (const golden::Case& c : all) {
    const Gpt model = gpt_of(c);
    const Tokens ids = c.tokens("in.ids");
    c.check_output("out.logits", model(ids).value());
    const Variable loss = gpt_loss(model, ids);
    loss.backward();
    c.check_output("out.loss", loss.value());
    c.check_gradients(model);
  }
}

TEST_CASE("100 steps of training a GPT-2 give the losses that PyTorch gives", "[pytorch][gpt]") {
  const Safetensors file = golden::load("gpt.safetensors");
  const golden::Case c(file, "gpt_training");
  const Gpt model = gpt_of(c);
  Adam optimizer(model.parameters(), {.lr = c.option<double>("lr")});
  const Tokens ids = c.tokens("in.ids");
  const std::vector<double> losses = c.values("out.losses");
  REQUIRE(losses.size() == 100);
  const std::int64_t size = ids.dim(1) * ids.dim(2);
  double gap = 0;
  for (std::size_t step = 0; step < losses.size(); ++step) {
    const auto first = ids.ids().begin() + static_cast<std::int64_t>(step) * size;
    optimizer.zero_grad();
    const Variable loss =
        gpt_loss(model, Tokens({ids.dim(1), ids.dim(2)}, std::vector<std::int32_t>(first, first + size)));
    loss.backward();
    optimizer.step();
    gap = std::max(gap, std::abs(static_cast<double>(loss.item()) - losses[step]));
  }
  CHECK(losses.back() < 0.5 * losses.front());
  CHECK(gap <= (golden::is_double ? 1e-9 : 1e-3));
}

TEST_CASE("sampling with caches gives the tokens of whole passes, a prompt may come in parts", "[gpt]") {
  const Safetensors file = golden::load("gpt.safetensors");
  const golden::Case c(file, "gpt/deep");
  const Gpt model = gpt_of(c);
  model.eval();
  const Tokens prompt = columns(c.tokens("in.ids"), 0, 4);
  SamplingOptions options{.temperature = 0.8, .seed = 5, .decoding = {.bos = -1, .eos = 3, .pad = -1}};
  const auto cached = sample(model, prompt, options);
  options.decoding.key_value = KeyValue::recompute;
  const auto recomputed = sample(model, prompt, options);
  REQUIRE(cached.size() == 3);
  for (std::size_t i = 0; i < cached.size(); ++i) {
    CHECK(cached[i].tokens == recomputed[i].tokens);
    CHECK(cached[i].log_probability == Approx(recomputed[i].log_probability).epsilon(1e-4));
    CHECK(cached[i].tokens.size() <= 8);  // 12 positions, 4 of them the prompt's
    if (!cached[i].finished) CHECK(cached[i].tokens.size() == 8);
  }
  GptState state = model.begin(3, 4);
  model.extend(columns(prompt, 0, 1), state);
  const Array parts = model.extend(columns(prompt, 1, 4), state).value();
  const Array whole = slice(model(prompt), 1, 1, 4).value();
  for (std::int64_t i = 0; i < whole.size(); ++i)
    CHECK(static_cast<double>(parts.data()[i]) == Approx(static_cast<double>(whole.data()[i])).margin(1e-4));

  CHECK_THROWS_WITH(sample(model, Tokens({1, 13}, std::vector<std::int32_t>(13, 1))),
                    Catch::Contains("longer than the model's maximum of 12"));
  model.train();
  CHECK_THROWS_WITH(sample(model, prompt), Catch::Contains("eval()"));
}

TEST_CASE("a layer starts as GPT-2's: normal 0.02, the residual projections smaller, biases 0", "[gpt]") {
  Rng rng(3);
  const Gpt model(
      {.vocabulary = 60, .max_length = 50, .d_model = 64, .heads = 4, .layers = 2, .dim_feedforward = 256},
      rng);
  for (const auto& [name, value] : model.named_parameters()) {
    double squares = 0;
    for (const Scalar x : value.value().values()) squares += static_cast<double>(x) * static_cast<double>(x);
    const double deviation = std::sqrt(squares / static_cast<double>(value.size()));
    INFO(name);
    if (name.ends_with("bias"))
      CHECK(deviation == 0);
    else if (name.find("ln_") != std::string::npos)
      CHECK(deviation == 1);
    else
      CHECK(deviation == Approx(name.ends_with("c_proj.weight") ? 0.01 : 0.02).epsilon(0.05));
  }
  CHECK(model.parameter_count() == 60 * 64 + 50 * 64 + 2 * (12 * 64 * 64 + 13 * 64) + 2 * 64);
  CHECK_THROWS_WITH(Gpt({.d_model = 10, .heads = 3}, rng), Catch::Contains("3 heads do not divide"));
  CHECK_THROWS_AS(Gpt({.vocabulary = 0}, rng), UsageError);
}

TEST_CASE("a GPT-2 that is computed otherwise is refused by the name of the setting", "[gpt]") {
  const Scratch scratch;
  std::filesystem::copy(tiny() / "model.safetensors", scratch / "model.safetensors");
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
  spill(scratch / "config.json", R"({"n_head": 2, "activation_function": "gelu"})");
  CHECK_THROWS_WITH(load_gpt2(scratch / "model.safetensors"), Catch::Contains("the activation is gelu;"));
}

TEST_CASE("GPT-2's files that do not belong together, or do not say the number of heads, are refused",
          "[gpt]") {
  const Scratch scratch;
  for (const char* name : {"model.safetensors", "vocab.json", "merges.txt"})
    std::filesystem::copy(tiny() / name, scratch / name);
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
  const GptOptions o = load_gpt2(tiny() / "model.safetensors").options();
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

TEST_CASE("a folder of pickled weights alone says how they are converted", "[gpt]") {
  const Scratch scratch;
  spill(scratch / "pytorch_model.bin", "");
  for (const std::string hint :
       {"pytorch_model.bin: pickled weights are not read", "safe_serialization=True"}) {
    CHECK_THROWS_WITH(LanguageModel::load(scratch.folder()), Catch::Contains(hint));
    CHECK_THROWS_WITH(SavedModel(scratch.folder()), Catch::Contains(hint));
  }
  std::filesystem::remove(scratch / "pytorch_model.bin");
  CHECK_THROWS_WITH(SavedModel(scratch.folder()),
                    Catch::EndsWith("there is no model.safetensors in this folder"));
}

TEST_CASE("GPT-2's files: names with a prefix, masks and the head twice are read, and text goes on",
          "[gpt]") {
  const Gpt model = load_gpt2(tiny() / "model.safetensors");
  CHECK(model.options().heads == 2);  // of config.json
  CHECK(model.options().layers == 1);
  CHECK(model.options().max_length == 16);
  const StateDict stored = load_checkpoint(tiny() / "model.safetensors").weights;
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

  const LanguageModel whole = LanguageModel::load(tiny());
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

  StateDict other = model.state_dict();
  other.emplace_back("lm_head.weight", Array::ones({model.options().vocabulary, 8}));
  save_checkpoint(folder / "other.safetensors", other);
  CHECK_THROWS_WITH(load_gpt2(folder / "other.safetensors"), Catch::Contains("lm_head.weight is not wte"));
  other = model.state_dict();
  std::erase_if(other, [](const auto& entry) { return entry.first == "h.0.attn.c_attn.bias"; });
  save_checkpoint(folder / "other.safetensors", other);
  CHECK_THROWS_WITH(load_gpt2(folder / "other.safetensors"), Catch::Contains("h.0.attn.c_attn.bias"));
}

TEST_CASE("a language model of words writes no special tokens, however probable they are to it", "[gpt]") {
  const TextTokens tokens(Vocabulary(std::vector<std::string>{"<pad>", "<unk>", "<bos>", "<eos>", "a", "b"}),
                          Tokenizer());
  Rng rng(1);
  const LanguageModel untrained(
      Gpt({.vocabulary = tokens.size(), .max_length = 16, .d_model = 8, .heads = 2, .layers = 1}, rng),
      tokens);
  untrained.model().eval();
  std::string all;
  for (const LanguageModel::Text& text : untrained.write("a", 50, {.temperature = 3, .seed = 1}))
    all += text.text + " ";
  CHECK(all.find("b") != all.npos);
  CHECK(all.find("<") == all.npos);
  // A blank that ends the prompt stands before the first word, not beside another one.
  for (const LanguageModel::Text& text : untrained.write("a ", 50, {.temperature = 3, .seed = 1}))
    CHECK((text.text.starts_with("a ") && text.text.find("  ") == std::string::npos));
}
