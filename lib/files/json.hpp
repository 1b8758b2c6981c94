// JSON files: settings and results.
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace heed {

/// Writes `value` indented by two spaces, whole or not at all. Throws Error when writing fails or a text is
/// not UTF-8.
void write_json(const std::filesystem::path& path, const nlohmann::json& value);

/// Throws Error when the file cannot be read, FormatError with line and column when it is not JSON.
nlohmann::json read_json(const std::filesystem::path& path);
/// The same of a file that must hold an object.
nlohmann::json read_json_object(const std::filesystem::path& path);

/// The same of a text in memory, where `label` stands for the path. More than `max_json_depth` lists and
/// objects within each other are refused, too: what walks through them recursively could run out of stack.
nlohmann::json parse_json(std::string_view text, const std::string& label);
inline constexpr int max_json_depth = 100;

/// object[name], or `otherwise` where it is missing or null. Throws FormatError that names both where it is
/// something else; `label` stands for the path.
std::int64_t whole_number(const nlohmann::json& object, const char* name, std::int64_t otherwise,
                          const std::string& label);
/// An object stands for the text "content" in it: so Hugging Face's tokenizers write tokens.
std::string text_value(const nlohmann::json& object, const char* name, const std::string& otherwise,
                       const std::string& label);
double number_value(const nlohmann::json& object, const char* name, double otherwise,
                    const std::string& label);
bool flag_value(const nlohmann::json& object, const char* name, bool otherwise, const std::string& label);
/// A whole number or a list of them; none where it is missing or null.
std::vector<std::int64_t> whole_numbers(const nlohmann::json& object, const char* name,
                                        const std::string& label);

}  // namespace heed
