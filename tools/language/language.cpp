#include "tools/language/language.hpp"

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"

namespace heed {

Language language_from_name(std::string_view name) {
  if (name == "en") return Language::english;
  if (name == "ko") return Language::korean;
  throw_error<UsageError>(tr_noop("there is no language '{}': give en or ko"), name);
}

std::string_view language_name(Language language) { return language == Language::korean ? "ko" : "en"; }

Language language_from_environment() {
  for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    const char* const value = std::getenv(name);
    if (value != nullptr && *value != '\0')
      return std::string_view(value).starts_with("ko") ? Language::korean : Language::english;
  }
  return Language::english;
}

Language& spoken_language() {
  static Language language = language_from_environment();
  return language;
}

Bilingual bilingual_from_json(const nlohmann::json& value, const std::string& where) {
  const auto text = [&](const char* key) {
    if (!value.is_object() || !value.contains(key) || !value[key].is_string() ||
        value[key].get<std::string>().empty())
      throw_error<FormatError>("{}: needs a text for \"{}\": write {{\"en\": \"…\", \"ko\": \"…\"}}", where,
                               key);
    return value[key].get<std::string>();
  };
  return {.english = text("en"), .korean = text("ko")};
}

}  // namespace heed
