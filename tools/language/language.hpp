// The learner's language, and texts that exist in both.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace heed {

enum class Language { english, korean };

/// "en" or "ko". Throws UsageError for anything else.
Language language_from_name(std::string_view name);
std::string_view language_name(Language language);

/// Korean when the first of $LC_ALL, $LC_MESSAGES and $LANG that is set begins with "ko", else English.
Language language_from_environment();

/// That in which the program speaks to this person: of the locale, until --lang names another.
Language& spoken_language();

/// A text of a document that has both languages.
struct Bilingual {
  std::string english = "";
  std::string korean = "";
  const std::string& in(Language language) const {
    return language == Language::korean && !korean.empty() ? korean : english;
  }
};

/// From {"en": "…", "ko": "…"}. Throws FormatError that begins with `where` when one of the two is missing.
Bilingual bilingual_from_json(const nlohmann::json& value, const std::string& where);

}  // namespace heed
