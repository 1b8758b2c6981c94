#include "models/saved_transformer.hpp"

#include <algorithm>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "lib/text/vocabulary.hpp"
#include "models/options_json.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

void check_settings(const SavedModel& file, const TransformerOptions& o) {
  const std::string path = file.path().string();
  check_options(o);
  const auto within = [&](bool good, const char* key, double value, const char* rule) {
    if (!good)
      throw_error<FormatError>(
          "{}: its settings say that {} is {}: must be {}; train and save the model again", path, key, value,
          rule);
  };
  within(o.layer.dropout >= 0 && o.layer.dropout < 1, "dropout", o.layer.dropout, "at least 0 and below 1");
  for (const auto& [key, p] : {std::pair("attention_dropout", o.layer.attention_dropout),
                               std::pair("activation_dropout", o.layer.activation_dropout)})
    within(p >= -1 && p < 1, key, p, "at least -1 and below 1");
  within(static_cast<Scalar>(o.layer.layer_norm_eps) > 0 && o.layer.layer_norm_eps <= 1, "layer_norm_eps",
         o.layer.layer_norm_eps, "above 0 and at most 1");
  within(o.pad == Vocabulary::pad, "pad", o.pad, "0, the id of <pad>");
  file.require_tensor("source_embedding.weight", {o.source_vocab, o.layer.d_model});
  file.require_tensor("target_embedding.weight", {o.target_vocab, o.layer.d_model});
  file.require_tensor(fmt::format("encoder.layers.{}.linear1.weight", o.encoder_layers - 1),
                      {o.layer.dim_feedforward, o.layer.d_model});
  file.require_tensor(fmt::format("decoder.layers.{}.linear1.weight", o.decoder_layers - 1),
                      {o.layer.dim_feedforward, o.layer.d_model});
  constexpr std::int64_t most_positions = 1'000'000;
  if (o.layer.max_length > most_positions)
    throw_error<FormatError>("{}: its settings speak of {} positions, {} are possible", path,
                             o.layer.max_length, most_positions);
}

}  // namespace

void save_transformer(const std::filesystem::path& path, const Transformer& model, const Metadata& texts) {
  save_model(path, "transformer", options_to_json(model.options()), model, texts);
}

SavedTransformer::SavedTransformer(const std::filesystem::path& path) : SavedModel(path) {
  require_kind("transformer");
  try {
    options_ = options_from_json<TransformerOptions>(settings());
  } catch (const Error& e) {
    throw_error<FormatError>("{}: {}", path.string(), e.what());
  }
}

Transformer SavedTransformer::load() const {
  check_settings(*this, options_);
  Rng rng(0);
  Transformer model(options_, rng);
  load_into(model);
  return model;
}

}  // namespace heed
