#include "models/saved_bert.hpp"

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "models/options_json.hpp"

namespace heed::inline HEED_PRECISION {

Bert load_bert(const SavedModel& file, std::int64_t tokens) {
  const auto o = saved_options<BertOptions>(file);
  if (tokens + 1 != o.vocabulary)
    throw_error<SizesError>("{}: {} tokens and a mask for a model of {}", file.path().string(), tokens,
                            o.vocabulary);
  file.require_tensor("embeddings.word_embeddings.weight", {o.vocabulary, o.d_model});
  file.require_tensor("embeddings.position_embeddings.weight", {o.max_length, o.d_model});
  file.require_tensor("embeddings.token_type_embeddings.weight", {o.segments, o.d_model});
  file.require_tensor("classifier.weight", {o.classes, o.d_model});
  file.require_tensor(fmt::format("encoder.layers.{}.linear1.weight", o.layers - 1),
                      {o.dim_feedforward, o.d_model});
  Rng rng(0);
  Bert model(o, rng);
  file.load_into(model);
  return model;
}

}  // namespace heed
