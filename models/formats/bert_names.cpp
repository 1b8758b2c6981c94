#include "models/formats/bert_names.hpp"

#include <array>
#include <map>
#include <regex>

#include "lib/array/layout.hpp"
#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "nn/checkpoint.hpp"
#include "nn/state_dict.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

/// Names stand between the number of a layer and weight or bias: ours and theirs.
constexpr std::pair<const char*, const char*> layer_names[] = {
    {"self_attn.out_proj", "attention.output.dense"},
    {"norm1", "attention.output.LayerNorm"},
    {"linear1", "intermediate.dense"},
    {"linear2", "output.dense"},
    {"norm2", "output.LayerNorm"},
};
constexpr const char* projections[] = {"query", "key", "value"};

/// embeddings.position_ids, 0, 1, 2 … in I64; embeddings.token_type_ids likewise.
bool is_buffer(const std::string& name) {
  return name.ends_with("embeddings.position_ids") || name.ends_with("embeddings.token_type_ids");
}

bool is_head(const std::string& name) { return name.starts_with("cls.") || name.starts_with("classifier."); }

/// Without bert., and older files, of TensorFlow's names, with the present ones of a norm's parameters.
std::string present_name(const std::string& name) {
  static const std::regex start("^bert\\."), gamma("LayerNorm\\.gamma$"), beta("LayerNorm\\.beta$");
  return std::regex_replace(
      std::regex_replace(std::regex_replace(name, start, ""), gamma, "LayerNorm.weight"), beta,
      "LayerNorm.bias");
}

/// The matrix and the bias of the words' logits, which files have once more: they must be the same.
void require_tied(const StateDict& ours, const Array& decoder, const std::string& part) {
  const std::string name = part == "weight" ? "embeddings.word_embeddings.weight" : "cls.predictions.bias";
  const Array* const tied = find_tensor(ours, name);
  if (tied == nullptr || !identical(decoder, *tied))
    throw_error<FormatError>("cls.predictions.decoder.{} is not {}: our BERT has one for both", part, name);
}

}  // namespace

StateDict to_hugging_face(const StateDict& ours) {
  static const std::regex of_layer(R"(encoder\.layers\.(\d+)\.(.*)[._](weight|bias))");
  StateDict theirs;
  for (const auto& [name, array] : ours) {
    std::smatch part;
    if (!std::regex_match(name, part, of_layer)) {
      theirs.emplace_back((is_head(name) ? "" : "bert.") + name, array);
      continue;
    }
    const std::string layer = "bert.encoder.layer." + part.str(1) + '.', end = '.' + part.str(3);
    const std::int64_t width = array.dim(0) / 3;
    for (std::int64_t i = 0; i < 3 && part.str(2) == "self_attn.in_proj"; ++i)
      theirs.emplace_back(layer + "attention.self." + projections[i] + end,
                          slice(array, 0, i * width, (i + 1) * width));
    for (const auto& [mine, other] : layer_names)
      if (part.str(2) == mine) theirs.emplace_back(layer + other + end, array);
  }
  return theirs;
}

StateDict from_hugging_face(const StateDict& theirs) {
  static const std::regex of_layer(R"(encoder\.layer\.(\d+)\.(.*)\.(weight|bias))"),
      of_decoder(R"(cls\.predictions\.decoder\.(.*))");
  StateDict ours, decoder;
  std::map<std::string, std::array<Array, 3>> joined;  // in_proj_weight and in_proj_bias of each layer
  for (const auto& [full, array] : theirs) {
    std::string name = present_name(full);
    // Buffers, and a head that ours does not have.
    if (is_buffer(name) || name.starts_with("cls.seq_relationship.")) continue;
    std::smatch part;
    if (std::regex_match(name, part, of_decoder)) {
      decoder.emplace_back(part.str(1), array);
      continue;
    }
    bool is_projection = false;
    if (std::regex_match(name, part, of_layer)) {
      const std::string layer = "encoder.layers." + part.str(1) + '.', inner = part.str(2), end = part.str(3);
      for (std::size_t i = 0; i < 3 && !is_projection; ++i) {
        is_projection = inner == std::string("attention.self.") + projections[i];
        if (is_projection) joined[layer + "self_attn.in_proj_" + end].at(i) = array;
      }
      for (const auto& [mine, other] : layer_names)
        if (inner == other) name = layer + mine + '.' + end;
    }
    if (!is_projection) ours.emplace_back(name, array);  // loading refuses one that is not known
  }
  for (const auto& [name, three] : joined) {
    for (std::size_t i = 0; i < 3; ++i) {
      if (!three.at(i).defined()) throw_error<FormatError>("of {} the {} is missing", name, projections[i]);
    }
    ours.emplace_back(name, concat({three[0], three[1], three[2]}, 0));
  }
  for (const auto& [part, array] : decoder) require_tied(ours, array, part);
  return ours;
}

StateDict load_hugging_face(const std::filesystem::path& file) {
  return from_hugging_face(load_checkpoint(file, {.leave_out = is_buffer}).weights);
}

}  // namespace heed
