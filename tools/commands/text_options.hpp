// What the commands that learn from a text have in common.
#pragma once

#include <CLI/CLI.hpp>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "tools/lm/language_data.hpp"

namespace heed {

/// Adds --data and what says how the text is read.
void add_text_options(CLI::App& command, std::string& data, TextChoice& text);

/// load_text(), with its warnings on standard error and a line on standard output that says what was read.
LanguageData load_and_describe(const TextChoice& text, std::int64_t most);

/// What a training must know of its text when it goes on.
nlohmann::json text_identity(const TextChoice& text, const LanguageData& data);

}  // namespace heed
