// heed_f64: `heed run-module` in double. heed starts it for weights of doubles; nobody needs to call it.
#include "tools/commands/commands.hpp"

int main(int argc, char** argv) {
  CLI::App app("Run a module of torch.nn in double.", "heed");
  app.require_subcommand(1);
  heed::Action action;
  heed::add_run_module(app, action);
  return heed::run_command_line(app, action, argc, argv);
}
