// Help pages that fit the terminal.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>

namespace heed {

/// Options and commands in two columns, or in a window below 60 columns one below the other, in the spoken
/// language; nothing is wider than the window.
std::shared_ptr<CLI::Formatter> help_format();

}  // namespace heed
