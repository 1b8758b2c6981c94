#include "tools/look/looking.hpp"

#include <algorithm>

#include "lib/core/error.hpp"
#include "lib/files/safetensors.hpp"
#include "lib/text/display.hpp"
#include "models/saved_model.hpp"
#include "tools/language/spoken.hpp"
#include "tools/language/spoken_error.hpp"
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
    throw_spoken<Error>(
        "{}: a saved model of another kind: translators, language models, BERT, ViT "
        "and models of integers are looked into; heed report shows how it learned",
        "{}: 다른 종류의 모델: 번역기, 언어 모델, BERT, ViT, 정수열 모델만 들여다볼 "
        "수 있음. 학습 과정은 heed report로 볼 것",
        model_file(given).string());
  if (!is_gpt2_folder(given) && kind_at(given).empty())
    throw_spoken<Error>("{}: weights, not a model that heed saved: heed show says more",
                        "{}: 가중치일 뿐 heed가 저장한 모델이 아님: heed show로 볼 것",
                        model_file(given).string());
  return open_model(given);
}

}  // namespace

std::string broken_text(const std::string& model, const std::string& point) {
  return spoken("{} computes NaN or infinity, first at {}: its weights are damaged or diverged in training",
                "{}: {}에서 처음으로 NaN이나 무한대를 계산함. 가중치가 손상되었거나 학습이 발산함", model,
                point);
}

void require_tokens(std::size_t count) {
  if (count == 0)
    throw_spoken<UsageError>("nothing to look at: the model has no token for this sentence",
                             "볼 것이 없음: 이 문장에 모델이 아는 토큰이 없음");
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
      "{}",
      spoken("{}: a training is running that has finished no epoch yet: there is something to see once "
             "the first one is saved; --report FILE of the training shows it from its first step",
             "{}: 학습이 돌고 있지만 아직 한 에포크도 끝나지 않음: 첫 에포크가 저장되면 볼 수 있음. 학습의 "
             "--report FILE은 첫 단계부터 보여 줌",
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
