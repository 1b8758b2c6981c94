// The language in which the program speaks to this person.
#pragma once

#include <fmt/format.h>

#include <string>

#include "tools/language/language.hpp"

namespace heed {

/// The text of the spoken language with its {} filled. Korean texts avoid particles that depend on the last
/// sound of what is filled in.
template <typename... Args>
std::string spoken(fmt::format_string<const Args&...> english, fmt::format_string<const Args&...> korean,
                   const Args&... args) {
  return fmt::format(spoken_language() == Language::korean ? korean : english, args...);
}

}  // namespace heed
