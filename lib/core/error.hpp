// Errors that a person reads: one sentence saying what was wrong, where, and what to do. For .cpp files:
// headers that name an error include lib/core/error_types.hpp, as formatting is much to compile.
#pragma once

#include <fmt/format.h>

#include <utility>

#include "lib/core/error_types.hpp"
#include "lib/core/shape_format.hpp"

namespace heed {

/// throw_error<ShapeError>("[matmul] {} @ {}", a, b): an error of type E with a formatted text.
template <typename E = Error, typename... Args>
[[noreturn]] void throw_error(fmt::format_string<Args...> format, Args&&... args) {
  throw E(fmt::format(format, std::forward<Args>(args)...));
}

}  // namespace heed
