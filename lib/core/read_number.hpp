// Numbers from texts, the same in every locale and with every standard library.
#pragma once

#include <charconv>
#include <string_view>
#include <system_error>

namespace heed {

/// The whole text as a number, as std::from_chars reads it; false where it is none, or one out of range.
template <typename T>
bool read_number(std::string_view text, T& number) {
  const char* const end = text.data() + text.size();
  const auto [last, problem] = std::from_chars(text.data(), end, number);
  return problem == std::errc() && last == end;
}

#if !defined(__cpp_lib_to_chars) || \
    defined(HEED_POSIX_ONLY)  // libc++ before version 20 reads whole numbers alone
template <>
bool read_number(std::string_view text, double& number);
#endif

}  // namespace heed
