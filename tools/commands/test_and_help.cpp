#include <fmt/format.h>

#include <memory>

#include "lib/process/replace.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/training_options.hpp"
#include "tools/language/spoken_error.hpp"
#include "tools/run_config.hpp"
#include "tools/wrong_usage.hpp"

namespace heed {
namespace {

/// The suite is run by ctest; this only finds it.
[[noreturn]] int run_tests() {
  replace_by({"ctest", "--test-dir", HEED_BUILD_DIR, "--output-on-failure", "--parallel", "2"},
             "it comes with CMake");
}

/// The help of `heed WORD WORD …`; without words, of all.
int show_help(const CLI::App& app, const std::vector<std::string>& words) {
  if (words == std::vector<std::string>{"config"}) {
    fmt::print("{}", help_on_config());
    return 0;
  }
  const CLI::App* command = &app;
  std::string name = "heed";
  for (const std::string& word : words) {
    const auto has = command->get_subcommands([&](const CLI::App* c) { return c->get_name() == word; });
    if (has.empty())
      throw_spoken<UsageError>("there is no command '{}'{}; `heed help` lists them",
                               "'{}' 명령은 없습니다{} (명령 목록: `heed help`)", word,
                               perhaps_meant(word, command_names(*command)));
    command = has.front();
    name += " " + word;
  }
  fmt::print("{}", command->get_formatter()->make_help(command, name, CLI::AppFormatMode::Normal));
  return 0;
}

}  // namespace

void add_test(CLI::App& app, Action& action) {
  app.add_subcommand("test", "run the tests of the build that this program belongs to")->callback([&] {
    action = run_tests;
  });
}

void add_help(CLI::App& app, Action& action) {
  CLI::App* help = app.add_subcommand(
      "help", "show this help; `heed help COMMAND` tells more, `heed help config` of runs as files");
  const auto about = std::make_shared<std::vector<std::string>>();
  help->add_option("command", *about, "which to explain")->option_text("COMMAND|config [all commands]");
  add_language(*help);
  help->callback([&app, &action, about] { action = [&app, about] { return show_help(app, *about); }; });
}

}  // namespace heed
