#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "lib/core/error.hpp"
#include "lib/process/this_program.hpp"
#include "lib/report/terminal.hpp"
#include "lib/report/wrap.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/option_kinds.hpp"
#include "tools/commands/training_options.hpp"
#include "tools/language/tr.hpp"
#include "tools/run_config.hpp"
#include "tools/wrong_usage.hpp"

namespace heed {
namespace {

/// `heed help config`: of runs as files.
std::string help_on_config() {
  return wrap_page(translated(option_table().at("config").examples, {}),
                   std::min<std::size_t>(terminal(Stream::output).width, 110));
}

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
      throw_error<UsageError>(tr_noop("there is no command '{}'{}; `heed help` lists them"), word,
                              perhaps_meant(word, command_names(*command)));
    command = has.front();
    name += " " + word;
  }
  fmt::print("{}", command->get_formatter()->make_help(command, name, CLI::AppFormatMode::Normal));
  return 0;
}

}  // namespace

void add_test(CLI::App& app, Action& action) {
  add_command(app, "test")->callback([&] { action = run_tests; });
}

void add_help(CLI::App& app, Action& action) {
  CLI::App* help = add_command(app, "help");
  const auto about = std::make_shared<std::vector<std::string>>();
  const AddOptions add(*help);
  add("command", *about);
  add_language(*help);
  help->callback([&app, &action, about] { action = [&app, about] { return show_help(app, *about); }; });
}

}  // namespace heed
