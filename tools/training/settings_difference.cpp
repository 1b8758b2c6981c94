#include "tools/training/settings_difference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tools/language/library_errors.hpp"
#include "tools/language/spoken.hpp"

namespace heed {
namespace {

std::string value_text(const nlohmann::json& settings, const std::string& name) {
  const auto found = settings.find(name);
  if (found == settings.end()) return spoken("not given", "없음");
  return found->is_string() ? found->get<std::string>() : found->dump();
}

}  // namespace

std::string settings_difference(const nlohmann::json& here, const nlohmann::json& there,
                                const std::set<std::string>& may_change) {
  std::set<std::string> names;
  for (const auto* settings : {&here, &there}) {
    for (const auto& [name, value] : settings->items()) names.insert(name);
  }
  std::string text;
  for (const std::string& name : names) {
    if (may_change.contains(name)) continue;
    const std::string ours = value_text(here, name), theirs = value_text(there, name);
    if (ours == theirs) continue;
    text += text.empty() ? "" : "; ";
    if (name.find(' ') != std::string::npos) {
      text += spoken("{} is another", "{} 다름", in_spoken_language(name));
    } else {
      std::string option = "--" + name;
      std::replace(option.begin(), option.end(), '_', '-');
      text += spoken("{} is {} here and {} there", "{}: 여기서는 {}, 저기서는 {}", option, ours, theirs);
    }
  }
  return text;
}

}  // namespace heed
