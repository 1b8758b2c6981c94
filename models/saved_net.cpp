#include "models/saved_net.hpp"

#include <fmt/format.h>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "models/bert.hpp"
#include "models/gpt.hpp"
#include "models/model_fields.hpp"
#include "models/vit.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

/// A name and a shape for each size that options name: a model is made only of options whose tensors the file
/// has, as damaged ones could ask for any amount of memory.
using NamedShape = std::pair<std::string, std::vector<std::int64_t>>;
using Tensors = std::vector<NamedShape>;

NamedShape last_layer(const char* stack, std::int64_t layers, std::int64_t wide, std::int64_t d_model) {
  return {fmt::format("{}.layers.{}.linear1.weight", stack, layers - 1), {wide, d_model}};
}

Tensors sized(const TransformerOptions& o) {
  return {{"source_embedding.weight", {o.source_vocab, o.layer.d_model}},
          {"target_embedding.weight", {o.target_vocab, o.layer.d_model}},
          last_layer("encoder", o.encoder_layers, o.layer.dim_feedforward, o.layer.d_model),
          last_layer("decoder", o.decoder_layers, o.layer.dim_feedforward, o.layer.d_model)};
}

Tensors sized(const AttentionLstmOptions& o) {
  return {{"source_embedding.weight", {o.source_vocab, o.d_model}},
          {"target_embedding.weight", {o.target_vocab, o.d_model}}};
}

Tensors sized(const GptOptions& o) {
  return {{"wte.weight", {o.vocabulary, o.d_model}},
          {"wpe.weight", {o.max_length, o.d_model}},
          {fmt::format("h.{}.mlp.c_fc.weight", o.layers - 1), {o.d_model, o.dim_feedforward}}};
}

Tensors sized(const BertOptions& o) {
  return {{"embeddings.word_embeddings.weight", {o.vocabulary, o.d_model}},
          {"embeddings.position_embeddings.weight", {o.max_length, o.d_model}},
          {"embeddings.token_type_embeddings.weight", {o.segments, o.d_model}},
          {"classifier.weight", {o.classes, o.d_model}},
          last_layer("encoder", o.layers, o.dim_feedforward, o.d_model)};
}

Tensors sized(const VitOptions& o) {
  return {{"conv_proj.weight", {o.d_model, o.channels, o.patch, o.patch}},
          {"pos_embedding", {1, 1 + o.height / o.patch * (o.width / o.patch), o.d_model}},
          last_layer("encoder", o.layers, o.dim_feedforward, o.d_model),
          {"head.weight", {o.classes, o.d_model}}};
}

template <typename Options>
Options saved_options(const SavedModel& file) try {
  const Options options = options_from_json<Options>(file.settings());
  check_options(options);
  check_ranges(options, [](const Field&) { return true; });
  return options;
} catch (const Error& e) {
  throw_error<FormatError>(tr_noop("{}: {}; train and save the model again"), file.path().string(),
                           e.message());
}

}  // namespace

template <typename Net>
Net load_net(const SavedModel& file) {
  using Options = std::remove_cvref_t<decltype(std::declval<Net>().options())>;
  const auto options = saved_options<Options>(file);
  for (const auto& [name, shape] : sized(options)) file.require_tensor(name, shape);
  Rng rng(0);
  Net net(options, rng);
  file.load_into(net);
  return net;
}
template Transformer load_net(const SavedModel&);
template AttentionLstm load_net(const SavedModel&);
template Gpt load_net(const SavedModel&);
template Bert load_net(const SavedModel&);
template Vit load_net(const SavedModel&);

}  // namespace heed
