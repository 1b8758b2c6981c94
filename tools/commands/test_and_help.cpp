#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "lib/core/error.hpp"
#include "lib/process/this_program.hpp"
#include "lib/report/terminal.hpp"
#include "lib/report/wrap.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/training_options.hpp"
#include "tools/language/tr.hpp"
#include "tools/run_config.hpp"
#include "tools/wrong_usage.hpp"

namespace heed {
namespace {

/// `heed help config`.
std::string help_on_config() {
  const std::string help = tr(R"(A run is a file: JSON with the names of the options, and // comments.

  heed translate --epochs 12 --print-config > run.json   write one: every option, what it is and what it means
  heed translate --config run.json                       run it
  heed translate --config run.json --seed 2              options beside it win

  {{
    "epochs": 12,          // --epochs 12
    "schedule": "noam",    // --schedule noam
    "train": true,         // a flag
    "data": null           // as if it were not there
  }}

Options that are not in the file have their defaults. A name that the command does not have is refused, and a
value that its option does not take: a number stands without quotes, a text in quotes. What equals a default
asks for nothing: a file that names only how to decode lets a saved model translate, and only "train": true, or
another value of an option of a training, trains. Every training keeps its run.json beside its model, from its
beginning on: `heed translate --config runs/toy-ko-en/run.json` repeats it, to the bit on the same build and
processor, and with --resume goes on. It says where its data are from anywhere (--data, --labels); what it
writes goes to the folder in which it is repeated.
)");
  return wrap_page(help, std::min<std::size_t>(terminal(Stream::output).width, 110));
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
  app.add_subcommand("test", tr_noop("run the tests of the build that this program belongs to"))
      ->callback([&] { action = run_tests; });
}

void add_help(CLI::App& app, Action& action) {
  CLI::App* help = app.add_subcommand(
      "help", tr_noop("show this help; `heed help COMMAND` tells more, `heed help config` of runs as files"));
  const auto about = std::make_shared<std::vector<std::string>>();
  help->add_option("command", *about, tr_noop("which to explain"))
      ->option_text(tr_noop("COMMAND|config [all commands]"));
  add_language(*help);
  help->callback([&app, &action, about] { action = [&app, about] { return show_help(app, *about); }; });
}

}  // namespace heed
