// Small text files as strings.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace heed {

/// The whole file. Throws Error: path, reason, what to do.
std::string read_text_file(const std::filesystem::path& path);

/// The same, or nothing when there is no such file at this moment (an editor may be replacing it).
std::optional<std::string> read_if_there(const std::filesystem::path& path);

}  // namespace heed
