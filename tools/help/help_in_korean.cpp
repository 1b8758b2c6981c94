#include "tools/help/help_in_korean.hpp"

#include "lib/core/error.hpp"
#include "tools/help/korean_texts.hpp"
#include "tools/language/spoken.hpp"

namespace heed {
namespace {

std::map<std::string_view, std::string_view> all_texts() {
  std::map<std::string_view, std::string_view> all;
  for (const auto& texts :
       {texts_of_commands(), texts_of_training(), texts_of_translation(), texts_of_models(),
        texts_of_measurements(), texts_of_score(), texts_of_saved_models(), texts_of_learn()}) {
    for (const KoreanText& text : texts) {
      if (!all.emplace(text.english, text.korean).second)
        throw_error("the help has two Korean texts for '{}'", text.english);
    }
  }
  return all;
}

std::string in_korean(const std::string& english) {
  const auto found = korean_help_texts().find(english);
  return found == korean_help_texts().end() ? english : std::string(found->second);
}

}  // namespace

const std::map<std::string_view, std::string_view>& korean_help_texts() {
  static const std::map<std::string_view, std::string_view> all = all_texts();
  return all;
}

HelpText without_default(const std::string& text) {
  const std::size_t bracket = text.ends_with(']') ? text.rfind(" [") : text.npos;
  if (bracket == text.npos) return {text, ""};
  return {text.substr(0, bracket), text.substr(bracket + 2, text.size() - bracket - 3)};
}

std::string spoken_help(const std::string& english) {
  if (spoken_language() == Language::english) return english;
  const auto [text, standing] = without_default(english);
  return in_korean(text) + (standing.empty() ? "" : " [" + in_korean(standing) + "]");
}

}  // namespace heed
