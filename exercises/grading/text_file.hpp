// Small text files as strings, also while an editor writes them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "lib/files/read_file.hpp"

namespace heed {

/// read_text_file(), or nothing when there is no such file at this moment (an editor may be replacing it).
std::optional<std::string> read_if_there(const std::filesystem::path& path);

/// Returns true if a file lies in the folder, whatever links lead to either.
bool lies_in(const std::filesystem::path& folder, const std::filesystem::path& file);

}  // namespace heed
