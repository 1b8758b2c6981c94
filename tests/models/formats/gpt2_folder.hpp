// The stored GPT-2 (tests/golden/gpt2_tiny) as a folder of which files are changed.
#pragma once

#include <algorithm>
#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "models/formats/gpt2.hpp"
#include "nn/checkpoint.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"

/// A copy of the stored model, of which files are changed. It has 347 tokens, the last one <|endoftext|>.
class Gpt2Folder {
 public:
  static std::filesystem::path stored() { return HEED_SOURCE_DIR "/tests/golden/gpt2_tiny"; }
  Gpt2Folder() {
    for (const char* name : {"model.safetensors", "config.json", "vocab.json", "merges.txt"})
      std::filesystem::copy(stored() / name, scratch_ / name);
    for (const auto& [name, array] : heed::load_gpt2(stored() / "model.safetensors").state_dict())
      weights.emplace_back("transformer." + name, array);
  }
  Gpt2Folder& write(const std::string& name, const nlohmann::json& content) {
    spill(scratch_ / name, content.dump());
    return *this;
  }
  /// Writes a config.json of 2 heads and more.
  Gpt2Folder& configure(nlohmann::json more) {
    more.emplace("n_head", 2);
    return write("config.json", more);
  }
  heed::LanguageModel load() const {
    heed::save_checkpoint(scratch_ / "model.safetensors", weights);
    return heed::LanguageModel::load(scratch_.folder());
  }
  std::string error() const {
    return error_text<heed::Error>([&] { load(); });
  }
  std::filesystem::path path() const { return scratch_.folder(); }
  heed::Array& weight(const std::string& name) {
    return std::ranges::find(weights, name, &heed::StateDict::value_type::first)->second;
  }
  /// The vocabulary with another name of its last token.
  Gpt2Folder& without_end_of_text(const std::string& name) {
    nlohmann::json tokens = nlohmann::json::parse(slurp(scratch_ / "vocab.json"));
    tokens.erase("<|endoftext|>");
    tokens[name] = 346;
    return write("vocab.json", tokens);
  }

  heed::StateDict weights;

 private:
  Scratch scratch_;
};
