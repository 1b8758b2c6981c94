// The texts of experiments in both languages: tools/measure/texts, a Markdown file for each experiment.
#pragma once

#include <string>

#include "tools/language/both.hpp"

namespace heed {

/// The section "C3.measured": its English paragraph, and the Korean one that is quoted below it. Throws Error
/// if there is none.
const Bilingual& text_of(const std::string& section);

/// The documents that "C3" is of: "004".
const std::string& documents_of(const std::string& experiment);

/// A word of tables with its Korean, if a table of words has it.
Bilingual word(const std::string& english);

/// The section with its {} filled; of an argument in both languages, each text gets its own.
template <typename... Args>
Bilingual text_of(const std::string& section, const Args&... args) {
  const Bilingual& text = text_of(section);
  return {fmt::format(fmt::runtime(text.english), said(args, Language::english)...),
          fmt::format(fmt::runtime(text.korean), said(args, Language::korean)...)};
}

}  // namespace heed
