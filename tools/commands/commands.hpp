// The subcommands of the `heed` program. Each adds itself to the app and, when chosen, runs at the end of
// parsing.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace heed {

/// What the chosen command wants to do, returning the exit status.
using Action = std::function<int()>;

void add_translate(CLI::App& app, Action& action);
void add_copy(CLI::App& app, Action& action);
void add_compare_heads(CLI::App& app, Action& action);
void add_score(CLI::App& app, Action& action);
void add_bench(CLI::App& app, Action& action);
void add_learn(CLI::App& app, Action& action);
void add_run_module(CLI::App& app, Action& action);

}  // namespace heed
