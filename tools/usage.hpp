// Help pages that fit the terminal, and what is wrong with a command line, in our words instead of CLI11's.
#pragma once

#include <CLI/CLI.hpp>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace heed {

/// The names that may stand on a command line here: options with their dashes, or subcommands.
std::vector<std::string> option_names(const CLI::App& command);
std::vector<std::string> command_names(const CLI::App& command);

/// The near names of one that is none, as the end of a sentence; empty if there are none.
std::string perhaps_meant(const std::string& word, const std::vector<std::string>& names);

/// Options that stand in a file of --config alone, and "--config FILE: ".
std::map<std::string, std::string>& from_config();

/// One line for standard error: what is wrong, what may have been meant, and where to read on.
std::string usage_message(const CLI::App* app, const CLI::Error& problem);

/// Options and commands in two columns, or in a window below 60 columns one below the other, in the spoken
/// language; nothing is wider than the window.
std::shared_ptr<CLI::FormatterBase> help_format();

/// "--beam BEAM=4": the names of an option, and what it takes.
std::string option_title(const CLI::Option& option);

}  // namespace heed
