// GPT-2's files: what is read of them, what is refused, and what is written.
#include "lib/files/file_error.hpp"
#include "lib/files/safetensors.hpp"
#include "models/saved_model.hpp"
#include "nn/decoding.hpp"
#include "tests/models/formats/gpt2_folder.hpp"

using namespace heed;
using nlohmann::json;

TEST_CASE("what is refused in GPT-2's files is named with file and field in our words", "[gpt]") {
  const GptOptions o = Gpt2Folder().load().model().options();
  std::vector<std::tuple<std::string, json, std::string>> wrong{
      {"config.json", json::object(), "there is no n_head"},
      {"config.json", json::array(), "no JSON object"},
      {"config.json", {{"n_head", "2"}}, "n_head is \"2\": it must be a whole number"},
      {"config.json", {{"eos_token_id", {"a"}}}, "eos_token_id is [\"a\"]: it must be a whole number"},
      {"config.json", {{"n_head", 2}, {"activation_function", 5}}, "5: it must be a text"},
      {"config.json", {{"n_head", 2}, {"activation_function", "gelu"}}, "the activation is gelu;"},
      {"config.json", {{"n_head", 2}, {"layer_norm_epsilon", "x"}}, "\"x\": it must be a number"},
      {"config.json", {{"n_head", 2}, {"scale_attn_weights", 1}}, "1: it must be true or false"},
      {"config.json", {{"n_head", 2}, {"scale_attn_weights", false}}, "only true is computed"},
      {"config.json", {{"n_head", 2}, {"scale_attn_by_inverse_layer_idx", true}}, "only false is computed"},
      {"tokenizer_config.json", {{"bos_token", 5}}, "bos_token is 5: it must be a text"},
      {"tokenizer_config.json", {{"bos_token", {{"text", "a"}}}}, "it must be a text"},
      {"tokenizer_config.json", {{"added_tokens_decoder", 3}}, "added_tokens_decoder is 3"},
      {"tokenizer_config.json", {{"added_tokens_decoder", {{"x", "a"}}}}, "its id be a whole number"},
      {"tokenizer.json", {{"added_tokens", {3}}}, "the token is 3: it must be a text"},
      {"added_tokens.json", {{"<pad>", "a"}}, "the token \"<pad>\" must have a text, and its id be a whole"},
      {"special_tokens_map.json", "x", "no JSON object"}};
  for (const auto& [name, there] :
       {std::pair("n_layer", o.layers), std::pair("n_embd", o.d_model),
        std::pair("n_positions", o.max_length), std::pair("vocab_size", o.vocabulary),
        std::pair("n_inner", o.dim_feedforward)}) {
    wrong.emplace_back("config.json", json{{"n_head", 2}, {name, there + 1}},
                       fmt::format("{} is {}; the ", name, there + 1));
    CHECK_NOTHROW(Gpt2Folder().configure({{name, there}}).load());
  }
  for (const auto& [file, content, said] : wrong) {
    Gpt2Folder folder;
    folder.write(file, content);
    INFO(file << ' ' << content.dump());
    CHECK_THAT(folder.error(), Catch::StartsWith((folder.path() / file).string() + ": ") &&
                                   Catch::Contains(said) && !Catch::Contains("exception"));
  }
  Gpt2Folder folder;
  folder.configure({{"n_inner", nullptr}}).load();  // as the published ones have it
  CHECK_THAT(folder.configure({{"embd_pdrop", 2}}).error(), Catch::Contains("dropout"));
  std::filesystem::remove(folder.path() / "config.json");
  CHECK_THAT(folder.error(), Catch::Contains("config.json beside it") && Catch::Contains("\"n_head\""));
  folder.configure(json::object());
  json vocabulary = json::parse(slurp(folder.path() / "vocab.json"));
  vocabulary["zebra"] = vocabulary.size();
  folder.write("vocab.json", vocabulary);
  CHECK_THAT(folder.error(), Catch::Contains(fmt::format("vocab.json has {} tokens, and wte.weight {} rows",
                                                         o.vocabulary + 1, o.vocabulary)));
  spill(folder.path() / "merges.txt", "no\n");
  CHECK_THAT(folder.error(), Catch::StartsWith((folder.path() / "merges.txt").string() + ", line 1: "));
  vocabulary["zebra"] = 0;
  CHECK_THAT(folder.write("vocab.json", vocabulary).error(),
             Catch::StartsWith((folder.path() / "vocab.json").string() + ": "));

  folder.weights.emplace_back("lm_head.weight", Array::ones({o.vocabulary, 8}));
  save_checkpoint(folder.path() / "model.safetensors", folder.weights);
  CHECK_THROWS_WITH(load_gpt2(folder.path() / "model.safetensors"),
                    Catch::Contains("lm_head.weight is not wte"));
  std::erase_if(folder.weights, [](const auto& entry) {
    return entry.first == "lm_head.weight" || entry.first.ends_with("h.0.attn.c_attn.bias");
  });
  save_checkpoint(folder.path() / "model.safetensors", folder.weights);
  CHECK_THROWS_WITH(load_gpt2(folder.path() / "model.safetensors"), Catch::Contains("h.0.attn.c_attn.bias"));
}

TEST_CASE("a GPT-2's config says activation and epsilon and the dropout of the embeddings", "[gpt]") {
  Gpt2Folder folder;
  CHECK_NOTHROW(folder.configure({{"activation_function", "gelu_pytorch_tanh"}}).load());
  const auto logits = [&](double epsilon) {
    return folder.configure({{"layer_norm_epsilon", epsilon}}).load().model()(Tokens({1, 2}, {1, 2})).value();
  };
  CHECK_FALSE(identical(logits(1e-5), logits(1e-3)));
  CHECK(folder.configure(json::object()).load().model().options().dropout == 0.1);  // GPT-2's
  const char* const names[] = {"attn_pdrop", "embd_pdrop", "resid_pdrop"};
  const LanguageModel none =
      folder.configure({{"attn_pdrop", 0.0}, {"embd_pdrop", 0.0}, {"resid_pdrop", 0.0}}).load();
  CHECK(none.model().options().dropout == 0);
  save_gpt2(none, folder.path() / "again");
  const json written = json::parse(slurp(folder.path() / "again/config.json"));
  for (const std::string name : names) {
    CHECK(written.at(name) == 0);
    CHECK(folder.configure({{name, 0.3}}).load().model().options().dropout ==
          (name == "embd_pdrop" ? 0.3 : 0.1));
  }
}

TEST_CASE("the masks in a GPT-2's file are left out, of whatever type they are", "[gpt]") {
  const Gpt2Folder folder;
  const std::string text = folder.load().write("The", 1, {.seed = 1})[0].text;
  for (const DType type : {DType::U8, DType::BOOL}) {
    std::vector<Tensor> tensors = read_safetensors(Gpt2Folder::stored() / "model.safetensors").tensors;
    std::erase_if(tensors, [](const Tensor& t) { return t.name.ends_with(".attn.bias"); });
    tensors.push_back(
        {"transformer.h.0.attn.bias", type, {1, 1, 16, 16}, std::vector<std::byte>(16 * 16, std::byte{1})});
    write_safetensors(folder.path() / "model.safetensors", tensors);
    CHECK(LanguageModel::load(folder.path()).write("The", 1, {.seed = 1})[0].text == text);
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

TEST_CASE("texts of a GPT-2 have draws of their own in whatever batch and go on after it is saved", "[gpt]") {
  const LanguageModel whole = LanguageModel::load(Gpt2Folder::stored());
  CHECK(whole.model().options().heads == 2);  // of config.json
  const SamplingOptions three{.seed = 1, .decoding = {.max_length = 3}};
  const auto texts = whole.write("The dog", 2, three);
  REQUIRE(texts.size() == 2);
  CHECK(texts[0].text.starts_with("The dog"));
  const auto many = whole.write("The dog", LanguageModel::at_a_time + 2, three);
  REQUIRE(std::ssize(many) == LanguageModel::at_a_time + 2);
  CHECK(many[1].text == texts[1].text);
  SamplingOptions last = three;
  last.first_row = LanguageModel::at_a_time + 1;
  CHECK(many.back().text == whole.write("The dog", 1, last)[0].text);
  const Scratch own;
  whole.save(own / "model.safetensors");
  CHECK(LanguageModel::load(own / "model.safetensors").write("The dog", 2, three)[1].text == texts[1].text);
  CHECK(LanguageModel::load(own.folder()).tokens().size() == whole.tokens().size());
  CHECK_THROWS_WITH(LanguageModel::load(Gpt2Folder::stored() / "model.safetensors"),
                    Catch::Contains("model.safetensors: no model that heed has saved; `heed show "));
}

TEST_CASE("a model written as GPT-2's files is the same again, of byte pairs and of words", "[gpt]") {
  const LanguageModel model = LanguageModel::load(Gpt2Folder::stored());
  const Scratch scratch;
  save_gpt2(model, scratch / "gpt");
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
  const json config = json::parse(slurp(scratch / "gpt/config.json"));
  CHECK(config.at("model_type") == "gpt2");
  CHECK(config.at("eos_token_id") == again.ids().eos);
  CHECK_FALSE(config.contains("pad_token_id"));
  CHECK_THROWS_AS(save_gpt2(model, scratch / "gpt"), UsageError);

  Rng rng(1);
  const TextTokens words(Vocabulary(std::vector<std::string>{"<pad>", "<unk>", "<bos>", "<eos>", "a", "b"}),
                         Tokenizer());
  const LanguageModel other(
      Gpt({.vocabulary = 6, .max_length = 8, .d_model = 8, .heads = 2, .layers = 1, .dropout = 0}, rng),
      words);
  other.model().eval();
  save_gpt2(other, scratch / "words");
  const LanguageModel read = LanguageModel::load(scratch / "words");
  CHECK(identical(read.model()(ids).value(), other.model()(ids).value()));
  CHECK(read.tokens().encode("b a") == words.encode("b a"));
  CHECK(identical(load_gpt2(scratch / "words/model.safetensors")(ids).value(), other.model()(ids).value()));
  CHECK_FALSE(exists(scratch / "words/vocab.json"));
}

TEST_CASE("GPT-2 goes on from a prompt as it stands, and from <|endoftext|> where there is none", "[gpt]") {
  const LanguageModel whole = LanguageModel::load(Gpt2Folder::stored());
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
