#include "tools/look/looking.hpp"

#include <algorithm>

#include "lib/core/error.hpp"
#include "lib/files/safetensors.hpp"
#include "lib/text/display.hpp"
#include "models/saved_model.hpp"
#include "tools/language/tr.hpp"
#include "tools/look/readings.hpp"
#include "tools/look/traced_pass.hpp"
#include "tools/training/model_place.hpp"
#include "tools/training/training_lock.hpp"

namespace heed {
namespace {

std::string kind_at(const std::filesystem::path& given) {
  return kind_of(read_safetensors_header(model_file(given)).metadata);
}

bool is_gpt2_folder(const std::filesystem::path& given) {
  return std::filesystem::exists(given / "vocab.json");
}

AnyModel opened(const std::filesystem::path& given) {
  require_finished_epoch(given);
  if (LookableModel::is_other(given))
    throw_error<Error>(tr_noop("{}: a saved model of another kind: translators, language models, BERT, ViT "
                               "and models of integers are looked into; heed report shows how it learned"),
                       model_file(given).string());
  if (!is_gpt2_folder(given) && kind_at(given).empty())
    throw_error<Error>(tr_noop("{}: weights, not a model that heed saved: heed show says more"),
                       model_file(given).string());
  return open_model(given);
}

}  // namespace

std::string broken_text(const std::string& model, const std::string& point) {
  return tr("{} computes NaN or infinity, first at {}: its weights are damaged or diverged in training",
            model, point);
}

void require_tokens(std::size_t count) {
  if (count == 0)
    throw_error<UsageError>(tr_noop("nothing to look at: the model has no token for this sentence"));
}

std::string read_as_unknown(const std::string& word) {
  return fmt::format("{}→{}", word, Vocabulary::special_names[Vocabulary::unk]);
}

bool has_logits(const Looked& looked) {
  return std::ranges::any_of(looked.values, [](const auto& v) { return is_logits(v.first); });
}

void require_finished_epoch(const std::filesystem::path& given) {
  const std::filesystem::path file = model_file(given);
  if (std::filesystem::exists(file) || running_training(file) == 0) return;
  throw_error<Error>(
      "{}", tr("{}: a training is running that has finished no epoch yet: there is something to see once "
               "the first one is saved; --report FILE of the training shows it from its first step",
               printable(given.string())));
}

bool LookableModel::is_other(const std::filesystem::path& given) {
  if (is_gpt2_folder(given)) return false;
  const std::string name = kind_at(given);
  const ModelKind* const kind = find_kind(name);
  return !name.empty() && (kind == nullptr || !kind->looked_into);
}

LookableModel::LookableModel(const std::filesystem::path& path) : model_(opened(path)) {}

std::size_t LookableModel::length(const std::string& sentence) const {
  return std::visit([&](const auto& model) { return length_of(model, sentence); }, model_);
}

Looked LookableModel::look(const std::string& sentence, const LookOptions& options) const {
  return std::visit([&](const auto& model) { return look_at(model, sentence, options); }, model_);
}

bool is_logits(const std::string& point) { return point.substr(0, point.find('#')) == "logits"; }

PointTokens tokens_of(const Looked& looked, const std::string& point) {
  const std::string name = point.substr(0, point.find('#')), word = name.substr(name.rfind('.') + 1);
  const bool of_source = name.starts_with("encoder") || name.starts_with("source_") ||
                         name.starts_with("embeddings") || name == "position.source" ||
                         name == "attention.key" || name == "embedding" || name == "position";
  const bool cross = name.find("multihead_attn.") != std::string::npos || name == lstm_pattern;
  const std::vector<std::string>* const from = of_source ? &looked.source : &looked.input;
  if (word == "pattern" || word == "scores")
    return {cross ? &looked.output : from, cross ? &looked.source : from};
  return {cross && (word == "key" || word == "value") ? &looked.source : from, nullptr};
}

}  // namespace heed
