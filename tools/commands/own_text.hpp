// Defaults for one's own text instead of those for the embedded grammar, by what docs/results.md measured.
#pragma once

#include <string>

#include "tools/commands/train_translation.hpp"

namespace heed {

/// Passes over so many pairs that make some 3,500 steps: 5 at least, 50 at most.
std::int64_t usual_epochs(std::size_t pairs, const SessionOptions& options);

/// Says them in the help.
void describe_own_text(CLI::App& command);

/// With --data, once the command line is read: subwords, the target embedding as output layer, and the usual
/// epochs become the defaults where no option says otherwise. Returns these, as they would stand on the
/// command line; nothing where all are named, or there is no such text.
std::string set_defaults_for_own_text(CLI::App& command, const TranslateOptions& options);

}  // namespace heed
