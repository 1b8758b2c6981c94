// Help pages that fit the terminal.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <string>

#include "tools/help/help_in_korean.hpp"

namespace heed {

/// What a page says for a text in English.
using HelpWords = std::function<std::string(const std::string& english)>;

/// Options and commands in two columns, or in a window below 60 columns one below the other; nothing is wider
/// than the window.
std::shared_ptr<CLI::Formatter> help_format(HelpWords words = spoken_help);

}  // namespace heed
