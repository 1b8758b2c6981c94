// BERT (Devlin et al. 2019, "BERT: Pre-training of deep bidirectional Transformers"): an encoder that is
// trained to find hidden words again, and then to tell classes of texts apart.
//
//   x      = LayerNorm(word[token] + position[place] + token_type[segment])        (B, T, C)
//   x      = LayerNorm(x + self_attn(x));  x = LayerNorm(x + linear2(gelu(linear1(x))))   in each layer
//   words  = LayerNorm(gelu(dense(x))) wordᵀ + bias          at hidden places; the embedding is tied   (M, V)
//   class  = classifier(tanh(pooler(x of <bos>, or the mean)))                     (B, classes)
//
// Parameters, the first and the last with the names of Hugging Face's BERT, the layers with PyTorch's:
//
//   embeddings.word_embeddings.weight (V, C), embeddings.position_embeddings.weight (max_length, C),
//   embeddings.token_type_embeddings.weight (2, C), embeddings.LayerNorm.weight, .bias (C)
//   encoder.layers.i.*                   as torch.nn.TransformerEncoderLayer(activation="gelu") has them
//   pooler.dense.weight (C, C), .bias;   cls.predictions.transform.dense, .LayerNorm;  cls.predictions.bias
//   (V) classifier.weight (classes, C), .bias
#pragma once

#include "nn/encoder.hpp"
#include "nn/masked_token_task.hpp"

namespace heed::inline HEED_PRECISION {

/// Defaults are those of BERT base.
struct BertOptions {
  std::int64_t vocabulary = 30522;
  std::int64_t max_length = 512;  // tokens a text may have
  std::int64_t segments = 2;
  std::int64_t classes = 2;  // of the classifier
  std::int64_t d_model = 768, heads = 12, layers = 12, dim_feedforward = 3072;
  double dropout = 0.1;  // unlike BERT's also between linear1 and linear2, as in PyTorch's layer
  double layer_norm_eps = 1e-12;
};
/// Throws UsageError for sizes that cannot be, such as heads that do not divide d_model.
void check_options(const BertOptions& options);

/// (B, T) twice -> (B, T, C).
class BertEmbeddings : public Module {
  BertOptions options_;
  Embedding table(std::int64_t rows);

 public:
  BertEmbeddings(const BertOptions& options, Rng& rng) : Module(rng), options_(options) {}
  Variable operator()(const EncoderInput& input) const;

  Embedding word_embeddings = child("word_embeddings", table(options_.vocabulary));
  Embedding position_embeddings = child("position_embeddings", table(options_.max_length));
  Embedding token_type_embeddings = child("token_type_embeddings", table(options_.segments));
  LayerNorm norm = child("LayerNorm", LayerNorm(options_.d_model, options_.layer_norm_eps));

 private:
  Dropout dropout_ = child("dropout", Dropout(options_.dropout));
};

class Bert : public Module {
  BertOptions options_;
  LayerOptions layer_options() const;
  Linear linear(std::int64_t out);

 public:
  /// Throws UsageError for sizes that cannot be. Embeddings start normal with deviation 0.02, as do the
  /// weights of linear maps but the attention's in_proj_weight (Xavier); biases at 0, but for U of the
  /// layers' linear1 and linear2: docs/numerics.md, "Where it departs".
  Bert(const BertOptions& options, Rng& rng);

  /// Returns what the encoder makes of each token: (B, T, C). Nobody attends to <pad>. Throws Error for texts
  /// of more than max_length tokens.
  Variable operator()(const EncoderInput& input) const;
  /// Logits of the words at these places b T + t: hidden (B, T, C), places (M) -> (M, V).
  Variable words(const Variable& hidden, const Tokens& places) const;
  /// Logits of the classes: a text as one row, (B, C) -> (B, classes).
  Variable classes(const Variable& text) const;

  const BertOptions& options() const { return options_; }

  BertEmbeddings embeddings = child("embeddings", BertEmbeddings(options_, initial()));
  Encoder encoder =
      child("encoder", Encoder(layer_options(), {.layers = options_.layers, .final_norm = false}, initial()));
  Linear pooler = child("pooler.dense", linear(options_.d_model));
  Linear transform = child("cls.predictions.transform.dense", linear(options_.d_model));
  LayerNorm transform_norm =
      child("cls.predictions.transform.LayerNorm", LayerNorm(options_.d_model, options_.layer_norm_eps));
  Variable word_bias = parameter("cls.predictions.bias", Array::zeros({options_.vocabulary}));
  Linear classifier = child("classifier", linear(options_.classes));

 private:
  Dropout dropout_ = child("dropout", Dropout(options_.dropout));
};

/// A text as one row: hidden (B, T, C) -> (B, C). Its first token, as in BERT; or the mean of all its tokens
/// but <pad>, which needs fewer labels where nothing has trained the first one.
Variable first_token(const Variable& hidden);
Variable mean_token(const Variable& hidden, const Tokens& tokens);

}  // namespace heed
