// Numbers from texts, the same in every locale and with every standard library.
#pragma once

#include <charconv>
#include <string_view>
#include <system_error>

namespace heed {

/// Reads the whole text as a number, as std::from_chars does. Returns false, and leaves `number` as it is,
/// where the text is no number or one out of range.
template <typename T>
bool read_number(std::string_view text, T& number) {
  T read{};
  const char* const end = text.data() + text.size();
  const auto [last, problem] = std::from_chars(text.data(), end, read);
  if (problem != std::errc() || last != end) return false;
  number = read;
  return true;
}

// libc++ before version 20 reads whole numbers alone.
#if !defined(__cpp_lib_to_chars) || defined(HEED_POSIX_ONLY)
template <>
bool read_number(std::string_view text, double& number);
#endif

}  // namespace heed
