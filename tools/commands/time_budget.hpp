// --budget: the options that a person leaves open are chosen so that a training fits into a time.
#pragma once

#include <CLI/CLI.hpp>

#include "tools/commands/train_translation.hpp"

namespace heed {

/// Adds --budget, of `seconds`.
void add_budget_option(CLI::App& command, double& seconds);

/// Before the corpus is read: refuses what contradicts a budget, and chooses what tokens are.
void choose_tokens(CLI::App& command, TranslateOptions& options);

/// Measures models of several sizes on the data and sets the options of the command line that nobody has
/// named: size, dropout, epochs, for the embedded grammar its pairs (then `data` is read again). Prints what
/// it chose and why. Throws UsageError if the time is too short for the smallest.
void choose_size(CLI::App& command, TranslateOptions& options, TranslationData& data);

/// "It took 14 min 40 s of 15 min 00 s."
std::string budget_text(const TranslateOptions& options);

}  // namespace heed
