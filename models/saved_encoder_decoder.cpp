#include "models/saved_encoder_decoder.hpp"

#include "models/options_json.hpp"
#include "models/saved_transformer.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

constexpr const char* lstm_kind = "lstm";

AttentionLstm load_lstm(const SavedModel& file) {
  const auto o = saved_options<AttentionLstmOptions>(file);
  file.require_tensor("source_embedding.weight", {o.source_vocab, o.d_model});
  file.require_tensor("target_embedding.weight", {o.target_vocab, o.d_model});
  Rng rng(0);
  AttentionLstm model(o, rng);
  file.load_into(model);
  return model;
}

void save(const std::filesystem::path& path, const Transformer& model, const Metadata& texts) {
  save_transformer(path, model, texts);
}

void save(const std::filesystem::path& path, const AttentionLstm& model, const Metadata& texts) {
  save_model(path, lstm_kind, options_to_json(model.options()), model, texts);
}

}  // namespace

void save_encoder_decoder(const std::filesystem::path& path, const EncoderDecoder& model,
                          const Metadata& texts) {
  std::visit([&](const auto& m) { save(path, m, texts); }, model);
}

EncoderDecoder load_encoder_decoder(const SavedModel& file) {
  if (file.kind() == lstm_kind) return load_lstm(file);
  return SavedTransformer(file.path()).load();
}

}  // namespace heed
