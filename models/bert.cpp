#include "models/bert.hpp"

#include <algorithm>

#include "lib/array/layout.hpp"
#include "lib/array/mask.hpp"
#include "lib/core/error.hpp"
#include "models/model_fields.hpp"

namespace heed::inline HEED_PRECISION {
void check_options(const BertOptions& o) {
  check_ranges(o, is_size);
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
  const Mask mask = Mask::padding(input.tokens, SpecialIds().pad);
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

}  // namespace heed
