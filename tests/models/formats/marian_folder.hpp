// A small MarianMTModel as a folder, as Marian's converter leaves one: a case of tests/golden/make_marian.py.
#pragma once

#include <sentencepiece_trainer.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "lib/text/subwords.hpp"
#include "models/formats/marian.hpp"
#include "nn/checkpoint.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/nn/golden.hpp"

/// Any of the files may be changed before load(). "opus" has one vocabulary for both sides, "tied target" 13
/// tokens and 11. The pieces are of "ab abba bab"; the fifth has no number in vocab.json.
struct MarianFolder {
  explicit MarianFolder(const std::string& name = "opus") {
    const heed::golden::Case stored(heed::golden::load("marian.safetensors"), "marian/" + name);
    weights = stored.parameters();
    config = stored.options();
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
    const auto pieces = heed::SubwordModel::from_bytes(slurp(scratch / "source.spm")).pieces();
    for (const auto& [file, size] :
         {std::pair("vocab.json", "vocab_size"), std::pair("target_vocab.json", "decoder_vocab_size")}) {
      if (!config.contains(size)) continue;
      nlohmann::json& numbers = files[file];
      numbers = {{"</s>", config.at("eos_token_id")}, {"<unk>", 1}, {"<pad>", config.at("pad_token_id")}};
      for (std::size_t i = 5; i < std::min(pieces.size(), config.at(size).get<std::size_t>()); ++i)
        numbers[pieces[i]] = i;
    }
    files["tokenizer_config.json"] = {{"source_lang", "ko"}, {"target_lang", "en"}};
  }
  heed::Translator load() const {
    heed::save_checkpoint(scratch / "model.safetensors", weights);
    spill(scratch / "config.json", config.dump());
    for (const auto& [name, content] : files) spill(scratch / name, content.dump());
    return heed::load_marian(scratch.folder());
  }
  std::string error() const {
    return error_text<heed::Error>([&] { load(); });
  }
  void rename(const std::string& from, const std::string& to) {
    for (auto& [name, array] : weights)
      if (name == from) name = to;
  }
  void erase(const std::string& end) {
    std::erase_if(weights, [&](const auto& entry) { return entry.first.ends_with(end); });
  }

  Scratch scratch;
  heed::StateDict weights;
  nlohmann::json config;
  std::map<std::string, nlohmann::json> files;
};
