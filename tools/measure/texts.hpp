// The texts of experiments in both languages: tools/measure/texts, a Markdown file for each experiment.
#pragma once

#include <fmt/format.h>

#include <string>
#include <type_traits>

#include "tools/language/language.hpp"

namespace heed {

/// The section "C3.measured": its English paragraph, and the Korean one that is quoted below it. Throws Error
/// if there is none.
const Bilingual& text_of(const std::string& section);

/// The documents that "C3" is of: "004".
const std::string& documents_of(const std::string& experiment);

/// A word of tables with its Korean, if a table of words has it.
Bilingual word(const std::string& english);

/// Both texts with what stands between them; one of them alone where the other is empty.
Bilingual joined(const Bilingual& first, const std::string& between, const Bilingual& second);

/// An argument as it fills a text in one language: of a text in both languages, that one.
template <typename T>
const auto& argument_in(Language language, const T& value) {
  if constexpr (std::is_same_v<T, Bilingual>)
    return value.in(language);
  else
    return value;
}

/// The section with its {} filled.
template <typename... Args>
Bilingual text_of(const std::string& section, const Args&... args) {
  const Bilingual& text = text_of(section);
  return {fmt::format(fmt::runtime(text.english), argument_in(Language::english, args)...),
          fmt::format(fmt::runtime(text.korean), argument_in(Language::korean, args)...)};
}

}  // namespace heed
