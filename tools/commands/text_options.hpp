// Declares what the commands that learn from a text have in common.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "tools/lm/language_data.hpp"

namespace heed {

/// Adds --data and what says how the text is read.
void add_text_options(CLI::App& command, std::string& data, TextChoice& text);

/// load_text(), with its warnings on standard error and a line on standard output that says what was read.
LanguageData load_and_describe(const TextChoice& text, std::int64_t most);

/// Says if a saved model is to answer: there is a `question` for it ("a prompt"; else null), or it is there,
/// and nothing asks for a training. `data` is the file of a text, empty for the grammar. Throws UsageError
/// for a question and options of a training together, and for options of the grammar beside a file.
bool saved_model_answers(const CLI::App& command, const char* question, const std::filesystem::path& model,
                         const std::string& data);
/// Throws Error naming the command that trains one if the model is not there.
void require_saved_model(const std::filesystem::path& model, const std::string& command);

/// A line that names the tokens of a text that a model does not know; empty if it knows all.
std::string note_on_unknown(const TextTokens& tokens, const std::string& text);

/// Returns what a training must know of its text when it goes on.
nlohmann::json text_identity(const TextChoice& text, const LanguageData& data);

}  // namespace heed
