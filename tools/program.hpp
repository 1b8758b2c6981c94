// Does what every program here does around its commands.
#pragma once

#include "tools/commands/commands.hpp"

namespace heed {

/// Parses the command line, checks HEED_THREADS for a command that may compute, and runs the chosen action.
/// Every error becomes one sentence on standard error and an exit status: 2 for a wrong call, 1 for a
/// failure.
int run_program(CLI::App& app, const Action& action, int argc, const char* const* argv);

}  // namespace heed
