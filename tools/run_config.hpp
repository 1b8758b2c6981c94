// A run as a file: every option of a command as JSON, printed, read and kept beside the model.
#pragma once

#include <CLI/CLI.hpp>
#include <set>
#include <string>
#include <vector>

namespace heed {

/// The words of a command line in which `--config FILE` is replaced by the options that the file has: in
/// front of the others, which therefore win. Throws FormatError for a file that is no JSON object (comments
/// are allowed), UsageError for one that is of another command, or has an option that the command does not
/// have (naming near ones) or a value that none can be.
std::vector<std::string> with_config(const CLI::App& app, const std::vector<std::string>& words);

/// A line for each option of a command that has been parsed: its value, and as a comment what it means; null
/// where none was given and nothing stands for it.
/// Flags in `set` are true.
std::string config_text(const CLI::App& command, const std::set<std::string>& set = {});

}  // namespace heed
