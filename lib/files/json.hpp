// JSON files: settings and results.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>

namespace heed {

/// Writes `value` indented by two spaces, whole or not at all. Throws Error when writing fails or a text is
/// not UTF-8.
void write_json(const std::filesystem::path& path, const nlohmann::json& value);

/// Throws Error when the file cannot be read, FormatError with line and column when it is not JSON.
nlohmann::json read_json(const std::filesystem::path& path);

}  // namespace heed
