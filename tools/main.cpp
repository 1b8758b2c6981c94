// The `heed` program.
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "lib/core/error.hpp"
#include "tools/processes/launch.hpp"
#include "tools/processes/processes.hpp"
#include "tools/program.hpp"
#include "tools/scoring/sacrebleu_spellings.hpp"

namespace {

/// The suite is run by ctest; this only finds it.
int run_tests() {
  execlp("ctest", "ctest", "--test-dir", HEED_BUILD_DIR, "--output-on-failure", "--parallel", "2",
         static_cast<char*>(nullptr));
  std::perror("heed test: ctest could not be started");
  return 1;
}

/// The help of `heed WORD WORD …`; without words, of all.
int show_help(const CLI::App& app, const std::vector<std::string>& words) {
  const CLI::App* command = &app;
  std::string name = "heed";
  for (const std::string& word : words) {
    const auto has = command->get_subcommands([&](const CLI::App* c) { return c->get_name() == word; });
    if (has.empty())
      heed::throw_error<heed::UsageError>("there is no command '{}'; `heed help` lists them", word);
    command = has.front();
    name += " " + word;
  }
  fmt::print("{}", command->get_formatter()->make_help(command, name, CLI::AppFormatMode::Normal));
  return 0;
}

bool trains(const CLI::App& app) {
  const std::string& name = app.get_subcommands().front()->get_name();
  return name == "translate" || name == "copy" || name == "compare-heads";
}

}  // namespace

int main(int argc, char** argv) {
  std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);  // in step with standard error, in a pipe too
  CLI::App app("Learn Transformers by building, training and taking them apart.", "heed");
  app.require_subcommand(1);
  app.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);  // as most programs do
  app.get_formatter()->column_width(34);
  heed::Action action;
  heed::add_translate(app, action);
  heed::add_copy(app, action);
  heed::add_compare_heads(app, action);
  heed::add_score(app, action);
  heed::add_bench(app, action);
  heed::add_learn(app, action);
  heed::add_run_module(app, action);
  app.add_subcommand("test", "run the tests of the build that this program belongs to")->callback([&] {
    action = run_tests;
  });
  std::vector<std::string> about;
  CLI::App* help = app.add_subcommand("help", "show this help; `heed help COMMAND` tells more");
  help->add_option("command", about, "which to explain")->option_text("COMMAND [all of them]");
  help->callback([&] { action = [&] { return show_help(app, about); }; });
  const auto is_command = [&](const char* word) {
    const auto commands = app.get_subcommands([](const CLI::App*) { return true; });
    return std::any_of(commands.begin(), commands.end(),
                       [&](const CLI::App* c) { return c->get_name() == word; });
  };
  if (argc > 1 && argv[1][0] != '-' && !is_command(argv[1])) {
    fmt::print(stderr, "heed: there is no command '{}'; `heed help` lists them\n", argv[1]);
    return 2;
  }
  const heed::Action here_or_there = [&] {
    if (heed::wanted_processes() > 0)
      return heed::launch_processes(heed::wanted_processes(), {argv + 1, argv + argc});
    // `mpirun -n 4 heed translate`: this is one of several.
    if (heed::started_by_mpirun() && trains(app)) heed::become_heed_mpi(argv);
    return action();
  };
  std::vector<const char*> words(argv, argv + argc);
  heed::spell_out_sacrebleu(words);
  return heed::run_program(app, here_or_there, argc, words.data());
}
