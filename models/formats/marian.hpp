// A Transformer of the weights of Hugging Face's MarianMTModel, and a translator of its folder.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "models/translator.hpp"

namespace heed::inline HEED_PRECISION {

/// A model as its config.json and its tensors say it:
///
///   heed                                       MarianMTModel
///   source_embedding, target_embedding         model.encoder.embed_tokens, model.decoder.embed_tokens; of
///   one
///                                              vocabulary model.shared
///   encoder.layers.N.self_attn.in_proj_weight  model.encoder.layers.N.self_attn.{q,k,v}_proj.weight
///   …multihead_attn                            …encoder_attn
///   …linear1, linear2                          …fc1, fc2
///   …norm1, norm2 (and norm3)                  …self_attn_layer_norm, (encoder_attn_layer_norm),
///                                              final_layer_norm
///   generator.weight                           lm_head.weight; left out where it is the target's embedding
///   generator.bias                             final_logits_bias (1, V); zeros where it is left out
///   –                                          model.{encoder,decoder}.embed_positions.weight (max_length,
///                                              C); sinusoidal where they are left out
///
/// Marian's sinusoid has all sines before all cosines, ours has them in turns (as in the paper). So the C
/// numbers of a token change places between the two, in every weight that reads or writes them: the same
/// model, to the last bit but for the order of sums.
struct MarianModel {
  StateDict weights;
  std::string config;  // JSON
};

/// config.json says this, beside positions and what is tied; missing values are MarianConfig's defaults.
struct MarianConfig {
  TransformerOptions options{};
  bool shared = true;  // one table of embeddings for both sides
  std::int64_t source_tokens = 0, target_tokens = 0;
};
/// Throws FormatError for what is not computed here or is of another type.
MarianConfig read_marian_config(const std::string& json);
/// MarianConfig's vocab_size.
inline constexpr std::int64_t usual_marian_vocabulary = 58101;

/// For each of our token numbers Marian's, -1 where it has none.
using TokenPlaces = std::vector<std::int64_t>;

/// The same model. A token that Marian does not have is read as its <unk> (token 1 of ours), and never
/// written. Positions that are no sinusoid become learned ones. Of tied matrices any one may be there, and
/// names may have what models/formats/plain_names.hpp takes off. Throws FormatError that says what is
/// missing, of another shape, or cannot be computed here.
Transformer from_marian(const MarianModel& model, const TokenPlaces& source, const TokenPlaces& target);

/// Returns the translator of a folder as Hugging Face's transformers keep it: config.json, model.safetensors,
/// and the files of its MarianTokenizer: source.spm, target.spm, vocab.json (and target_vocab.json),
/// tokenizer_config.json. Its tokens are the pieces of the .spm files; <bos> is
/// decoder_start_token_id. Throws Error that names the file and what is missing or wrong in it.
Translator load_marian(const std::filesystem::path& folder);

}  // namespace heed
