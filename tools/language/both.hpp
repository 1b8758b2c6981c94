// Sentences in both languages with the same numbers in them.
#pragma once

#include <fmt/format.h>

#include <type_traits>

#include "tools/language/language.hpp"

namespace heed {

/// What stands for a value in one language: of a text in both languages, that one.
template <typename T>
using Said = std::conditional_t<std::is_same_v<T, Bilingual>, std::string, T>;
template <typename T>
const Said<T>& said(const T& value, Language language) {
  if constexpr (std::is_same_v<T, Bilingual>)
    return value.in(language);
  else
    return value;
}

/// Korean texts avoid particles that depend on the last sound of what is filled in.
template <typename... Args>
Bilingual both(fmt::format_string<const Said<Args>&...> english,
               fmt::format_string<const Said<Args>&...> korean, const Args&... args) {
  return {fmt::format(english, said(args, Language::english)...),
          fmt::format(korean, said(args, Language::korean)...)};
}

}  // namespace heed
