// Sentences in both languages with the same numbers in them.
#pragma once

#include <fmt/format.h>

#include "tools/language/language.hpp"

namespace heed {

/// Korean texts avoid particles that depend on the last sound of what is filled in.
template <typename... Args>
Bilingual both(fmt::format_string<const Args&...> english, fmt::format_string<const Args&...> korean,
               const Args&... args) {
  return {fmt::format(english, args...), fmt::format(korean, args...)};
}

}  // namespace heed
