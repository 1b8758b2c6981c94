#include "models/saved_transformer.hpp"

#include <fmt/format.h>

#include "models/options_json.hpp"

namespace heed::inline HEED_PRECISION {
void save_transformer(const std::filesystem::path& path, const Transformer& model, const Metadata& texts) {
  save_model(path, "transformer", options_to_json(model.options()), model, texts);
}

SavedTransformer::SavedTransformer(const std::filesystem::path& path) : SavedModel(path) {
  require_kind("transformer");
  options_ = saved_options<TransformerOptions>(*this);
}

Transformer SavedTransformer::load() const {
  const TransformerOptions& o = options_;
  require_tensor("source_embedding.weight", {o.source_vocab, o.layer.d_model});
  require_tensor("target_embedding.weight", {o.target_vocab, o.layer.d_model});
  require_tensor(fmt::format("encoder.layers.{}.linear1.weight", o.encoder_layers - 1),
                 {o.layer.dim_feedforward, o.layer.d_model});
  require_tensor(fmt::format("decoder.layers.{}.linear1.weight", o.decoder_layers - 1),
                 {o.layer.dim_feedforward, o.layer.d_model});
  Rng rng(0);
  Transformer model(o, rng);
  load_into(model);
  return model;
}

}  // namespace heed
