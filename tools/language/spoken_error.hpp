// Errors in the language in which the program speaks to this person.
#pragma once

#include "lib/core/error.hpp"
#include "tools/language/spoken.hpp"

namespace heed {

/// Throws E with spoken(english, korean, args...).
template <typename E, typename... Args>
[[noreturn]] void throw_spoken(fmt::format_string<const Args&...> english,
                               fmt::format_string<const Args&...> korean, const Args&... args) {
  throw_error<E>("{}", spoken(english, korean, args...));
}

}  // namespace heed
