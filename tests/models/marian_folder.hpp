// A small MarianMTModel as a folder, as Marian's converter leaves one: a case of tests/golden/make_marian.py.
#pragma once

#include <sentencepiece_trainer.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "lib/files/safetensors.hpp"
#include "lib/text/subwords.hpp"
#include "nn/checkpoint.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"

inline heed::Safetensors marian_golden() {
  return heed::read_safetensors(HEED_SOURCE_DIR "/tests/golden/marian.safetensors");
}

/// `name`: "opus" has one vocabulary for both sides, "tied target" 13 tokens and 11. Its pieces are of "ab
/// abba bab"; the fifth has no number in vocab.json.
inline void write_marian_folder(const std::filesystem::path& folder, const std::string& name) {
  std::filesystem::create_directories(folder);
  spill(folder / "text", "ab abba bab\nba abab bba\n");
  const std::string prefix = (folder / "spm").string();
  REQUIRE(sentencepiece::SentencePieceTrainer::Train({{"input", (folder / "text").string()},
                                                      {"model_prefix", prefix},
                                                      {"vocab_size", "9"},
                                                      {"hard_vocab_limit", "false"},
                                                      {"minloglevel", "4"}})
              .ok());
  for (const char* const file : {"source.spm", "target.spm"})
    std::filesystem::copy_file(prefix + ".model", folder / file);

  const heed::Safetensors golden = marian_golden();
  const auto config = nlohmann::json::parse(golden.metadata.at("marian/" + name));
  const std::vector<std::string> pieces =
      heed::SubwordModel::from_bytes(slurp(folder / "source.spm")).pieces();
  const auto numbers = [&](const char* size) {
    nlohmann::json json{
        {"</s>", config.at("eos_token_id")}, {"<unk>", 1}, {"<pad>", config.at("pad_token_id")}};
    for (std::size_t i = 5; i < std::min(pieces.size(), config.at(size).get<std::size_t>()); ++i)
      json[pieces[i]] = i;
    return json.dump();
  };
  spill(folder / "vocab.json", numbers("vocab_size"));
  if (config.contains("decoder_vocab_size"))
    spill(folder / "target_vocab.json", numbers("decoder_vocab_size"));
  spill(folder / "tokenizer_config.json", R"({"source_lang": "ko", "target_lang": "en"})");
  spill(folder / "config.json", config.dump());

  const std::string weights = "marian/" + name + "|param.";
  heed::StateDict state;
  for (const heed::Tensor& t : golden.tensors)
    if (t.name.starts_with(weights))
      state.emplace_back(t.name.substr(weights.size()),
                         heed::Array(heed::Shape(std::span(t.shape)),
                                     std::span<const heed::Scalar>(heed::float_values<heed::Scalar>(t))));
  heed::save_checkpoint(folder / "model.safetensors", state);
}
