#include "tools/show/describe.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/json.hpp"
#include "lib/files/safetensors.hpp"
#include "lib/report/number.hpp"
#include "lib/report/table.hpp"
#include "lib/report/terminal.hpp"
#include "lib/text/vocabulary.hpp"
#include "lib/text/words.hpp"
#include "models/saved_model.hpp"
#include "tools/language/spoken.hpp"
#include "tools/learn/wrap.hpp"
#include "tools/show/kind.hpp"
#include "tools/show/lines.hpp"
#include "tools/show/parts.hpp"
#include "tools/training/training_history.hpp"

namespace heed {
namespace {

std::string options_text(const std::string& json, const std::string& label) {
  const nlohmann::json options = parse_json(json, label);
  std::string text;
  for (const auto& [name, value] : options.items())
    text += fmt::format("{}{} {}", text.empty() ? "" : " · ", name,
                        value.is_string() ? value.get<std::string>() : value.dump());
  return titled(spoken("options", "옵션"), printable(text));
}

Vocabulary read_vocabulary(const std::string& json, const std::string& label) try {
  return vocabulary_from_json(json);
} catch (const Error& e) {
  throw_error<FormatError>("{}: {}; train and save the model again", label, e.what());
}

/// "1,046 tokens: the 나는 …" of the JSON list that a model keeps.
std::string vocabulary_text(const std::string& json, const std::string& label) {
  const Vocabulary vocabulary = read_vocabulary(json, label);
  const std::vector<std::string>& tokens = vocabulary.tokens();
  std::string text = spoken("{} tokens:", "토큰 {}가지:", grouped(std::ssize(tokens)));
  for (std::size_t i = std::size(Vocabulary::special_names); i < std::min<std::size_t>(tokens.size(), 14);
       ++i)
    text += ' ' + printable(tokens[i]);
  return text + (tokens.size() > 14 ? " …" : "");
}

bool is_vocabulary(const std::string& key) { return key.starts_with("heed.") && key.ends_with("vocabulary"); }

/// Every word of every vocabulary.
std::string words_of(const SafetensorsHeader& header, const std::string& path) {
  std::string text;
  for (const auto& [key, value] : header.metadata) {
    if (!is_vocabulary(key)) continue;
    const Vocabulary vocabulary = read_vocabulary(value, fmt::format("{}: '{}'", path, key));
    std::vector<std::string> words(vocabulary.tokens().begin() + std::ssize(Vocabulary::special_names),
                                   vocabulary.tokens().end());
    std::sort(words.begin(), words.end());
    text += fmt::format("{}{} ({}):\n", text.empty() ? "" : "\n", key.substr(5), grouped(std::ssize(words)));
    const WrapOptions page{.width = std::clamp<std::size_t>(terminal(Stream::output).width, 20, 110),
                           .first = "  ",
                           .rest = "  "};
    for (const std::string& line : wrap(printable(join_with_spaces(words)), page)) text += line + '\n';
  }
  if (text.empty()) throw_error<UsageError>("{}: there is no vocabulary in it", path);
  return text;
}

std::string texts_of(const SafetensorsHeader& header, const std::string& kind, const std::string& path) {
  std::string text;
  for (const auto& [key, value] : header.metadata) {
    if (key == "heed." + kind || key == "heed.version" || key == "heed.kind" || key == "format") continue;
    const std::string name = key.starts_with("heed.") ? key.substr(5) : key;
    text += titled(
        "  " + shortened(name, 30),
        is_vocabulary(key) ? vocabulary_text(value, fmt::format("{}: '{}'", path, key)) : shortened(value));
  }
  return text.empty() ? "" : spoken("texts\n", "글\n") + text;
}

}  // namespace

std::string describe_file(const std::filesystem::path& path, Detail detail) {
  const SafetensorsHeader header = read_safetensors_header(path);
  if (detail == Detail::words) return words_of(header, path.string());
  const std::string kind = kind_of(header.metadata);
  std::string text = titled(printable(path.string()) + ":", kind_text(path, kind, header));
  text +=
      kind.empty() ? config_text_of(path) : options_text(header.metadata.at("heed." + kind), path.string());
  text += parameters_text(header, read_safetensors(path)) + texts_of(header, kind, path.string());
  if (const std::string history = training_summary(path).text; !history.empty())
    text += titled(spoken("training", "학습"), history);
  const bool hashed = std::any_of(header.tensors.begin(), header.tensors.end(),
                                  [](const TensorEntry& tensor) { return !tensor.hash.empty(); });
  text +=
      titled(spoken("hashes", "해시"),
             hashed ? spoken("every byte is as it was written", "모든 바이트가 쓰인 그대로임")
                    : spoken("none: what was written cannot be checked", "없음: 쓰인 그대로인지 알 수 없음"));
  if (detail == Detail::parts) return text;
  Table table{.columns = {{spoken("tensor", "텐서")}, {spoken("type", "타입")}, {spoken("shape", "모양")}}};
  for (const TensorEntry& tensor : header.tensors)
    table.rows.push_back(
        {shortened(tensor.name, 100), std::string(dtype_name(tensor.dtype)), shape_text(tensor.shape)});
  std::sort(table.rows.begin(), table.rows.end());
  return text + '\n' + format_table(table);
}

}  // namespace heed
