// Tables as text for other programs (RFC 4180).
#pragma once

#include <string>
#include <string_view>

namespace heed {

/// A cell in quotation marks, those in it doubled.
inline std::string csv_quoted(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += c;
    quoted += c;
  }
  return quoted + '"';
}

}  // namespace heed
