// GPT-2's files in the forms that transformers and safetensors leave them in: all are the same model.
#include <nlohmann/json.hpp>

#include "lib/array/layout.hpp"
#include "lib/core/error.hpp"
#include "models/gpt2_file.hpp"
#include "models/gpt2_tokens.hpp"
#include "models/language_model.hpp"
#include "nn/checkpoint.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"

using namespace heed;
using nlohmann::json;
using Ids = std::vector<std::int32_t>;

namespace {

/// A copy of the stored model, of which files are changed. It has 347 tokens, the last one <|endoftext|>.
class Gpt2Folder {
 public:
  Gpt2Folder() {
    const auto stored = std::filesystem::path(HEED_SOURCE_DIR) / "tests/golden/gpt2_tiny";
    for (const char* name : {"model.safetensors", "config.json", "vocab.json", "merges.txt"})
      std::filesystem::copy(stored / name, scratch_ / name);
    for (const auto& [name, array] : load_gpt2(stored / "model.safetensors").state_dict())
      weights.emplace_back("transformer." + name, array);
  }
  Gpt2Folder& write(const std::string& name, const json& content) {
    spill(scratch_ / name, content.dump());
    return *this;
  }
  LanguageModel load() const {
    save_checkpoint(scratch_ / "model.safetensors", weights);
    return LanguageModel::load(scratch_.folder());
  }
  std::string error() const {
    return error_text<Error>([&] { load(); });
  }
  std::filesystem::path path() const { return scratch_.folder(); }
  Array& weight(const std::string& name) {
    return std::ranges::find(weights, name, &StateDict::value_type::first)->second;
  }
  /// The vocabulary with another name of its last token.
  Gpt2Folder& without_end_of_text(const std::string& name) {
    json tokens = json::parse(slurp(scratch_ / "vocab.json"));
    tokens.erase("<|endoftext|>");
    tokens[name] = 346;
    return write("vocab.json", tokens);
  }

  StateDict weights;

 private:
  Scratch scratch_;
};

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
  Gpt2Folder more;
  more.write("added_tokens.json", {{"<pad>", 347}});
  CHECK_THAT(more.error(), Catch::Contains("vocab.json has 348 tokens, and wte.weight 347 rows"));
}

TEST_CASE("what opens and closes a text of GPT-2 is what its files say, by number or by name", "[gpt]") {
  struct Form {
    std::map<std::string, json> files;
    Ids bos, eos;
  };
  const json config{{"n_head", 2}}, s{{"content", "<s>"}, {"lstrip", false}}, none = nullptr;
  const auto with = [&](const json& more) {
    json all = config;
    all.update(more);
    return all;
  };
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
    model.save_gpt2(folder.path() / "written");
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

TEST_CASE("what is refused in GPT-2's files is named with file and field, in our words", "[gpt]") {
  for (const auto& [file, content, said] : std::vector<std::tuple<std::string, json, std::string>>{
           {"config.json", json::array(), "no JSON object"},
           {"config.json", {{"n_head", "2"}}, "n_head is \"2\": it must be a whole number"},
           {"config.json", {{"eos_token_id", {"a"}}}, "eos_token_id is [\"a\"]: it must be a whole number"},
           {"tokenizer_config.json", {{"bos_token", 5}}, "bos_token is 5: it must be a text"},
           {"tokenizer_config.json", {{"bos_token", {{"text", "a"}}}}, "it must be a text"},
           {"tokenizer_config.json", {{"added_tokens_decoder", 3}}, "added_tokens_decoder is 3"},
           {"tokenizer_config.json", {{"added_tokens_decoder", {{"x", "a"}}}}, "its id be a whole number"},
           {"tokenizer.json", {{"added_tokens", {3}}}, "the token is 3: it must be a text"},
           {"added_tokens.json",
            {{"<pad>", "a"}},
            "the token \"<pad>\" must have a text, and its id be a whole number"},
           {"special_tokens_map.json", "x", "no JSON object"}}) {
    Gpt2Folder folder;
    folder.write(file, content);
    INFO(content.dump());
    const std::string error = folder.error();
    CHECK_THAT(error, Catch::StartsWith((folder.path() / file).string() + ": ") && Catch::Contains(said) &&
                          !Catch::Contains("exception"));
  }
}
