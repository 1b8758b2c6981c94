// Bytes as text.
#pragma once

#include <cstddef>
#include <string>

namespace heed {

/// RFC 4648, with padding.
std::string base64(const void* bytes, std::size_t count);

}  // namespace heed
