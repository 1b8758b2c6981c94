#include "models/saved_transformer.hpp"

#include <algorithm>

#include "lib/core/error.hpp"
#include "lib/files/checkpoint.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/safetensors.hpp"
#include "lib/text/vocabulary.hpp"
#include "models/options_json.hpp"

namespace heed {
namespace {

constexpr const char* version_key = "heed.version";
constexpr const char* version = "1";
constexpr const char* settings_key = "heed.transformer";

/// The settings in a file must be those of its own tensors: damaged ones could ask for any amount of memory.
void check_settings(const SafetensorsHeader& header, const TransformerOptions& o, const std::string& path) {
  check_options(o);
  const auto within = [&](bool good, const char* key, double value, const char* rule) {
    if (!good)
      throw_error<FormatError>(
          "{}: its settings say that {} is {}: must be {}; train and save the model again", path, key, value,
          rule);
  };
  within(o.layer.dropout >= 0 && o.layer.dropout < 1, "dropout", o.layer.dropout, "at least 0 and below 1");
  within(static_cast<Scalar>(o.layer.layer_norm_eps) > 0 && o.layer.layer_norm_eps <= 1, "layer_norm_eps",
         o.layer.layer_norm_eps, "above 0 and at most 1");
  within(o.pad == Vocabulary::pad, "pad", o.pad, "0, the id of <pad>");
  const auto require = [&](const std::string& name, const std::vector<std::int64_t>& shape) {
    const auto found = std::find_if(header.tensors.begin(), header.tensors.end(),
                                    [&](const TensorEntry& entry) { return entry.name == name; });
    if (found == header.tensors.end() || found->shape != shape)
      throw_error<SizesError>(
          "{}: its settings ask for {} of {}, and it {}; train and save the model again", path, name,
          shape_text(shape), found == header.tensors.end() ? "is missing" : "is " + shape_text(found->shape));
  };
  require("source_embedding.weight", {o.source_vocab, o.layer.d_model});
  require("target_embedding.weight", {o.target_vocab, o.layer.d_model});
  require(fmt::format("encoder.layers.{}.linear1.weight", o.encoder_layers - 1),
          {o.layer.dim_feedforward, o.layer.d_model});
  require(fmt::format("decoder.layers.{}.linear1.weight", o.decoder_layers - 1),
          {o.layer.dim_feedforward, o.layer.d_model});
  constexpr std::int64_t most_positions = 1'000'000;
  if (o.layer.max_length > most_positions)
    throw_error<FormatError>("{}: its settings speak of {} positions, {} are possible", path,
                             o.layer.max_length, most_positions);
}

}  // namespace

void save_transformer(const std::filesystem::path& path, const Transformer& model, const Metadata& texts) {
  Metadata all = texts;
  all[version_key] = version;
  all[settings_key] = options_to_json(model.options());
  save_checkpoint(path, model.state_dict(), all);
}

SavedTransformer::SavedTransformer(const std::filesystem::path& path)
    : path_(path), header_(read_safetensors_header(path)) {
  require_version(header_, version_key, version, path.string());
  const std::string& settings = text(settings_key);
  try {
    options_ = options_from_json(settings);
  } catch (const Error& e) {
    throw_error<FormatError>("{}: {}", path.string(), e.what());
  }
}

const std::string& SavedTransformer::text(const char* key) const {
  const std::string* const found = find(key);
  if (found == nullptr)
    throw_error<FormatError>("{}: the metadata have no '{}': was this file written by heed?", path_.string(),
                             key);
  return *found;
}

const std::string* SavedTransformer::find(const char* key) const {
  const auto found = header_.metadata.find(key);
  return found == header_.metadata.end() ? nullptr : &found->second;
}

Transformer SavedTransformer::load() const {
  check_settings(header_, options_, path_.string());
  Rng rng(0);
  Transformer model(options_, rng);
  std::vector<ExpectedTensor> expected;
  for (const auto& [name, array] : model.state_dict())
    expected.push_back({name, {array.shape().begin(), array.shape().end()}});
  require_tensors(header_, expected, path_.string());
  model.load_state_dict(load_checkpoint(path_).weights);
  model.eval();
  return model;
}

}  // namespace heed
