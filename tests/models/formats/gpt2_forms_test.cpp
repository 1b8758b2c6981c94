// GPT-2's files in the forms that transformers and safetensors leave them in: all are the same model.
#include "lib/array/layout.hpp"
#include "tests/models/formats/gpt2_folder.hpp"

using namespace heed;
using nlohmann::json;
using Ids = std::vector<std::int32_t>;

namespace {

std::string written_text(const LanguageModel& model, const std::string& prompt, double temperature = 0) {
  return model.write(prompt, 1, {.temperature = temperature, .seed = 1})[0].text;
}

/// More rows, which would always be the best.
void pad(Gpt2Folder& folder, std::int64_t rows) {
  Array& table = folder.weight("transformer.wte.weight");
  table = concat({table, Array::full({rows, table.dim(1)}, 50), Array::full({1, table.dim(1)}, -50)}, 0);
}

}  // namespace

TEST_CASE("a GPT-2's weights are known by whatever stands before their names, and tied under either one",
          "[gpt]") {
  const StateDict plain = Gpt2Folder().load().model().state_dict();
  const auto all_before = [](std::string prefix, std::string instead) {
    return [=](StateDict& weights) {
      for (auto& [name, array] : weights) name = prefix + name.replace(0, instead.empty() ? 0 : 12, "");
    };
  };
  const auto head = [](const std::string& name) {
    return [=](StateDict& weights) {
      for (auto& [of, array] : weights)
        if (of == "transformer.wte.weight") of = name;
    };
  };
  const auto added = [](const std::string& name, const Array& array) {
    return [=](StateDict& weights) { weights.emplace_back(name, array); };
  };
  const Array table = Gpt2Folder().weight("transformer.wte.weight");
  const std::map<std::string, std::function<void(StateDict&)>> forms{
      {"without a prefix", all_before("", "transformer.")},
      {"of DataParallel", all_before("module.", "")},
      {"compiled", all_before("_orig_mod.", "")},
      {"compiled, of DataParallel, without a head", all_before("_orig_mod.module.", "transformer.")},
      {"compiled inside", all_before("transformer._orig_mod.", "transformer.")},
      {"the head's name alone", head("lm_head.weight")},
      {"the head's name alone, compiled", head("_orig_mod.lm_head.weight")},
      {"both names", added("lm_head.weight", table)},
      {"with and without the prefix", added("wte.weight", table)},
      {"a mask", added("transformer.h.0.attn.bias", Array::ones({1, 1, 16, 16}))},
      {"its value", added("h.0.attn.masked_bias", Array::ones({}))},
      {"another head", added("v_head.summary.weight", Array::ones({1, 8}))}};
  for (const auto& [form, change] : forms) {
    INFO(form);
    Gpt2Folder folder;
    change(folder.weights);
    const StateDict read = folder.load().model().state_dict();
    REQUIRE(read.size() == plain.size());
    for (std::size_t i = 0; i < read.size(); ++i) CHECK(identical(read[i].second, plain[i].second));
  }
  Gpt2Folder folder;
  folder.weights.emplace_back("wte.weight", Array::ones({347, 8}));
  CHECK_THAT(folder.error(), Catch::Contains("wte.weight is there under two names"));
}

TEST_CASE("rows of a GPT-2 without a token are padding, which is never written", "[gpt]") {
  const LanguageModel plain = Gpt2Folder().load();
  Gpt2Folder padded;
  pad(padded, 12);
  for (const double temperature : {0.0, 1.0, 3.0})
    CHECK(written_text(padded.load(), "The dog", temperature) == written_text(plain, "The dog", temperature));
  CHECK(padded.load().tokens().size() == 347);
  // Tokens that were added have rows of their own, at whatever place.
  const json token{{"content", "<pad>"}, {"lstrip", false}, {"__type", "AddedToken"}};
  json listed = token;
  for (const std::int64_t id : {347, 350, 359}) {
    listed["id"] = id;
    for (const auto& [file, content] : std::map<std::string, json>{
             {"added_tokens.json", {{"<pad>", id}}},
             {"tokenizer.json", {{"added_tokens", json::array({listed})}}},
             {"tokenizer_config.json", {{"added_tokens_decoder", {{std::to_string(id), token}}}}}}) {
      INFO(file << " " << id);
      Gpt2Folder folder;
      pad(folder, 12);
      folder.write(file, content);
      const LanguageModel model = folder.load();
      CHECK(model.tokens().size() == 348);
      CHECK(model.tokens().encode("<pad>") == Ids{347});
      CHECK(model.model().wte.weight.value().data()[347 * 8] == (id == 359 ? -50 : 50));
    }
  }
  Gpt2Folder more;  // a token was added, and the model never made larger
  more.write("added_tokens.json", {{"<pad>", 347}});
  CHECK(more.load().tokens().size() == 347);
}

TEST_CASE("a GPT-2 is read with the other names of its sizes, and with tokenizer.json alone", "[gpt]") {
  Gpt2Folder folder;
  const auto text = [&] { return written_text(folder.load(), "The dog", 0); };
  const auto right = text();
  nlohmann::json config = nlohmann::json::parse(slurp(folder.path() / "config.json"));
  config["num_attention_heads"] = config.at("n_head");
  config["hidden_size"] = 8;
  config.erase("n_head");
  CHECK(folder.write("config.json", config).load().model().options().heads == 2);
  nlohmann::json tokenizer{
      {"model", {{"vocab", nlohmann::json::parse(slurp(folder.path() / "vocab.json"))}}}};
  std::istringstream merges(slurp(folder.path() / "merges.txt"));
  for (std::string line; std::getline(merges, line);) {
    const std::size_t space = line.find(' ');
    if (line.starts_with("#version")) continue;
    tokenizer["model"]["merges"].push_back({line.substr(0, space), line.substr(space + 1)});
  }
  std::filesystem::remove(folder.path() / "vocab.json");
  std::filesystem::remove(folder.path() / "merges.txt");
  CHECK(folder.write("tokenizer.json", tokenizer).load().tokens().size() == 347);
  CHECK(text() == right);
  tokenizer["model"].erase("merges");
  CHECK_THAT(folder.write("tokenizer.json", tokenizer).error(),
             Catch::Contains("tokenizer.json: has no model of byte"));
}

TEST_CASE("what opens and closes a text of GPT-2 is what its files say, by number or by name", "[gpt]") {
  struct Form {
    std::map<std::string, json> files;
    Ids bos, eos;
  };
  const json s{{"content", "<s>"}, {"lstrip", false}}, none = nullptr;
  const auto with = [](json more) {
    more.emplace("n_head", 2);
    return more;
  };
  const json config = with(json::object());
  const Form forms[] = {
      {{{"config.json", with({{"bos_token_id", 346}, {"eos_token_id", 5}})}}, {346}, {5}},
      {{{"config.json", with({{"eos_token_id", {346, 7}}})}}, {346}, {346, 7}},
      {{{"config.json", with({{"bos_token_id", 50256}, {"eos_token_id", 50256}})},
        {"tokenizer_config.json", {{"bos_token", s}, {"eos_token", "<s>"}, {"pad_token", none}}}},
       {346},
       {346}},
      {{{"config.json", config}, {"special_tokens_map.json", {{"bos_token", s}, {"eos_token", s}}}},
       {346},
       {346}},
      {{{"config.json", with({{"eos_token_id", 3}})}, {"generation_config.json", {{"eos_token_id", {4, 6}}}}},
       {4},
       {4, 6}}};
  for (const Form& form : forms) {
    Gpt2Folder folder;
    folder.without_end_of_text("<s>");
    for (const auto& [name, content] : form.files) folder.write(name, content);
    const LanguageModel model = folder.load();
    INFO(form.files.begin()->second.dump());
    CHECK(model.tokens().ids().bos == form.bos.front());
    CHECK(model.tokens().ends() == form.eos);
    if (form.bos.front() == 346) CHECK(model.tokens().encode("a<s>").back() == 346);
    // The same again from our file, and from one of GPT-2's that we write.
    model.save(folder.path() / "saved.safetensors");
    save_gpt2(model, folder.path() / "written");
    save_checkpoint(folder.path() / "written/model.safetensors", model.model().state_dict());
    for (const char* const again : {"saved.safetensors", "written"}) {
      const LanguageModel read = LanguageModel::load(folder.path() / again);
      CHECK(read.tokens().ids().bos == model.tokens().ids().bos);
      CHECK(read.tokens().ends() == model.tokens().ends());
      CHECK(read.tokens().encode("a<s>b") == model.tokens().encode("a<s>b"));
    }
  }
  Gpt2Folder folder;
  folder.without_end_of_text("<s>").write("config.json", config);
  CHECK_THAT(folder.error(), Catch::Contains("config.json: bos_token_id and eos_token_id name no token") &&
                                 Catch::Contains("give them the ids"));
}

TEST_CASE("a text of GPT-2 ends at the first of several tokens that close it", "[gpt]") {
  const LanguageModel plain = Gpt2Folder().load();
  const SamplingOptions greedy{.temperature = 0,
                               .decoding = {.max_length = 6, .bos = -1, .eos = 346, .pad = -1}};
  const Ids said = plain.tokens().encode("The");
  const Ids written = sample(plain.model(), Tokens({1, std::ssize(said)}, said), greedy).at(0).tokens;
  REQUIRE(written.size() > 3);
  const std::int32_t end = written[3];  // which shall close it, where it first comes
  Ids all = said;
  all.insert(all.end(), written.begin(), std::ranges::find(written, end));
  Gpt2Folder folder;
  folder.write("config.json", {{"n_head", 2}, {"eos_token_id", {346, end}}});
  const LanguageModel::Text cut = folder.load().write("The", 1, greedy)[0];
  CHECK(cut.finished);
  CHECK(cut.text == plain.tokens().decode(all));
}

TEST_CASE("<|endoftext|> in a prompt of GPT-2 is the one token, and goes on as no prompt does", "[gpt]") {
  const LanguageModel model = Gpt2Folder().load();
  CHECK(model.tokens().encode("<|endoftext|>") == Ids{346});
  CHECK(model.tokens().encode_prompt("<|endoftext|>") == model.tokens().encode_prompt(""));
  CHECK(written_text(model, "<|endoftext|>") == "<|endoftext|>" + written_text(model, ""));
  const Ids the = model.tokens().encode("The");
  Ids both = the;
  both.push_back(346);
  both.insert(both.end(), the.begin(), the.end());
  CHECK(model.tokens().encode("The<|endoftext|>The") == both);
}
