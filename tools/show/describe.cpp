#include "tools/show/describe.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "lib/core/error.hpp"
#include "lib/files/json.hpp"
#include "lib/files/safetensors.hpp"
#include "lib/report/number.hpp"
#include "lib/report/table.hpp"
#include "lib/text/display.hpp"
#include "lib/text/vocabulary.hpp"
#include "models/saved_model.hpp"
#include "tools/training/training_history.hpp"

namespace heed {
namespace {

/// At most so many characters of a text, in one line.
std::string shortened(const std::string& text, int most = 60) { return shorten(printable(text), most); }

std::string line(const std::string& title, const std::string& text) {
  return fmt::format("{:<12} {}\n", title, text);
}

std::int64_t elements(const std::vector<std::int64_t>& shape) {
  std::int64_t count = 1;
  for (const std::int64_t n : shape) count *= n;
  return count;
}

/// "encoder.layers.*" of "encoder.layers.3.linear1.weight", "wte" of "wte.weight": up to the first number.
std::string part_of(const std::string& name) {
  for (std::size_t begin = 0; begin < name.size();) {
    const std::size_t end = std::min(name.find('.', begin), name.size());
    const bool number = end > begin && std::all_of(name.begin() + static_cast<std::ptrdiff_t>(begin),
                                                   name.begin() + static_cast<std::ptrdiff_t>(end),
                                                   [](char c) { return c >= '0' && c <= '9'; });
    if (number) return name.substr(0, begin) + "*";
    begin = end + 1;
  }
  return name.substr(0, name.find('.'));
}

struct Part {
  std::size_t tensors = 0;
  std::int64_t parameters = 0;
  std::set<std::string> numbers{};  // of encoder.layers.*
};

std::string parameters_text(const SafetensorsHeader& header) {
  std::map<std::string, Part> parts;
  std::set<std::string> types;
  std::set<std::pair<std::string, std::vector<std::int64_t>>> seen;
  std::int64_t total = 0;
  std::size_t copies = 0;
  for (const TensorEntry& tensor : header.tensors) {
    types.insert(std::string(dtype_name(tensor.dtype)));
    // A tied matrix stands in the file under each of its names.
    if (!tensor.hash.empty() && elements(tensor.shape) > 1 &&
        !seen.insert({tensor.hash, tensor.shape}).second && tensor.shape.size() > 1) {
      ++copies;
      continue;
    }
    const std::string name = part_of(tensor.name);
    Part& part = parts[name];
    ++part.tensors;
    part.parameters += elements(tensor.shape);
    total += elements(tensor.shape);
    if (name.ends_with('*')) {
      const std::size_t first = name.size() - 1;
      part.numbers.insert(tensor.name.substr(first, tensor.name.find('.', first) - first));
    }
  }
  std::string kinds;
  for (const std::string& type : types) kinds += (kinds.empty() ? "" : ", ") + type;
  std::string text =
      line("parameters",
           fmt::format("{} in {} tensors ({}){}", grouped(total), header.tensors.size() - copies, kinds,
                       copies > 0 ? fmt::format("; {} more hold what another holds (tied)", copies) : ""));
  Table table{
      .columns = {
          {"  part"}, {"tensors", Align::right}, {"parameters", Align::right}, {"share", Align::right}}};
  for (const auto& [name, part] : parts) {
    table.rows.push_back(
        {"  " + shortened(name) + (part.numbers.size() > 1 ? fmt::format(" ({})", part.numbers.size()) : ""),
         std::to_string(part.tensors), grouped(part.parameters),
         total == 0 ? ""
                    : fmt::format("{:.1f} %",
                                  100 * static_cast<double>(part.parameters) / static_cast<double>(total))});
  }
  return parts.empty() ? text : text + format_table(table);
}

std::string options_text(const std::string& json, const std::string& label) {
  const nlohmann::json options = parse_json(json, label);
  std::string text;
  for (const auto& [name, value] : options.items())
    text += fmt::format("{}{} {}", text.empty() ? "" : " · ", name,
                        value.is_string() ? value.get<std::string>() : value.dump());
  return line("options", printable(text));
}

/// "1,046 tokens: the 나는 …" of the JSON list that a model keeps.
std::string vocabulary_text(const std::string& json) {
  const Vocabulary vocabulary = vocabulary_from_json(json);
  const std::vector<std::string>& tokens = vocabulary.tokens();
  std::string text = fmt::format("{} tokens:", grouped(std::ssize(tokens)));
  for (std::size_t i = std::size(Vocabulary::special_names); i < std::min<std::size_t>(tokens.size(), 14);
       ++i)
    text += ' ' + printable(tokens[i]);
  return text + (tokens.size() > 14 ? " …" : "");
}

std::string texts_of(const SafetensorsHeader& header, const std::string& kind) {
  std::string text;
  for (const auto& [key, value] : header.metadata) {
    if (key == "heed." + kind || key == "heed.version" || key == "format") continue;
    const std::string name = key.starts_with("heed.") ? key.substr(5) : key;
    const bool vocabulary = key.starts_with("heed.") && name.ends_with("vocabulary");
    text += line("  " + shortened(name, 30), vocabulary ? vocabulary_text(value) : shortened(value));
  }
  return text.empty() ? "" : "texts\n" + text;
}

std::string kind_text(const std::string& kind, const SafetensorsHeader& header) {
  if (kind == "transformer") return "an encoder-decoder Transformer, saved by heed (kind: transformer)";
  if (kind == "lstm")
    return "an encoder-decoder of LSTMs with additive attention, saved by heed (kind: lstm)";
  if (kind == "gpt") return "a language model, saved by heed (kind: gpt)";
  if (kind == "bert") return "an encoder of masked words (BERT), saved by heed (kind: bert)";
  if (kind == "vit") return "a Vision Transformer, saved by heed (kind: vit)";
  const bool gpt2 = std::any_of(header.tensors.begin(), header.tensors.end(), [](const TensorEntry& tensor) {
    return tensor.name.ends_with("h.0.attn.c_attn.weight");
  });
  return gpt2 ? "weights with the names of GPT-2: heed lm --model FOLDER PROMPT, with vocab.json and "
                "merges.txt"
              : "weights, not a model that heed saved";
}

}  // namespace

std::string describe_file(const std::filesystem::path& path, Detail detail) {
  const SafetensorsHeader header = read_safetensors_header(path);
  const std::string kind = kind_of(header.metadata);
  std::string text = line(printable(path.string()) + ":", kind_text(kind, header));
  if (!kind.empty()) text += options_text(header.metadata.at("heed." + kind), path.string());
  text += parameters_text(header) + texts_of(header, kind);
  if (const std::string history = training_summary(path).text; !history.empty())
    text += line("training", history);
  read_safetensors(path);  // with its hashes
  const bool hashed = std::any_of(header.tensors.begin(), header.tensors.end(),
                                  [](const TensorEntry& tensor) { return !tensor.hash.empty(); });
  text +=
      line("hashes", hashed ? "every byte is as it was written" : "none: what was written cannot be checked");
  if (detail == Detail::parts) return text;
  Table table{.columns = {{"tensor"}, {"type"}, {"shape"}}};
  for (const TensorEntry& tensor : header.tensors)
    table.rows.push_back(
        {shortened(tensor.name, 100), std::string(dtype_name(tensor.dtype)), shape_text(tensor.shape)});
  std::sort(table.rows.begin(), table.rows.end());
  return text + '\n' + format_table(table);
}

}  // namespace heed
