// What is wrong with a command line, in our words instead of CLI11's.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace heed {

/// The names that may stand on a command line here: options with their dashes, or subcommands.
std::vector<std::string> option_names(const CLI::App& command);
std::vector<std::string> command_names(const CLI::App& command);

/// One line for standard error: what is wrong, what may have been meant, and where to read on.
std::string usage_message(const CLI::App* app, const CLI::Error& problem);

}  // namespace heed
