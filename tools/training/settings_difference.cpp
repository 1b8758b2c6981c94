#include "tools/training/settings_difference.hpp"

#include "tools/language/tr.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace heed {
namespace {

std::string value_text(const nlohmann::json& settings, const std::string& name) {
  const auto found = settings.find(name);
  if (found == settings.end()) return tr("not given");
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
      text += tr("{} is another", localized(name));
    } else {
      std::string option = "--" + name;
      std::replace(option.begin(), option.end(), '_', '-');
      text += tr("{} is {} here and {} there", option, ours, theirs);
    }
  }
  return text;
}

}  // namespace heed
