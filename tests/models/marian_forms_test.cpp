// Marian's folders in the forms that transformers and safetensors leave them in: all are the same translator.
#include <sentencepiece_trainer.h>

#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "models/marian_folder.hpp"
#include "nn/checkpoint.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/nn/golden.hpp"

using namespace heed;
using nlohmann::json;

namespace {

golden::Case stored_case(const std::string& name) {
  static const Safetensors file = golden::load("marian.safetensors");
  return {file, "marian/" + name};
}

/// A stored model as a folder of MarianTokenizer's files, of which any are changed.
struct MarianFolder {
  explicit MarianFolder(const std::string& name = "opus")
      : weights(stored_case(name).parameters()), config(stored_case(name).options()) {
    spill(scratch / "text", "ab abba bab\nba abab bba\n");
    const std::string prefix = (scratch / "spm").string();
    REQUIRE(sentencepiece::SentencePieceTrainer::Train({{"input", (scratch / "text").string()},
                                                        {"model_prefix", prefix},
                                                        {"vocab_size", "9"},
                                                        {"hard_vocab_limit", "false"},
                                                        {"minloglevel", "4"}})
                .ok());
    for (const char* const file : {"source.spm", "target.spm"})
      std::filesystem::copy_file(prefix + ".model", scratch / file);
    const SubwordModel pieces = SubwordModel::from_bytes(slurp(scratch / "source.spm"));
    json numbers{{"</s>", 0}, {"<unk>", 1}, {"<pad>", 2}};
    for (std::size_t i = 4; i < pieces.pieces().size(); ++i) numbers[pieces.pieces()[i]] = i;
    for (const char* const file : {"vocab.json", "target_vocab.json"}) spill(scratch / file, numbers.dump());
  }
  Translator load() const {
    save_checkpoint(scratch / "model.safetensors", weights);
    spill(scratch / "config.json", config.dump());
    for (const auto& [name, content] : files) spill(scratch / name, content.dump());
    return load_marian(scratch.folder());
  }
  std::string error() const {
    return error_text<Error>([&] { load(); });
  }
  void rename(const std::string& from, const std::string& to) {
    for (auto& [name, array] : weights)
      if (name == from) name = to;
  }
  void erase(const std::string& end) {
    std::erase_if(weights, [&](const auto& entry) { return entry.first.ends_with(end); });
  }

  Scratch scratch;
  StateDict weights;
  json config;
  std::map<std::string, json> files;
};

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
    CHECK(read.source().name.empty());
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

TEST_CASE("the names of Marian's languages and tokens are texts, or refused with file and field",
          "[marian]") {
  for (const auto& [file, content, said] : std::vector<std::tuple<std::string, json, std::string>>{
           {"tokenizer_config.json", {{"source_lang", 5}}, "source_lang is 5: it must be a text"},
           {"tokenizer_config.json", {{"target_lang", {{"name", "ko"}}}}, "it must be a text"},
           {"tokenizer_config.json", {{"separate_vocabs", "yes"}}, "it must be true or false"},
           {"tokenizer_config.json", {{"unk_token", 1}}, "unk_token is 1: it must be a text"},
           {"tokenizer_config.json", json::array({1}), "no JSON object"},
           {"special_tokens_map.json", {{"unk_token", 1}}, "unk_token is 1: it must be a text"}}) {
    MarianFolder folder;
    folder.files[file] = content;
    INFO(content.dump());
    CHECK_THAT(folder.error(), Catch::Contains((folder.scratch / file).string() + ": ") &&
                                   Catch::Contains(said) && !Catch::Contains("exception"));
  }
}
