#include "models/bert.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "lib/array/layout.hpp"
#include "lib/array/padding_mask.hpp"
#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "nn/checkpoint.hpp"
#include "nn/find_tensor.hpp"
#include "nn/option_checks.hpp"

namespace heed::inline HEED_PRECISION {
void check_options(const BertOptions& o) {
  require_positive("vocabulary", o.vocabulary);
  require_positive("max_length", o.max_length);
  require_positive("segments", o.segments);
  require_positive("classes", o.classes);
  require_positive("d_model", o.d_model);
  require_positive("heads", o.heads);
  require_positive("layers", o.layers);
  require_positive("dim_feedforward", o.dim_feedforward);
  require_heads_divide(o.heads, o.d_model);
}

Embedding BertEmbeddings::table(std::int64_t rows) {
  return {rows, options_.d_model, initial(), {.init = Init::small_normal}};
}

Variable BertEmbeddings::operator()(const EncoderInput& input) const {
  const std::int64_t length = input.tokens.dim(1);
  if (length > options_.max_length)
    throw_error<Error>("a text of {} tokens is longer than the model's maximum of {}", length,
                       options_.max_length);
  const Variable x = word_embeddings(input.tokens) + slice(position_embeddings.weight, 0, 0, length) +
                     token_type_embeddings(input.segments);
  return dropout_(norm(x));
}

LayerOptions Bert::layer_options() const {
  return {.d_model = options_.d_model,
          .heads = options_.heads,
          .dim_feedforward = options_.dim_feedforward,
          .dropout = options_.dropout,
          .activation = Activation::gelu,
          .norm = NormOrder::post,
          .layer_norm_eps = options_.layer_norm_eps,
          .max_length = options_.max_length,
          .init = Init::small_normal};
}

Linear Bert::linear(std::int64_t out) {
  return {options_.d_model, out, initial(), {.weight_init = Init::small_normal, .bias_init = Init::zeros}};
}

Bert::Bert(const BertOptions& o, Rng& rng) : Module(rng), options_(checked(o)) { has_points({"logits"}); }

Variable Bert::operator()(const EncoderInput& input) const {
  if (input.tokens.shape().rank() != 2 || input.segments.shape() != input.tokens.shape())
    throw_error<ShapeError>("[bert] tokens {} and segments {}, not (B, T) twice", input.tokens.shape(),
                            input.segments.shape());
  const Mask mask = padding_mask(input.tokens, SpecialIds().pad);
  return encoder(embeddings(input), {.mask = mask});
}

Variable Bert::words(const Variable& hidden, const Tokens& places) const {
  // The rows at these places, as rows of a table.
  const Variable rows = embedding(reshape(hidden, {-1, options_.d_model}), places);
  return point("logits", heed::linear(transform_norm(gelu(transform(rows))),
                                      embeddings.word_embeddings.weight, word_bias));
}

Variable Bert::classes(const Variable& text) const { return classifier(dropout_(tanh(pooler(text)))); }

Variable first_token(const Variable& hidden) {
  return reshape(slice(hidden, 1, 0, 1), {hidden.dim(0), hidden.dim(2)});
}

Variable mean_token(const Variable& hidden, const Tokens& tokens) {
  const std::int64_t rows = tokens.dim(0), length = tokens.dim(1);
  Array shares = Array::zeros({rows, 1, length});
  for (std::int64_t row = 0; row < rows; ++row) {
    const auto first = tokens.ids().begin() + row * length;
    const std::int64_t count = length - std::count(first, first + length, SpecialIds().pad);
    for (std::int64_t t = 0; t < length; ++t) {
      if (first[t] != SpecialIds().pad)
        shares.mutable_data()[row * length + t] = Scalar{1} / static_cast<Scalar>(count);
    }
  }
  return reshape(matmul(Variable(shares), hidden), {rows, hidden.dim(2)});
}

// ---- names ----

namespace {

constexpr const char* ours_prefix = "encoder.layers.";
constexpr const char* theirs_prefix = "encoder.layer.";
constexpr const char* decoder_prefix = "cls.predictions.decoder.";

/// A layer's parameters but query, key and value.
constexpr std::pair<const char*, const char*> layer_names[] = {
    {".self_attn.out_proj.", ".attention.output.dense."},
    {".norm1.", ".attention.output.LayerNorm."},
    {".linear1.", ".intermediate.dense."},
    {".linear2.", ".output.dense."},
    {".norm2.", ".output.LayerNorm."},
};
constexpr const char* projections[] = {"query", "key", "value"};

/// Older files, of TensorFlow's names, have LayerNorm.gamma and LayerNorm.beta.
std::string with_present_name(std::string name) {
  for (const auto& [older, present] : {std::pair(".gamma", ".weight"), std::pair(".beta", ".bias")}) {
    if (const std::string end = std::string("LayerNorm") + older; name.ends_with(end))
      return name.substr(0, name.size() - std::string(older).size()) + present;
  }
  return name;
}

/// The matrix and the bias of the words' logits, which files have once more: they must be the same.
void require_tied(const StateDict& ours, const Array& decoder, const std::string& part) {
  const std::string name = part == "weight" ? "embeddings.word_embeddings.weight" : "cls.predictions.bias";
  const Array* const tied = find_tensor(ours, name);
  if (tied == nullptr || !identical(decoder, *tied))
    throw_error<FormatError>("cls.predictions.decoder.{} is not {}: our BERT has one for both", part, name);
}

/// embeddings.position_ids, 0, 1, 2 … in I64; embeddings.token_type_ids likewise.
bool is_buffer(const std::string& name) {
  return name.ends_with("embeddings.position_ids") || name.ends_with("embeddings.token_type_ids");
}

bool is_head(const std::string& name) { return name.starts_with("cls.") || name.starts_with("classifier."); }

}  // namespace

StateDict to_hugging_face(const StateDict& ours) {
  StateDict theirs;
  for (const auto& [name, array] : ours) {
    if (!name.starts_with(ours_prefix)) {
      theirs.emplace_back((is_head(name) ? "" : "bert.") + name, array);
      continue;
    }
    const std::string rest = name.substr(std::string(ours_prefix).size());
    const std::size_t dot = rest.find('.');
    const std::string layer = std::string("bert.") + theirs_prefix + rest.substr(0, dot),
                      inner = rest.substr(dot);
    if (inner == ".self_attn.in_proj_weight" || inner == ".self_attn.in_proj_bias") {
      const std::int64_t width = array.dim(0) / 3;
      for (std::int64_t i = 0; i < 3; ++i)
        theirs.emplace_back(
            layer + ".attention.self." + projections[i] + (inner.ends_with("weight") ? ".weight" : ".bias"),
            slice(array, 0, i * width, (i + 1) * width));
    }
    for (const auto& [mine, other] : layer_names) {
      if (inner.starts_with(mine))
        theirs.emplace_back(layer + other + inner.substr(std::string(mine).size()), array);
    }
  }
  return theirs;
}

StateDict from_hugging_face(const StateDict& theirs) {
  StateDict ours, decoder;
  std::map<std::string, std::array<Array, 3>> joined;  // in_proj_weight and in_proj_bias of each layer
  for (const auto& [full, array] : theirs) {
    const std::string name = with_present_name(full.starts_with("bert.") ? full.substr(5) : full);
    // Buffers, and a head that ours does not have.
    if (is_buffer(name) || name.starts_with("cls.seq_relationship.")) continue;
    if (name.starts_with(decoder_prefix)) {
      decoder.emplace_back(name.substr(std::string(decoder_prefix).size()), array);
      continue;
    }
    if (!name.starts_with(theirs_prefix)) {
      ours.emplace_back(name, array);
      continue;
    }
    const std::string rest = name.substr(std::string(theirs_prefix).size());
    const std::size_t dot = rest.find('.');
    const std::string layer = ours_prefix + rest.substr(0, dot),
                      inner = rest.substr(std::min(dot, rest.size()));
    bool known = false;
    for (std::size_t i = 0; i < 3; ++i) {
      const std::string start = std::string(".attention.self.") + projections[i] + '.';
      if (!inner.starts_with(start)) continue;
      joined[layer + ".self_attn.in_proj_" + inner.substr(start.size())].at(i) = array;
      known = true;
    }
    for (const auto& [mine, other] : layer_names) {
      if (!inner.starts_with(other)) continue;
      ours.emplace_back(layer + mine + inner.substr(std::string(other).size()), array);
      known = true;
    }
    if (!known) ours.emplace_back(name, array);  // which loading refuses by this name
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
