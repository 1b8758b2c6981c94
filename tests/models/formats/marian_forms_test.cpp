// Marian's folders in the forms that transformers and safetensors leave them in, all of which are the same
// translator, and what is said of wrong ones.
#include "tests/models/formats/marian_folder.hpp"

using namespace heed;
using nlohmann::json;

namespace {

void check_same_translator(const Translator& a, const Translator& b) {
  const StateDict first = module_of(a.model()).state_dict(), second = module_of(b.model()).state_dict();
  REQUIRE(first.size() == second.size());
  for (std::size_t i = 0; i < first.size(); ++i) {
    INFO(first[i].first);
    CHECK(first[i].first == second[i].first);
    CHECK(identical(first[i].second, second[i].second));
  }
}

const std::string shared_table = "model.shared.weight", of_encoder = "model.encoder.embed_tokens.weight",
                  of_decoder = "model.decoder.embed_tokens.weight", of_head = "lm_head.weight";

}  // namespace

TEST_CASE("a Marian model is known by whatever stands before its names, and tied under any of them",
          "[marian]") {
  const auto before = [](std::string prefix, std::string instead) {
    return [=](MarianFolder& folder) {
      for (auto& [name, array] : folder.weights)
        name = prefix + (name.starts_with(instead) ? name.substr(instead.size()) : name);
    };
  };
  const auto under = [](const std::string& from, const std::string& to) {
    return [=](MarianFolder& folder) { folder.rename(from, to); };
  };
  struct Form {
    std::string name, model;
    std::function<void(MarianFolder&)> change;
  };
  for (const Form& form : std::vector<Form>{
           {"compiled", "opus", before("_orig_mod.", "")},
           {"compiled, of DataParallel", "two vocabularies", before("module._orig_mod.", "")},
           {"without a head", "opus", before("", "model.")},
           {"the encoder's copy alone", "opus", under(shared_table, of_encoder)},
           {"the decoder's copy alone", "opus", under(shared_table, of_decoder)},
           {"the head's copy alone", "opus", under(shared_table, of_head)},
           {"the head's copy of two tables", "tied target", under(of_decoder, of_head)},
           {"all copies", "opus",
            [](MarianFolder& f) {
              const Array table = f.weights.at(0).second;
              for (const auto& [name, array] : StateDict(f.weights))
                if (name == shared_table)
                  for (const std::string& copy : {of_encoder, of_decoder, of_head})
                    f.weights.emplace_back(copy, array);
            }},
           {"no table of positions", "opus", [](MarianFolder& f) { f.erase("embed_positions.weight"); }},
           {"one table of positions", "opus",
            [](MarianFolder& f) { f.erase("decoder.embed_positions.weight"); }},
           {"places", "opus",
            [](MarianFolder& f) { f.weights.emplace_back("model.encoder.version", Array::ones({3})); }},
           {"settings that are null", "opus",
            [](MarianFolder& f) {
              f.config["decoder_vocab_size"] = nullptr;
              f.config["dropout"] = nullptr;
              f.config["attention_dropout"] = nullptr;
              f.config["eos_token_id"] = {0};
              f.config.erase("model_type");
            }},
           {"no languages", "opus",
            [](MarianFolder& f) {
              f.files["tokenizer_config.json"] = {
                  {"source_lang", nullptr},
                  {"target_lang", nullptr},
                  {"separate_vocabs", nullptr},
                  {"unk_token", {{"content", "<unk>"}, {"__type", "AddedToken"}}}};
              f.files["special_tokens_map.json"] = {{"unk_token", nullptr}};
            }},
       }) {
    INFO(form.name);
    MarianFolder folder(form.model);
    const Translator plain = folder.load();
    form.change(folder);
    const Translator read = folder.load();
    CHECK(read.source().name.empty() == (form.name == "no languages"));
    check_same_translator(read, plain);
  }
}

TEST_CASE("a Marian model without a bias has zeros, and transformers' settings where it says none",
          "[marian]") {
  MarianFolder folder;
  for (auto& [name, array] : folder.weights)
    if (name == "final_logits_bias") array = Array::zeros({1, 13});
  const Translator zeros = folder.load();
  folder.erase("final_logits_bias");
  check_same_translator(folder.load(), zeros);
  folder.config["activation_function"] = "gelu";
  const Translator gelu = folder.load();
  const TransformerOptions& said = std::get<Transformer>(gelu.model()).options();
  for (const char* const name :
       {"activation_function", "dropout", "eos_token_id", "share_encoder_decoder_embeddings"})
    folder.config.erase(name);
  const Translator usual = folder.load();
  check_same_translator(usual, gelu);
  const TransformerOptions& read = std::get<Transformer>(usual.model()).options();
  CHECK(read.layer.activation == said.layer.activation);
  CHECK(read.layer.dropout == 0.1);
  folder.config.erase("encoder_layers");
  CHECK_THAT(folder.error(), Catch::Contains("there is no model.encoder.layers.11."));  // 12 of them
}

TEST_CASE("what is wrong in a Marian folder is said with the file and the field in our words", "[marian]") {
  const auto refused = [](const std::string& file, const json& content, const std::string& said,
                          const std::string& model = "opus") {
    MarianFolder folder(model);
    if (file == "config.json")
      folder.config = content;
    else
      folder.files[file] = content;
    INFO(file << ' ' << content.dump());
    CHECK_THAT(folder.error(), Catch::StartsWith(folder.scratch.folder().string()) && Catch::Contains(file) &&
                                   Catch::Contains(said) && !Catch::Contains("exception") &&
                                   !Catch::Contains("[shape]"));
  };
  for (const auto& [file, content, said] : std::vector<std::tuple<std::string, json, std::string>>{
           {"tokenizer_config.json", {{"source_lang", 5}}, "source_lang is 5: it must be a text"},
           {"tokenizer_config.json", {{"target_lang", {{"name", "ko"}}}}, "it must be a text"},
           {"tokenizer_config.json", {{"separate_vocabs", "yes"}}, "it must be true or false"},
           {"tokenizer_config.json", {{"unk_token", 1}}, "unk_token is 1: it must be a text"},
           {"tokenizer_config.json", json::array({1}), "no JSON object"},
           {"special_tokens_map.json", {{"unk_token", 1}}, "unk_token is 1: it must be a text"},
           {"vocab.json", {{"<pad>", 0}, {"<unk>", 1}, {"a", 1}}, "'<unk>' and 'a' are both number 1"},
           {"vocab.json", {{"<unk>", -3}}, "the number of '<unk>' is -3"},
           {"config.json", json::array(), "no JSON object"}})
    refused(file, content, said);
  const json config = MarianFolder("tied target").config;
  const auto with = [&](const std::string& key, const json& value) {
    json wrong = config;
    wrong[key] = value;
    refused("config.json", wrong, key, "tied target");
  };
  for (const std::string key : {"decoder_start_token_id", "pad_token_id", "eos_token_id"}) {
    for (const json& value : std::vector<json>{-1, 13, 18446744073709551615U, "x", 1.5}) with(key, value);
    MarianFolder folder("tied target");
    folder.config.erase(key);
    if (key == "eos_token_id")  // as transformers has it, 0
      CHECK_NOTHROW(folder.load());
    else
      CHECK_THAT(folder.error(), Catch::Contains(key + " is missing"));
  }
  with("share_encoder_decoder_embeddings", "yes");
  for (const json& value : std::vector<json>{"x", -1}) with("decoder_vocab_size", value);
  with("decoder_attention_heads", 5);
  with("d_model", 1e308);
  with("model_type", "bart");
  with("scale_embedding", false);
  json narrow = config;
  narrow.erase("d_model");
  refused("config.json", narrow, "(13, 12), not (13, 1024): correct the sizes in", "tied target");
  MarianFolder folder("tied target");
  folder.load();
  folder.files.erase("target_vocab.json");
  std::filesystem::remove(folder.scratch / "target_vocab.json");
  CHECK_THAT(folder.error(), Catch::Contains("target_vocab.json is missing"));
  CHECK_THROWS_AS(load_marian(folder.scratch / "nowhere"), Error);
}
