#include "tools/show/kind.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "lib/core/error.hpp"
#include "lib/files/json.hpp"
#include "lib/text/shell_word.hpp"
#include "models/any_model.hpp"
#include "tools/language/spoken.hpp"
#include "tools/show/lines.hpp"

namespace heed {
namespace {

namespace fs = std::filesystem;

std::string own_kind(const std::string& name) {
  if (const ModelKind* const kind = find_kind(name))
    return spoken("{0}, saved by heed (kind: {2})", "heed가 저장한 {1} (종류: {2})", kind->english,
                  kind->korean, name);
  return spoken("a model of one's own, saved by heed (kind: {})", "heed로 저장한 사용자 모델 (종류: {})",
                shortened(name, 30));
}

/// The config.json beside a file; nothing where there is none. Throws Error if it is no JSON object.
std::optional<nlohmann::json> config_beside(const fs::path& path) {
  const fs::path config = path.parent_path() / "config.json";
  if (!fs::exists(config)) return std::nullopt;
  nlohmann::json json = read_json(config);
  if (!json.is_object()) throw_error<Error>("{}: no JSON object", config.string());
  return json;
}

std::string type_of(const fs::path& path) {
  try {
    const auto config = config_beside(path);
    if (config && config->contains("model_type") && config->at("model_type").is_string())
      return config->at("model_type").get<std::string>();
  } catch (const Error&) {  // config_text_of() says it
  }
  return "";
}

}  // namespace

std::string kind_text(const fs::path& path, const std::string& kind, const SafetensorsHeader& header) {
  if (!kind.empty()) return own_kind(kind);
  if (header.metadata.contains("heed.settings"))
    return spoken("the state of a training that was interrupted: the same command with --resume goes on",
                  "중단된 학습의 상태: 같은 명령에 --resume을 붙이면 이어서 함");
  const auto has = [&](const char* end) {
    return std::any_of(header.tensors.begin(), header.tensors.end(),
                       [&](const TensorEntry& tensor) { return tensor.name.ends_with(end); });
  };
  const std::string type = type_of(path);
  const std::string folder = shell_word(path.has_parent_path() ? path.parent_path().string() : ".");
  if (type == "marian" ||
      (type.empty() && has("final_logits_bias") && has("decoder.layers.0.encoder_attn.k_proj.weight")))
    return spoken("a translator as Hugging Face's MarianMTModel: heed import {} --out runs/NAME",
                  "Hugging Face MarianMTModel 형식의 번역 모델: heed import {} --out runs/이름", folder);
  if (has("h.0.attn.c_attn.weight"))
    return spoken(
        "weights with the names of GPT-2: heed lm --model {} PROMPT, with vocab.json and merges.txt",
        "GPT-2 이름의 가중치: heed lm --model {} 첫머리, vocab.json과 merges.txt가 있어야 함", folder);
  if (has("encoder.layer.0.attention.self.query.weight") && has("embeddings.token_type_embeddings.weight"))
    return spoken(
        "weights with the names of Hugging Face's BERT: load_hugging_face() reads them, in a "
        "program of one's own (docs/models.md)",
        "Hugging Face BERT 이름의 가중치: 직접 쓴 프로그램에서 load_hugging_face()로 읽음 (docs/models.md)");
  if (!type.empty())
    return spoken("weights of a model of the type {}, by its config.json; heed has none such",
                  "config.json에 따르면 {} 모델의 가중치이며 heed에는 없는 종류임", shortened(type, 30));
  return spoken("weights, not a model that heed saved", "가중치이며 heed가 저장한 모델은 아님");
}

std::string config_text_of(const fs::path& path) {
  try {
    const auto config = config_beside(path);
    if (!config) return "";
    std::string text;
    for (const auto& [name, value] : config->items()) {
      const bool size = value.is_number() && !name.ends_with("_id");
      if (size || name == "model_type" || name == "activation_function" || name == "hidden_act")
        text += fmt::format("{}{} {}", text.empty() ? "" : " · ", name,
                            value.is_string() ? value.get<std::string>() : value.dump());
    }
    return text.empty() ? "" : titled("config.json", printable(text));
  } catch (const Error& e) {
    return titled("config.json", printable(e.what()));
  }
}

}  // namespace heed
