// The `heed` program.
#include <cstdio>

#include "tools/commands/commands.hpp"
#include "tools/language/tr.hpp"
#include "tools/processes/processes.hpp"
#include "tools/usage.hpp"

int main(int argc, char** argv) {
  std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);  // in step with standard error, in a pipe too
  CLI::App app(heed::what_heed_is_for, "heed");
  app.require_subcommand(1);
  app.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);  // as most programs do
  app.formatter(heed::help_format());
  app.set_help_flag("-h,--help", heed::tr_noop("Print this help message and exit"));
  app.set_version_flag("--version", "heed " HEED_VERSION,
                       heed::tr_noop("Display program version information and exit"));
  heed::Action action;
  for (const heed::Command& command : heed::all_commands()) command.add(app, action);
  const heed::Action here_or_there = [&] {
    if (heed::wanted_processes() > 0)
      return heed::launch_processes(heed::wanted_processes(), {argv + 1, argv + argc});
    return action();
  };
  return heed::run_command_line(app, here_or_there, argc, argv);
}
