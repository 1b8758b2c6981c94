// Help pages that fit the terminal.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>

namespace heed {

/// Options and commands in two columns, or in a window below 60 columns one below the other, in the spoken
/// language; nothing is wider than the window.
std::shared_ptr<CLI::FormatterBase> help_format();

/// "--beam BEAM=4": the names of an option, and what it takes.
std::string option_title(const CLI::Option& option);

}  // namespace heed
