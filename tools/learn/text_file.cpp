#include "tools/learn/text_file.hpp"

#include "lib/core/error.hpp"
#include "lib/files/read_file.hpp"

namespace heed {

std::string read_text_file(const std::filesystem::path& path) {
  const std::vector<std::byte> bytes = read_bytes(path);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::optional<std::string> read_if_there(const std::filesystem::path& path) {
  try {
    return read_text_file(path);
  } catch (const Error&) {
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) return std::nullopt;
  }
  // It was there again a moment later, or was shortened while being read: a second look decides.
  try {
    return read_text_file(path);
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace heed
