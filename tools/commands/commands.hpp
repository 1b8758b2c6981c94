// The subcommands of the `heed` program, which list.inc lists. Each adds itself to the app and, when chosen,
// runs at the end of parsing.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

#include "lib/core/message.hpp"

namespace heed {

/// Above the list of commands.
inline constexpr const char* what_heed_is_for =
    tr_noop("Learn Transformers by building, training and taking them apart.");

/// The work of the chosen command, which returns the exit status.
using Action = std::function<int()>;

#define HEED_COMMAND(name, add, targets, trains) void add(CLI::App& app, Action& action);
#include "tools/commands/list.inc"
#undef HEED_COMMAND

struct Command {
  std::string name;
  void (*add)(CLI::App& app, Action& action);
  bool trains;  // and may do so as one of several processes
};
const std::vector<Command>& all_commands();

/// Parses the command line, checks HEED_THREADS for a command that may compute, and runs the chosen action.
/// Every error becomes one sentence on standard error and an exit status: 2 for a wrong call, 1 for a
/// failure.
int run_command_line(CLI::App& app, const Action& action, int argc, const char* const* argv);

}  // namespace heed
