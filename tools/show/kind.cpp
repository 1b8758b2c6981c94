#include "tools/show/kind.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "lib/core/error.hpp"
#include "lib/files/json.hpp"
#include "lib/text/shell_word.hpp"
#include "models/any_model.hpp"
#include "tools/language/tr.hpp"
#include "tools/show/lines.hpp"

namespace heed {
namespace {

namespace fs = std::filesystem;

std::string own_kind(const std::string& name) {
  if (const ModelKind* const kind = find_kind(name))
    return tr("{}, saved by heed (kind: {})", localized(kind->what), name);
  return tr("a model of one's own, saved by heed (kind: {})", shortened(name, 30));
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
    return tr("the state of a training that was interrupted: the same command with --resume goes on");
  const auto has = [&](const char* end) {
    return std::any_of(header.tensors.begin(), header.tensors.end(),
                       [&](const TensorEntry& tensor) { return tensor.name.ends_with(end); });
  };
  const std::string type = type_of(path);
  const std::string folder = shell_word(path.has_parent_path() ? path.parent_path().string() : ".");
  if (type == "marian" ||
      (type.empty() && has("final_logits_bias") && has("decoder.layers.0.encoder_attn.k_proj.weight")))
    return tr("a translator as Hugging Face's MarianMTModel: heed import {} --out runs/NAME", folder);
  if (has("h.0.attn.c_attn.weight"))
    return tr("weights with the names of GPT-2: heed lm --model {} PROMPT, with vocab.json and merges.txt",
              folder);
  if (has("encoder.layer.0.attention.self.query.weight") && has("embeddings.token_type_embeddings.weight"))
    return tr(
        "weights with the names of Hugging Face's BERT: load_hugging_face() reads them, in a "
        "program of one's own (docs/models.md)");
  if (!type.empty())
    return tr("weights of a model of the type {}, by its config.json; heed has none such",
              shortened(type, 30));
  return tr("weights, not a model that heed saved");
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
    return titled("config.json", printable(localized(e)));
  }
}

}  // namespace heed
