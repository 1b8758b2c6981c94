// The commands about heed itself: heed help, heed example, heed test.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <regex>
#include <set>

#include "lib/core/error.hpp"
#include "lib/process/this_program.hpp"
#include "lib/report/terminal.hpp"
#include "lib/report/wrap.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/option_kinds.hpp"
#include "tools/commands/training_options.hpp"
#include "tools/language/tr.hpp"
#include "tools/run_config.hpp"
#include "tools/usage.hpp"

namespace heed {
namespace {

namespace fs = std::filesystem;

/// Lists the examples (01_first_gradient, …), or becomes the first whose name or number begins so.
int run_example(const std::string& word, const std::vector<std::string>& arguments) {
  std::set<fs::path> sources;
  for (const fs::directory_entry& file : fs::directory_iterator(HEED_SOURCE_DIR "/examples"))
    if (file.path().extension() == ".cpp") sources.insert(file.path());
  for (const fs::path& source : sources) {
    const std::string name = source.stem().string();
    if (word.empty()) {
      std::string title;
      std::ifstream file(source);
      std::getline(file, title);  // "// 01  A first gradient"
      fmt::print("{}  examples/{}.cpp\n", title.substr(std::min<std::size_t>(title.size(), 3)), name);
    } else if (name.starts_with(word) || name.starts_with("0" + word)) {
      std::vector<std::string> call{fmt::format("{}/examples/example_{}", HEED_BUILD_DIR, name)};
      call.insert(call.end(), arguments.begin(), arguments.end());
      replace_by(call, fmt::format("`./heed example {}` builds it", word));
    }
  }
  if (!word.empty()) throw_error<UsageError>("there is no example '{}'; `heed example` lists them", word);
  fmt::print("\n`heed example 01` builds and runs the first.\n");
  return 0;
}

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

/// Options that several commands have, as the first of them shows them: lines by heading and name.
using SharedOptions = std::map<std::string, std::map<std::string, std::string>>;

std::string option_line(const CLI::Option& option) {
  static const std::regex marks("[<*]");  // Markdown takes them for a tag and for emphasis
  return "- `" + option_title(option) +
         "`: " + std::regex_replace(localized(option.get_description()), marks, "\\$&") + "\n";
}

bool is_shared(const CLI::Option& option) {
  return std::ranges::any_of(option_table(), [&](const auto& entry) {
    const OptionRow* const row = find_option(entry.first, option.get_name());
    return entry.second.text.empty() && row != nullptr && row->text == option.get_description();
  });
}

std::string section(const CLI::App& command, const std::string& name, const std::string& above,
                    SharedOptions& shared) {
  std::string options;
  std::set<std::string> headings;
  for (const CLI::Option* option : command.get_options()) {
    if (option == command.get_help_ptr()) continue;
    const std::string line = option_line(*option), group = option->get_group();
    if (!is_shared(*option)) {
      options += line;
    } else {
      const std::string heading = localized(group == "OPTIONS" ? "Options" : group);
      headings.insert(heading);
      shared[heading].emplace(option->get_name(), line);
    }
  }
  std::string page = "\n## " + name + "\n\n" + localized(command.get_description()) + "\n";
  if (!options.empty()) page += "\n" + options;
  if (!headings.empty())
    page += "\n" + tr("More options stand below: {}", fmt::to_string(fmt::join(headings, ", "))) + "\n";
  const std::string footer = localized(command.get_footer());
  if (footer != above) page += "\n```\n" + footer + "\n```\n";
  for (const CLI::App* one : command.get_subcommands({}))
    page += section(*one, name + " " + one->get_name(), footer, shared);
  return page;
}

/// Every command and option as one page of Markdown: docs/commands.md.
std::string commands_page(const CLI::App& app) {
  SharedOptions shared;
  std::string page =
      tr("# Every command\n\nFor those who look up an option. Those of several commands stand at the end.") +
      "\n";
  for (const CLI::App* command : app.get_subcommands({}))
    page += section(*command, "heed " + command->get_name(), "", shared);
  for (const auto& [heading, options] : shared) {
    page += "\n## " + heading + "\n\n";
    for (const auto& [name, line] : options) page += line;
  }
  return page;
}

}  // namespace

void add_example(CLI::App& app, Action& action) {
  CLI::App* command = add_command(app, "example");
  const auto name = std::make_shared<std::string>();
  const auto arguments = std::make_shared<std::vector<std::string>>();
  const AddOptions add(*command);
  add("name", *name);
  add("arguments", *arguments);
  command->callback(
      [&action, name, arguments] { action = [name, arguments] { return run_example(*name, *arguments); }; });
}

void add_test(CLI::App& app, Action& action) {
  add_command(app, "test")->callback([&] { action = run_tests; });
}

void add_help(CLI::App& app, Action& action) {
  CLI::App* help = add_command(app, "help");
  const auto about = std::make_shared<std::vector<std::string>>();
  const AddOptions add(*help);
  add("command", *about);
  CLI::Option* const markdown = add("--markdown");
  add_language(*help);
  help->callback([&app, &action, about, markdown] {
    action = [&app, about, markdown] {
      if (markdown->count() == 0) return show_help(app, *about);
      fmt::print("{}", commands_page(app));
      return 0;
    };
  });
}

}  // namespace heed
