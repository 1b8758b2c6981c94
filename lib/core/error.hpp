// Errors that a person reads: one sentence saying what was wrong, where, and what to do. For .cpp files:
// headers that name an error include lib/core/error_types.hpp, as formatting is much to compile.
#pragma once

#include <fmt/format.h>

#include <functional>
#include <initializer_list>
#include <utility>

#include "lib/core/error_types.hpp"
#include "lib/core/shape_format.hpp"

template <>
struct fmt::formatter<heed::Message> : fmt::formatter<std::string> {
  template <typename Context>
  auto format(const heed::Message& message, Context& context) const {
    return fmt::formatter<std::string>::format(message.english, context);
  }
};

namespace heed {

/// The format with its {}, {1} and {2:.3f} replaced by argument(0, ""), argument(1, "") and
/// argument(2, ":.3f"), and with {{ and }} as single braces.
std::string fill(std::string_view format,
                 const std::function<std::string(std::size_t index, std::string_view spec)>& argument);

/// The value if it is a message itself; null for any other.
inline const Message* if_message(const Message& value) { return &value; }
template <typename T>
const Message* if_message(const T&) {
  return nullptr;
}
/// `messages` are what if_message() is of each value.
Message format_message(fmt::string_view format, fmt::format_args values,
                       std::initializer_list<const Message*> messages);

/// make_message(tr_noop("port {} is taken"), port): a text that can be said in another language later on.
template <typename... Args>
Message make_message(fmt::format_string<Args...> format, Args&&... args) {
  return format_message(format, fmt::make_format_args(args...), {if_message(args)...});
}

/// throw_error<ShapeError>("[matmul] {} @ {}", a, b): an error of type E with such a message.
template <typename E = Error, typename... Args>
[[noreturn]] void throw_error(fmt::format_string<Args...> format, Args&&... args) {
  throw E(make_message(format, std::forward<Args>(args)...));
}

}  // namespace heed
