// All fuzz targets share this: bytes in; a valid result or heed::Error out. Anything else is a finding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "lib/core/error.hpp"

/// A finding: what must hold of an accepted input does not.
inline void require(bool holds) {
  if (!holds) std::abort();
}

/// Runs `read`; an Error must have a text. True if it threw none.
template <typename Read>
bool accepted(const Read& read) {
  try {
    read();
    return true;
  } catch (const heed::Error& error) {
    require(!std::string_view(error.what()).empty());
    return false;
  }
}

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}
