#include "tools/learn/course/labels.hpp"

#include <nlohmann/json.hpp>
#include <regex>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/json.hpp"

namespace heed {

Labels::Labels(const std::filesystem::path& file) {
  if (!std::filesystem::exists(file)) return;
  const nlohmann::json table = read_json(file.string());
  for (const auto& [english, korean] : table.items()) {
    if (!korean.is_string())
      throw_error<FormatError>("{}: the label \"{}\" needs a text in Korean", file.string(), english);
    table_[english] = korean.get<std::string>();
  }
}

std::string Labels::korean(const std::string& label) const {
  static const std::regex number(R"(\d+(\.\d+)?)");
  const auto found = table_.find(std::regex_replace(label, number, "#"));
  if (found == table_.end()) return label;
  std::string text;
  std::sregex_iterator next(label.begin(), label.end(), number);
  for (const char letter : found->second) {
    if (letter == '#' && next != std::sregex_iterator())
      text += (next++)->str();
    else
      text += letter;
  }
  return text;
}

Verdict Labels::korean(Verdict verdict) const {
  for (PartVerdict& part : verdict.parts) {
    if (part.observation) {
      for (std::string& name : part.observation->names) name = korean(name);
      part.observation->output = korean(part.observation->output);
    }
    if (!part.failure) continue;
    part.failure->label = korean(part.failure->label);
    part.failure->output = korean(part.failure->output);
    for (auto* list : {&part.failure->inputs, &part.failure->shown}) {
      for (NamedValues& one : *list) one.name = korean(one.name);
    }
    for (auto* values : {&part.failure->expected, &part.failure->got}) {
      if (*values) (*values)->name = korean((*values)->name);
    }
  }
  return verdict;
}

}  // namespace heed
